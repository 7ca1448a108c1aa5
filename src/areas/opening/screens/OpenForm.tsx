import { useState } from 'react';
import { platformKeys, platforms, type PlatformKey } from '../../../law/platforms.ts';
import { useClient } from '../../../ui/api/context.tsx';
import { AmountField, amountText } from '../../../ui/components/AmountField.tsx';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Columns, ScreenHead } from '../../../ui/components/Card.tsx';
import { Check, Choice, SelectField } from '../../../ui/components/Choice.tsx';
import { TextField } from '../../../ui/components/Field.tsx';
import { Icon } from '../../../ui/components/Icon.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { useForm, type Form } from '../../../ui/form/useForm.ts';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { opening, type Offer, type OfferedType, type OpenOrder, type Opened } from '../contract.ts';
import { aboutId, chosenTerms, firstType, inOrder, offeredHere, type ChosenTerms, type Typed } from './choice.ts';
import { ProNote } from './ProNote.tsx';
import { Success } from './Success.tsx';
import { Terms } from './Terms.tsx';

interface OpenFormProps {
  readonly group: 'live' | 'demo';
  readonly offer: Offer;
  readonly query: Readonly<
    Partial<Record<'account' | 'leverage' | 'currency' | 'swap_free' | 'available_types' | 'name', string>>
  >;
  readonly send: (order: OpenOrder) => Promise<Opened>;
}

/** The form of both groups: type, currency, leverage, swaps, and play money for a demo account (document 2 §3). */
export function OpenForm({ group, offer, query, send }: OpenFormProps) {
  const { t } = useWords();
  const { is_terms_agreed: isAgreed } = useClient();
  const [opened, setOpened] = useState<Opened>();
  const types = offeredHere(offer.account_types, query.available_types);
  const form = useForm<Typed, OpenOrder>({
    name: `opening.${group}.${query.account ?? ''}`,
    initial: {
      account: firstType(types, { wanted: query.account, platform: offer.default_platform })?.name ?? '',
      currency: query.currency ?? '',
      leverage: query.leverage ?? '',
      swap_free: query.swap_free === '1' || query.swap_free === 'true',
      demo_trade_balance: offer.demo.balance,
      account_name: query.name ?? '',
      i_agree_tc: false,
    },
    schema: opening.calls.openDemo.input,
    shape: (typed) => orderOf(typed, types, group),
    check: (typed) => {
      const faults = isAgreed || typed.i_agree_tc ? {} : { i_agree_tc: t('opening.terms.missing') };
      // Document 2 §4: a toast asks to complete the form, and focus moves to the first invalid field.
      if (Object.keys(faults).length > 0) showToast({ tone: 'warn', title: t('opening.complete') });
      return faults;
    },
    submit: async (order) => setOpened(await send(order)),
  });
  const chosen = chosenTerms(types, form.values);
  if (opened) return <Success opened={opened} group={group} />;
  return (
    <>
      <ScreenHead
        back={
          <PageLink to={{ page: opening.pages.choose }}>
            <Icon name="back" size={16} />
            {t('opening.choose.title')}
          </PageLink>
        }
        title={t(`opening.${group}.title`)}
      />
      <Columns kind="main-aside">
        <Card>
          <form {...form.frame}>
            <FormLayout
              failure={form.failure}
              actions={
                <Button type="submit" isBusy={form.isBusy}>
                  {t(`opening.${group}.do`)}
                </Button>
              }
            >
              <TypeFields types={types} form={form} />
              {chosen && <OrderFields chosen={chosen} group={group} form={form} />}
              <TextField
                label={t('opening.name')}
                help={t('opening.name.help')}
                isOptional
                maxLength={40}
                {...form.field('account_name')}
              />
              {!isAgreed && (
                <Check
                  name="i_agree_tc"
                  isChecked={form.values.i_agree_tc}
                  onChange={(value) => form.set('i_agree_tc', value)}
                  error={form.errors['i_agree_tc']}
                >
                  {t('opening.terms', { documents: offer.terms.map((key) => t(`opening.document.${key}`)).join(', ') })}
                </Check>
              )}
            </FormLayout>
          </form>
        </Card>
        {chosen && <Terms chosen={chosen} group={group} />}
      </Columns>
    </>
  );
}

interface OrderFieldsProps {
  readonly chosen: ChosenTerms;
  readonly group: 'live' | 'demo';
  readonly form: Pick<Form<Typed>, 'values' | 'errors' | 'set'>;
}

/** Currency, leverage, play money and swaps, as far as the chosen type leaves a choice. */
function OrderFields({ chosen, group, form }: OrderFieldsProps) {
  const { t } = useWords();
  return (
    <>
      <SelectField
        label={t('opening.currency')}
        name="currency"
        value={chosen.currency}
        error={form.errors['currency']}
        options={chosen.currencies.map((value) => ({ value, label: value }))}
        onChange={(event) => form.set('currency', event.target.value)}
      />
      <SelectField
        label={t('opening.leverage')}
        name="leverage"
        help={t('opening.leverage.help')}
        value={String(chosen.leverage)}
        error={form.errors['leverage']}
        options={chosen.leverages.map((value) => ({ value: String(value), label: `1:${value}` }))}
        onChange={(event) => form.set('leverage', event.target.value)}
      />
      {group === 'demo' && (
        <AmountField
          label={t('opening.demoBalance')}
          name="demo_trade_balance"
          currency={chosen.currency}
          value={form.values.demo_trade_balance}
          error={form.errors['demo_trade_balance']}
          onAmount={(value) => form.set('demo_trade_balance', value)}
        />
      )}
      {chosen.type.swapFree === 'choice' && (
        <Check
          name="swap_free"
          isChecked={form.values.swap_free}
          onChange={(value) => form.set('swap_free', value)}
          error={form.errors['swap_free']}
        >
          {t('opening.swapFree')}
        </Check>
      )}
    </>
  );
}

/** What is sent: choices that do not fit the type chosen last give way to its defaults. */
function orderOf(typed: Typed, types: readonly OfferedType[], group: 'live' | 'demo') {
  const chosen = chosenTerms(types, typed);
  return {
    account_group: group,
    account: typed.account,
    currency: chosen?.currency ?? typed.currency,
    leverage: chosen?.leverage,
    swap_free: chosen?.swapFree,
    account_name: typed.account_name,
    i_agree_tc: typed.i_agree_tc,
    ...(group === 'demo' ? { demo_trade_balance: amountText(typed.demo_trade_balance) } : {}),
  };
}

/** Platform first, then its types; the pro type tells its terms before it is taken. */
function TypeFields({ types, form }: { readonly types: readonly OfferedType[]; readonly form: OrderFieldsProps['form'] }) {
  const { t } = useWords();
  const offered = platformKeys.filter((key) => types.some((type) => type.platform === key));
  const chosen = types.find((type) => type.name === form.values.account);
  const platform: PlatformKey | undefined = chosen?.platform;
  // A link may have chosen the pro type: its note comes then too, and leaving it leads to the first of the others.
  const [before, setBefore] = useState(() =>
    chosen?.family === 'pro' ? types.find(({ family }) => family !== 'pro')?.name : undefined,
  );
  const choose = (account: string): void => {
    if (types.find((type) => type.name === account)?.family === 'pro') setBefore(form.values.account);
    form.set('account', account);
  };
  return (
    <>
      {offered.length > 1 && (
        <Choice
          label={t('opening.platform')}
          name="platform"
          look="segments"
          value={platform}
          onChange={(key) => choose(firstType(types, { wanted: undefined, platform: key })?.name ?? '')}
          options={offered.map((key) => ({ value: key, label: platforms[key].name }))}
        />
      )}
      <SelectField
        label={t('opening.account')}
        name="account"
        help={chosen && t(aboutId(chosen))}
        value={form.values.account}
        error={form.errors['account']}
        options={inOrder(types.filter((type) => type.platform === platform)).map((type) => ({
          value: type.name,
          label: type.displayName,
        }))}
        onChange={(event) => choose(event.target.value)}
      />
      <ProNote
        isOpen={before !== undefined}
        onTake={() => setBefore(undefined)}
        onLeave={() => {
          if (before !== undefined) form.set('account', before);
          setBefore(undefined);
        }}
      />
    </>
  );
}
