import type { EnrolmentGroup } from '../../../law/enrolment.ts';
import { enrolmentFields } from '../../../law/enrolmentFields.ts';
import { emptyOf } from '../../../protocol/form.ts';
import { DocumentList } from '../../../ui/components/DocumentList.tsx';
import type { Given } from '../../../ui/form/FormFields.tsx';
import type { TypedOf } from '../../../ui/form/useForm.ts';
import type { Words } from '../../../ui/words/words.ts';
import type { enrolmentContract, EnrolmentDetails } from '../contract.ts';
import type { Asked } from '../rules.ts';

type Declared = typeof enrolmentContract.forms.enrolment;
type Details = EnrolmentDetails;
type Chosen = 'account' | 'risk_understanding';

/** Document 2 §4: these account types show a note. */
export function isPro(account: string): boolean {
  return account === 'pro';
}

export function emptyTyped({ fields }: Declared): TypedOf<Declared> {
  // Each kind of control says what it holds while it is empty: the declaration gave both their type.
  return Object.fromEntries(enrolmentFields.map((name) => [name, emptyOf(fields[name])])) as TypedOf<Declared>;
}

/** What the rules look at, as the server has told it. */
export function askedBy(details: Details, country: string): Asked {
  const isAsked = (name: string): boolean => details.fields[name] !== 'hidden';
  const groups: readonly (readonly [EnrolmentGroup, string])[] = [
    ['suitability', 'significant_size_in_cfds'],
    ['account', 'account'],
    ['cfd_before', 'trade_cfd_before'],
    ['risk_understanding', 'risk_understanding'],
  ];
  return {
    country,
    groups: groups.flatMap(([group, field]) => (isAsked(field) ? [group] : [])),
    isNameEmpty: details.is_name_empty,
    isTermsAgreed: !isAsked('tc_accept'),
    hasStates: isAsked('state_reg_id'),
    refusesCitizens: details.refused_citizens,
    questions: details.test?.questions ?? [],
    today: details.today,
    isRetake: details.is_retake,
  };
}

export function yesNoOf(t: Words['t']) {
  return {
    options: [
      { value: 'yes', label: t('enrolment.yes') },
      { value: 'no', label: t('enrolment.no') },
    ],
  };
}

interface GivenParts {
  readonly t: Words['t'];
  /** Asks something back about a choice. */
  readonly choose: (name: Chosen) => (value: string) => void;
}

/** What the fields are drawn with: lists as this client is offered them. */
export function givenOf(details: Details, { t, choose }: GivenParts): Given<Declared> {
  const list = (name: string) => ({
    options: (details.field_dictionaries[name] ?? []).map(({ id, translate_string: label }) => ({ value: id, label })),
  });
  const select = (name: string) => ({ options: [{ value: '', label: t('enrolment.choose') }, ...list(name).options] });
  const yesNo = yesNoOf(t);
  return {
    answers: { questions: details.test?.questions ?? [] },
    birth_date: { thisYear: Number(details.today.slice(0, 4)), isYearFirst: details.is_year_first },
    physical_sex: select('physical_sex'),
    citizenship: { isDisabled: (country) => details.refused_citizens.includes(country) },
    state_reg_id: select('state_reg_id'),
    education: select('education'),
    education_level: select('education_level'),
    profession_id: select('profession_id'),
    business_operation: select('business_operation'),
    business_nature_eu: select('business_nature_eu'),
    business_nature: select('business_nature'),
    financial_income: select('financial_income'),
    net_worth: select('net_worth'),
    funds_source: select('funds_source'),
    purpose_of_transactions: select('purpose_of_transactions'),
    intend_deposit_funds: select('intend_deposit_funds'),
    anticipated_turnover: select('anticipated_turnover'),
    deposit_method: select('deposit_method'),
    account: { ...select('account'), choose: choose('account') },
    traded_system_experience: list('traded_system_experience'),
    how_long_have_you_been_trading: select('how_long_have_you_been_trading'),
    number_of_total_trades_per_month: select('number_of_total_trades_per_month'),
    average_annual_volume: select('average_annual_volume'),
    trade_cfd_before: yesNo,
    significant_size_in_cfds: yesNo,
    one_year_exp_in_financial_sector: yesNo,
    risk_understanding: { ...yesNo, choose: choose('risk_understanding') },
    no_tin_reason: select('no_tin_reason'),
    security_question: select('security_question'),
    ...(details.fields['tc_accept'] === 'hidden'
      ? {}
      : {
          security_answer: {
            after: <DocumentList documents={details.terms.documents} nameOf={(key) => t(`opening.document.${key}`)} />,
          },
        }),
  };
}
