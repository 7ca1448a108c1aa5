import { platformKeys, platforms, type PlatformKey } from '../../../law/platforms.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Columns, ScreenHead } from '../../../ui/components/Card.tsx';
import { Choice } from '../../../ui/components/Choice.tsx';
import { RefusalDialog } from '../../../ui/components/RefusalDialog.tsx';
import { toldBy } from '../../../ui/components/refusals.ts';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { openingContract, type Offer, type OfferedType } from '../contract.ts';
import { aboutId, firstType, inOrder } from './choice.ts';
import { ProNote } from './ProNote.tsx';
import { Success } from './Success.tsx';
import { Terms } from './Terms.tsx';
import { useOpening, type OpenFormProps } from './useOpening.ts';

/** The form of both groups: type, currency, leverage, swaps, and play money for a demo account (document 2 §3). */
export function OpenForm(props: OpenFormProps) {
  const { t } = useWords();
  const { form, type, types, choice, opened } = useOpening(props);
  const { group } = props;
  if (opened) return <Success opened={opened} group={group} asked={props.query} />;
  return (
    <>
      <ScreenHead
        back={<BackLink to={{ page: openingContract.pages.choose }}>{t('opening.choose.title')}</BackLink>}
        title={t(`opening.${group}.title`)}
      />
      <Columns kind="main-aside">
        <Card>
          <form {...form.frame}>
            <FormLayout
              failure={form.failure && toldBy(form.failure) === 'toast' ? form.failure : null}
              actions={
                <Button type="submit" isBusy={form.isBusy}>
                  {t(`opening.${group}.do`)}
                </Button>
              }
            >
              <PlatformChoice types={types} platform={type?.platform} choose={choice.choose} />
              <OrderFields opening={{ form, type, types, choice }} terms={props.offer.terms} />
              <RefusalDialog failure={form.failure} title={t('opening.failed')} />
              <ProNote isOpen={choice.isAsking} onTake={choice.take} onLeave={choice.leave} />
            </FormLayout>
          </form>
        </Card>
        {type && <Terms type={type} currency={form.values.currency} group={group} />}
      </Columns>
    </>
  );
}

interface PlatformChoiceProps {
  readonly types: readonly OfferedType[];
  readonly platform: PlatformKey | undefined;
  readonly choose: (account: string) => void;
}

/** Platform first, then its types: it is not sent, the type tells it. */
function PlatformChoice({ types, platform, choose }: PlatformChoiceProps) {
  const { t } = useWords();
  const offered = platformKeys.filter((key) => types.some((type) => type.platform === key));
  if (offered.length < 2) return null;
  return (
    <Choice
      label={t('opening.platform')}
      name="platform"
      look="segments"
      value={platform}
      onChange={(key) => choose(firstType(types, { wanted: undefined, platform: key })?.name ?? '')}
      options={offered.map((key) => ({ value: key, label: platforms[key].name }))}
    />
  );
}

interface OrderFieldsProps {
  readonly opening: Pick<ReturnType<typeof useOpening>, 'form' | 'type' | 'types' | 'choice'>;
  /** The documents that are agreed to. */
  readonly terms: Offer['terms'];
}

function OrderFields({ opening: { form, type, types, choice }, terms }: OrderFieldsProps) {
  const { t } = useWords();
  const besides = inOrder(types.filter(({ platform }) => platform === type?.platform));
  const { account_currencies: currencies = [], leverageList } = type?.['_embedded'] ?? {};
  return (
    <FormFields
      form={form}
      given={{
        account: {
          help: type && t(aboutId(type)),
          options: besides.map(({ name, displayName }) => ({ value: name, label: displayName })),
          choose: choice.choose,
        },
        currency: { options: currencies.map((value) => ({ value, label: value })) },
        leverage: {
          options: (leverageList?.data ?? []).map((leverage) => ({ value: String(leverage), label: `1:${leverage}` })),
        },
        demo_trade_balance: { currency: form.values.currency },
        i_agree_tc: { words: { documents: terms.map((key) => t(`opening.document.${key}`)).join(', ') } },
      }}
    />
  );
}
