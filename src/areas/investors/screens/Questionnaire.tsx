import { assetFields, goalFields, instruments, investorLists, isWhole } from '../../../law/investors.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { FormActions, FormProgress } from '../../../ui/form/FormPages.tsx';
import { useForm, type TypedOf } from '../../../ui/form/useForm.ts';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { investorsContract, type Investor } from '../contract.ts';
import { useInvestorPage } from './page.ts';

const { calls, forms, pages } = investorsContract;
type Typed = TypedOf<typeof forms.questionnaire>;

/** What investors are asked, in four steps. */
export default function Questionnaire({ query }: ScreenProps<typeof pages.questionnaire>) {
  const { t } = useWords();
  const read = useInvestorPage('questionnaire', isYes(query.change));
  return (
    <>
      <ScreenHead title={t('page.investors.questionnaire')} text={t('investors.text')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
        {({ direct: { investor } }) => (
          <Stack>
            {investor.is_waiting && <Notice>{t('investors.waits')}</Notice>}
            <Card>
              <Asking investor={investor} />
            </Card>
          </Stack>
        )}
      </Loaded>
    </>
  );
}

const isYes = (told: string | undefined): boolean => told !== undefined && !['', '0', 'false'].includes(told);

function Asking({ investor }: { readonly investor: Investor }) {
  const words = useWords();
  const { t } = words;
  const open = useOpen();
  const save = useWrite(calls.save);
  const form = useForm({
    name: 'investors.questionnaire',
    form: forms.questionnaire,
    initial: begun(investor),
    check: (typed) => ({
      ...(isWhole(goalFields, textsOf(typed)) ? {} : { preservation: t('investors.whole') }),
      ...(isWhole(assetFields, textsOf(typed)) ? {} : { assets_cash: t('investors.whole') }),
    }),
    submit: async (sent) => {
      const { direct } = await save.mutateAsync(sent);
      showToast({ tone: 'gain', title: t('investors.sent') });
      open({ page: direct.investor.is_waiting ? pages.waiting : pages.approved }, { replace: true });
    },
  });
  return (
    <form {...form.frame}>
      <FormLayout failure={form.failure} actions={<FormActions form={form} verb={t('investors.send')} />}>
        <FormProgress form={form} />
        <FormFields form={form} given={givenFor(words, investor, form.values)} />
      </FormLayout>
    </form>
  );
}

const fieldNames = Object.keys(forms.questionnaire.fields) as readonly (keyof Typed)[];

/** With what was answered before; a slider begins at nothing. */
function begun({ answers }: Investor): Typed {
  const sliders: ReadonlySet<string> = new Set([...goalFields, ...assetFields]);
  const usual = (name: string) => (name === 'agreement' ? false : sliders.has(name) ? '0' : '');
  return Object.fromEntries(fieldNames.map((name) => [name, answers[name] ?? usual(name)])) as Typed;
}

const textsOf = (typed: Typed): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, String(value)]));

function givenFor(words: Words, { retirement_years: years }: Investor, typed: Typed) {
  const { t } = words;
  const options = (list: keyof typeof investorLists) =>
    investorLists[list].map((value) => ({ value, label: t(`investors.option.${value}`) }));
  const none = { value: '', label: t('investors.choose') };
  const listed = (list: keyof typeof investorLists) => ({ options: [none, ...options(list)] });
  const offered = (list: keyof typeof investorLists) => ({ options: options(list) });
  const retirement = Array.from({ length: years.till - years.from + 1 }, (_none, index) => String(years.from + index));
  return {
    occupation: listed('occupation'),
    retirement_date: { options: [none, ...retirement.map((value) => ({ value, label: value }))] },
    education: listed('education'),
    asset_value: listed('asset_value'),
    funds_sources: offered('funds_sources'),
    annual_income: listed('annual_income'),
    monthly_percentage: listed('monthly_percentage'),
    riskier: offered('riskier'),
    seeking: offered('seeking'),
    outside_investments: offered('outside_investments'),
    horizon: offered('horizon'),
    anticipation: offered('anticipation'),
    reaction: offered('reaction'),
    ...experienceGiven(listed),
    ...reachable(goalFields, typed),
    ...reachable(assetFields, typed),
  };
}

type Listed = { readonly options: readonly { readonly value: string; readonly label: string }[] };
type Experience = Readonly<Record<`${'years' | 'trades'}_${(typeof instruments)[number]}`, Listed>>;

function experienceGiven(listed: (list: 'years' | 'trades') => Listed): Experience {
  const [years, trades] = [listed('years'), listed('trades')];
  return Object.fromEntries(
    instruments.flatMap((each) => [
      [`years_${each}`, years],
      [`trades_${each}`, trades],
    ]),
  ) as Experience;
}

/** Each slider reaches as far as the others leave of a hundred (document 2 §5). */
function reachable<Field extends keyof Typed & string>(fields: readonly Field[], typed: Typed) {
  const sum = fields.reduce((all, field) => all + Number(typed[field]), 0);
  const of = fields.map((field) => [field, { reachable: 100 - (sum - Number(typed[field])) }]);
  return Object.fromEntries(of) as Readonly<Record<Field, { readonly reachable: number }>>;
}
