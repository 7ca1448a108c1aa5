/* What investors are asked, how much risk follows from it, and where each status leads (document 2 §§3–4, 9; readings). */

export const investorStatuses = [
  'form',
  'waiting_form_approve',
  'time_to_deposit',
  'wait_pmd_to_invest',
  'contact_pmd',
  'active',
] as const;
export type InvestorStatus = (typeof investorStatuses)[number];

export type InvestorPage = 'questionnaire' | 'waiting' | 'approved' | 'investments';

const pageOfStatus: Readonly<Record<InvestorStatus, InvestorPage>> = {
  form: 'questionnaire',
  waiting_form_approve: 'waiting',
  time_to_deposit: 'approved',
  wait_pmd_to_invest: 'investments',
  contact_pmd: 'investments',
  active: 'investments',
};

/**
 * Where somebody of a status is led who has come to a page; undefined: they stay; `unknown`: no page is theirs, as of a status that a
 * newer server tells an older page (document 2 §8: it is logged, and leads back). The questionnaire is not left when it is to be changed
 * (document 2 §4), and nobody is led away from a withdrawal, which is no page of this table.
 */
export function leadsInvestor(
  page: InvestorPage,
  of: { readonly status: string; readonly isChanging?: boolean },
): InvestorPage | 'unknown' | undefined {
  const status = investorStatuses.find((each) => each === of.status);
  if (status === undefined) return 'unknown';
  const own = pageOfStatus[status];
  return page === own || (page === 'questionnaire' && of.isChanging === true) ? undefined : own;
}

/** Document 2 §3: 1 very aggressive, 2 aggressive, 3 moderate, 4 conservative. */
export const investorRisks = [1, 2, 3, 4] as const;
export type InvestorRisk = (typeof investorRisks)[number];

export const riskNames = { 1: 'very_aggressive', 2: 'aggressive', 3: 'moderate', 4: 'conservative' } as const satisfies Readonly<
  Record<InvestorRisk, string>
>;

/** The riskiest strategy that fits each, by its level of 1 to 10: the labels of document 2 §9, the first step above them our own. */
const mostLevel: Readonly<Record<InvestorRisk, number>> = { 1: 10, 2: 8, 3: 6, 4: 2 };

/** Whether a strategy fits. One that is too young to have a level fits only who would take any (our own rule). */
export function isSuitable(investor: InvestorRisk, level: number | null): boolean {
  return (level ?? 10) <= mostLevel[investor];
}

/** What may be chosen, of each question that has a list. Which words belong to which id is our own. */
export const investorLists = {
  occupation: ['employed', 'self_employed', 'retired', 'student', 'not_working'],
  education: ['school', 'college', 'bachelor', 'master'],
  asset_value: ['to20', 'to50', 'to200', 'above200'],
  funds_sources: ['employment', 'savings', 'investments', 'inheritance', 'other'],
  annual_income: ['to20', 'to50', 'to100', 'above100'],
  monthly_percentage: ['m5', 'm10', 'm25', 'm_more'],
  // Document 2 §9: per cent.
  riskier: ['20', '35', '50', '80'],
  seeking: ['safety', 'income', 'growth', 'most'],
  outside_investments: ['little', 'quarter', 'half', 'nearly_all'],
  horizon: ['y1', 'y3', 'y5', 'more'],
  anticipation: ['inflation', 'a10', 'a30', 'a_more'],
  reaction: ['sell_all', 'sell_part', 'wait', 'add'],
  years: ['none', 'to1', 'to3', 'above3'],
  trades: ['t10', 't40', 't_more'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export const instruments = ['forex', 'metals', 'indices', 'shares', 'bonds', 'funds', 'futures', 'options'] as const;
export type Instrument = (typeof instruments)[number];

/** Document 2 §9: the retirement date lists fifty years. */
export const retirementYears = 50;

/** The four sliders of question 12, answers 12 to 15, in steps of 25 (document 2 §5); and what one owns, 8 to 11, in steps of 10. */
export const goalFields = ['preservation', 'income', 'growth', 'speculation'] as const;
export const assetFields = ['assets_cash', 'assets_bonds', 'assets_shares', 'assets_other'] as const;
/** Pictures of the suitability questions 16 to 21. */
export const suitabilityFields = ['riskier', 'seeking', 'outside_investments', 'horizon', 'anticipation', 'reaction'] as const;

const plainFields = [
  'occupation',
  'retirement_date',
  'education',
  'asset_value',
  'funds_sources',
  'annual_income',
  'monthly_percentage',
] as const;

/** The field of each id, 1 to 21 and 46; 22 to 45 are main, years and trades of each instrument. */
const numbered: Readonly<Record<string, number>> = Object.fromEntries(
  [...plainFields, ...assetFields, ...goalFields, ...suitabilityFields].map((field, index) => [field, index + 1]),
);

export interface InvestorAnswer {
  readonly id: number;
  readonly answer: string;
}

export type GivenAnswers = Readonly<Record<string, string | undefined>>;

/** What was answered, by the documents' ids. */
export function numberedAnswers(given: GivenAnswers): readonly InvestorAnswer[] {
  const plain = Object.entries(numbered).map(([field, id]) => ({ id, answer: given[field] ?? '' }));
  const traded = instruments.flatMap((instrument, index) => {
    const years = given[`years_${instrument}`] ?? 'none';
    const first = 22 + 3 * index;
    const main = { id: first, answer: years === 'none' ? 'no' : 'yes' };
    if (years === 'none') return [main];
    return [main, { id: first + 1, answer: years }, { id: first + 2, answer: given[`trades_${instrument}`] ?? '' }];
  });
  const comments = given['comments'] ?? '';
  return [...plain, ...traded, ...(comments === '' ? [] : [{ id: 46, answer: comments }])];
}

/** The same as the form has it. */
export function answersByField(answers: readonly InvestorAnswer[]): Readonly<Record<string, string>> {
  const byId = new Map(answers.map(({ id, answer }) => [id, answer]));
  const fields: (readonly [string, string | undefined])[] = [
    ...Object.entries(numbered).map(([field, id]) => [field, byId.get(id)] as const),
    ...instruments.flatMap((instrument, index) => [
      [`years_${instrument}`, byId.get(22 + 3 * index) === 'no' ? 'none' : byId.get(23 + 3 * index)] as const,
      [`trades_${instrument}`, byId.get(24 + 3 * index)] as const,
    ]),
    ['comments', byId.get(46)],
  ];
  return Object.fromEntries(fields.flatMap(([field, answer]) => (answer === undefined ? [] : [[field, answer]])));
}

/** Document 2 §3: the sliders as 1 to 5, the pictures as the option's place from 1 on. */
export function suitabilityAnswers(given: GivenAnswers): readonly { readonly id: number; readonly answer: number }[] {
  return [
    ...goalFields.map((field, index) => ({ id: 12 + index, answer: Number(given[field] ?? 0) / 25 + 1 })),
    ...suitabilityFields.map((field, index) => ({ id: 16 + index, answer: chosen(field, given) + 1 })),
  ];
}

function chosen(field: (typeof suitabilityFields)[number], given: GivenAnswers): number {
  const options: readonly string[] = investorLists[field];
  return Math.max(0, options.indexOf(given[field] ?? ''));
}

/**
 * How much risk follows from the suitability answers: each counts from nothing to three, the sliders together as one (our own rule).
 * Money that one cannot do without counts the other way round.
 */
export function riskOf(given: GivenAnswers): InvestorRisk {
  const goals = goalFields.reduce((sum, field, weight) => sum + (weight * Number(given[field] ?? 0)) / 100, 0);
  const pictures = suitabilityFields.reduce((sum, field) => {
    const place = chosen(field, given);
    return sum + (field === 'outside_investments' ? 3 - place : place);
  }, 0);
  const score = goals + pictures;
  if (score <= 6) return 4;
  if (score <= 11) return 3;
  return score <= 16 ? 2 : 1;
}

/** Whether sliders come to exactly a hundred. */
export function isWhole(fields: readonly string[], given: GivenAnswers): boolean {
  return fields.reduce((sum, field) => sum + Number(given[field] ?? 0), 0) === 100;
}
