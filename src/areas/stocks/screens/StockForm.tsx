import { useRead, useWrite } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonScreen } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { FormActions, FormProgress } from '../../../ui/form/FormPages.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { accountTypeNamed } from '../../../law/accountTypes.ts';
import { stockLists } from '../../../law/stockLists.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { stockParts, stocksContract, type StockField, type StockPart } from '../contract.ts';

type Asked = AnswerOf<typeof stocksContract.calls.getForm>;

const usualType = 'advantage stock';

/** The questionnaires and the W-8BEN that an account for shares asks, as far as they are still missing. */
export default function StockForm({ query }: ScreenProps<typeof stocksContract.pages.form>) {
  const { t } = useWords();
  const type = accountTypeNamed(query.account ?? usualType) ?? accountTypeNamed(usualType);
  const read = useRead(stocksContract.calls.getForm, { account_type_id: type?.id ?? 0 });
  const wanted = query['stock-details'];
  return (
    <>
      <ScreenHead
        back={<BackLink to={{ page: pageLinks.stockTrading }}>{t('stocks.title')}</BackLink>}
        title={t('stocks.form.title')}
      />
      <Loaded read={read} skeleton={<SkeletonScreen />}>
        {(asked) => {
          const parts = partsOf(asked, wanted);
          if (parts.length === 0) return <Complete account={type?.name ?? usualType} />;
          return <Parts key={parts.join(' ')} asked={asked} parts={parts} typeId={type?.id ?? 0} />;
        }}
      </Loaded>
    </>
  );
}

/** Those that are missing, the one that the address names first; a W-8BEN that ends soon is signed anew where it is named. */
function partsOf(asked: Asked, wanted: string | undefined): readonly StockPart[] {
  const shown = {
    common: asked.showCommonStockQuestionnaire,
    extra: asked.showExtraStockQuestionnaire,
    w8ben: asked.showW8BENForm || wanted === 'w8ben',
  };
  return (['common', 'extra', 'w8ben'] as const).filter((part) => shown[part]);
}

interface PartsProps {
  readonly asked: Asked;
  readonly parts: readonly StockPart[];
  readonly typeId: number;
}

function Parts({ asked, parts, typeId }: PartsProps) {
  const { t } = useWords();
  const open = useOpen();
  const save = useWrite(stocksContract.calls.saveForm);
  const form = useForm({
    name: `stocks.${typeId}.${parts.join('.')}`,
    form: stocksContract.forms.stocks,
    initial: {
      occupation_id: '',
      occupation_other: '',
      employer_name: '',
      title_and_position_id: '',
      title_and_position_other: '',
      employment_function: '',
      annual_income_id: '',
      saving_investments_id: '',
      investment_objectives_id: '',
      investment_objectives_other: '',
      tin_number: asked.client_tin_number,
      is_different_address: false,
      mailing_address: '',
      city_and_state_with_index: '',
      country: '',
      signature: '',
    },
    hidden: () => hiddenBeside(parts),
    supply: () => ({ account_type_id: typeId }),
    submit: async (sent) => {
      await save.mutateAsync(sent);
      open({ page: pageLinks.stockTrading });
    },
  });
  const listed = (field: keyof typeof stockLists) => ({
    options: [
      { value: '', label: t('stocks.choose') },
      ...stockLists[field].map((value) => ({ value, label: t(`stocks.option.${value}`) })),
    ],
  });
  return (
    <Card>
      <form {...form.frame}>
        <FormLayout failure={form.failure} actions={<FormActions form={form} verb={t('stocks.form.do')} />}>
          <FormProgress form={form} />
          {form.shown.includes('signature') && <Notice>{t('stocks.w8ben.certify', { name: asked.client_name })}</Notice>}
          <FormFields
            form={form}
            given={{
              occupation_id: listed('occupation_id'),
              title_and_position_id: listed('title_and_position_id'),
              annual_income_id: listed('annual_income_id'),
              saving_investments_id: listed('saving_investments_id'),
              investment_objectives_id: listed('investment_objectives_id'),
            }}
          />
        </FormLayout>
      </form>
    </Card>
  );
}

function hiddenBeside(parts: readonly StockPart[]): readonly StockField[] {
  return (['common', 'extra', 'w8ben'] as const).filter((part) => !parts.includes(part)).flatMap((part) => stockParts[part]);
}

function Complete({ account }: { readonly account: string }) {
  const { t } = useWords();
  return (
    <Card>
      <Stack>
        <p>{t('stocks.ready')}</p>
        <div>
          <LinkButton to={{ page: pageLinks.openLive, query: { account } }}>{t('stocks.open')}</LinkButton>
        </div>
      </Stack>
    </Card>
  );
}
