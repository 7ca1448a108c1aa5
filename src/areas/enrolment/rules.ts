import {
  addressPattern,
  leastAge,
  nationalNumberRule,
  noTaxIdWarning,
  postcodeRule,
  type EnrolmentGroup,
} from '../../law/enrolment.ts';
import { enrolmentFields, enrolmentLines as fields, type EnrolmentField } from '../../law/enrolmentFields.ts';
import { readAnswers, countedAnswers, unanswered, type Linked } from '../../base/questions.ts';
import { fitsTaxId, noTaxIdCountries, taxIdRule, requiresTaxId } from '../../law/taxIds.ts';

/** What is typed, under the names of the fields: text, of a list with commas between, yes or no. */
export type Answers = Readonly<Partial<Record<EnrolmentField, string | boolean>>>;

/** What of a client and of the moment decides what is asked. */
export interface Asked {
  /** ISO 3166 alpha-2: where the client lives. */
  readonly country: string;
  readonly groups: readonly EnrolmentGroup[];
  readonly isNameEmpty: boolean;
  readonly isTermsAgreed: boolean;
  readonly hasStates: boolean;
  readonly refusesCitizens: readonly string[];
  /** Of the appropriateness test; none for whoever has passed it, or is not asked. */
  readonly questions: readonly Linked[];
  /** YYYY-MM-DD. */
  readonly today: string;
  /** The yearly confirmation, which asks for less; left out: the second step. */
  readonly isRetake?: boolean;
}

export type Need = 'required' | 'optional' | 'hidden';

/** Whether each field must be told by this client, may be, or is not asked. */
export function needsOf(asked: Asked): Readonly<Record<EnrolmentField, Need>> {
  return Object.fromEntries(enrolmentFields.map((name) => [name, needOf(name, asked)])) as Record<EnrolmentField, Need>;
}

function needOf(name: EnrolmentField, asked: Asked): Need {
  if (asked.isRetake === true && notConfirmed.has(name)) return 'hidden';
  const line: { readonly of?: EnrolmentGroup; readonly need: 'required' | 'optional' | 'server' } = fields[name].asked;
  if (line.of !== undefined && !asked.groups.includes(line.of)) return 'hidden';
  return line.need === 'server' ? (serverNeeds[name]?.(asked) ?? 'optional') : line.need;
}

/** Document 2 §3: the retake form lacks the names and the no-TIN fields. The security question is none of what can have changed (ours). */
const notConfirmed: ReadonlySet<EnrolmentField> = new Set([
  'first_name',
  'last_name',
  'dont_have_tax_id',
  'no_tin_reason',
  'no_tin_reason_other',
  'security_question',
  'security_answer',
]);

/** What the client's country and record decide (document 2 §5). */
const serverNeeds: Readonly<Partial<Record<EnrolmentField, (asked: Asked) => Need>>> = {
  first_name: ({ isNameEmpty }) => (isNameEmpty ? 'required' : 'hidden'),
  last_name: ({ isNameEmpty }) => (isNameEmpty ? 'required' : 'hidden'),
  national_doc_number: ({ country }) => (nationalNumberRule(country) ? 'required' : 'hidden'),
  state_reg_id: ({ hasStates }) => (hasStates ? 'required' : 'hidden'),
  individual_postcode: ({ country }) => (postcodeRule(country).isRequired ? 'required' : 'optional'),
  answers: ({ questions }) => (questions.length > 0 ? 'required' : 'hidden'),
  tc_accept: ({ isTermsAgreed }) => (isTermsAgreed ? 'hidden' : 'required'),
};

/**
 * What the other fields become when one has changed (document 2 §4). Traded experience "no" stands alone, taxes that are paid where
 * one was born are due in that country, and where the tax number is the national one it is filled in from there.
 */
export function derived<Values extends Answers>(next: Values, before: Values): Values {
  const residency = next.pay_taxes_in_place_of_birth === true ? next.place_of_birth : next.tax_residency;
  const mayLack = noTaxIdCountries.includes(String(residency ?? ''));
  return {
    ...next,
    traded_system_experience: tradedAlone(
      String(next.traded_system_experience ?? ''),
      String(before.traded_system_experience ?? ''),
    ),
    dont_have_tax_id: next.dont_have_tax_id === true && mayLack,
    // Whoever lives elsewhere is not asked for the national number, and tells it as the tax number.
    ...(taxIdRule(residencyOf(next)).is_nid && isTold(next.national_doc_number) && next.dont_have_tax_id !== true
      ? { tax_id: next.national_doc_number }
      : {}),
  };
}

/** Of taxes told anew, over what was told before: a tick that is not shown any more is taken back, since whoever does not see it cannot. */
export function withoutUnseenTick<Typed extends { readonly dont_have_tax_id: boolean }>(typed: Typed, told: Answers): Typed {
  const all: Answers = { ...told, ...typed };
  return { ...typed, dont_have_tax_id: derived(all, all).dont_have_tax_id === true };
}

function isTold(answer: string | boolean | undefined): boolean {
  return typeof answer === 'string' && answer.trim() !== '';
}

function tradedAlone(next: string, before: string): string {
  const ids = next.split(',').filter(Boolean);
  if (ids.length < 2 || !ids.includes('no')) return ids.join(',');
  return before.split(',').includes('no') ? ids.filter((id) => id !== 'no').join(',') : 'no';
}

/** The country whose taxes the client pays; empty while it is not known. */
export function residencyOf(answers: Answers): string {
  return String((answers.pay_taxes_in_place_of_birth === true ? answers.place_of_birth : answers.tax_residency) ?? '');
}

/** Whether a tax residency or number that was told before becomes another one: adding a number to none changes nothing. */
export function changesTaxes(before: Answers, next: Answers): boolean {
  const numberOf = ({ tax_id: number }: Answers): string => String(number ?? '').trim();
  const isElsewhere = residencyOf(before) !== '' && residencyOf(next) !== residencyOf(before);
  return isElsewhere || (numberOf(before) !== '' && numberOf(next) !== numberOf(before));
}

/** Fields that this client is not shown as things stand, beyond the dependencies that the form declares. */
export function hiddenOf(answers: Answers, needs: Readonly<Record<string, Need | undefined>>): readonly EnrolmentField[] {
  const residency = residencyOf(answers);
  const hasTraded = !['', 'no'].includes(String(answers.traded_system_experience ?? ''));
  const unseen: Readonly<Partial<Record<EnrolmentField, boolean>>> = {
    how_long_have_you_been_trading: !hasTraded,
    number_of_total_trades_per_month: !hasTraded,
    average_annual_volume: !hasTraded,
    dont_have_tax_id: !noTaxIdCountries.includes(residency),
    // It stands in the form already, as the national number.
    tax_id: residency === '' || (taxIdRule(residency).is_nid && needs['national_doc_number'] !== 'hidden'),
  };
  return enrolmentFields.filter((name) => needs[name] === 'hidden' || unseen[name] === true);
}

/** What is said of each rule that is broken. */
export const sentences = {
  missing: 'ui.check.missing',
  latin: 'enrolment.wrong.latin',
  adult: 'enrolment.wrong.adult',
  address: 'enrolment.wrong.address',
  employer: 'enrolment.wrong.employer',
  citizenship: 'enrolment.wrong.citizenship',
  number: 'enrolment.wrong.number',
  choice: 'enrolment.wrong.choice',
  understood: 'enrolment.wrong.understood',
  test: 'enrolment.wrong.test',
  verified: 'enrolment.wrong.verified',
  not_issued: 'enrolment.wrong.not_issued',
} as const;
export type FaultKind = keyof typeof sentences;

export type Faults = Readonly<Partial<Record<EnrolmentField, FaultKind>>>;

/** What is wrong with the answers of the fields that are shown: on the page before they are sent, on the server again. */
export function faultsIn(answers: Answers, shown: readonly EnrolmentField[], asked: Asked): Faults {
  const needs = needsOf(asked);
  return Object.fromEntries(
    shown.flatMap((name) => {
      const value = answers[name];
      const isEmpty = value === undefined || value === false || (typeof value === 'string' && value.trim() === '');
      if (isEmpty) return needs[name] === 'required' ? [[name, missingOf(name)]] : [];
      const fault = rules[fields[name].asked.rule]({ value: String(value).trim(), answers, asked });
      return fault === undefined ? [] : [[name, fault]];
    }),
  );
}

/** Of what is told anew no field is a region's own. The tax number is the national one where that was told. */
function askedAnew(country: string): Asked {
  const nobodys = { groups: [], refusesCitizens: [], questions: [], today: '' };
  return { ...nobodys, country, isNameEmpty: false, isTermsAgreed: true, hasStates: false };
}

/** Of a section that is told anew, the fields that are not shown as things stand; the answers are those that were told before, with what is typed over them. */
export function hiddenAnew(answers: Answers, country: string): readonly EnrolmentField[] {
  const needs = {
    ...needsOf(askedAnew(country)),
    ...(isTold(answers.national_doc_number) ? {} : { national_doc_number: 'hidden' as const }),
  };
  return hiddenOf(answers, needs);
}

/** What is wrong of it, which the page says before it is sent. */
export function faultsAnew(answers: Answers, shown: readonly EnrolmentField[], country: string): Faults {
  return faultsIn(answers, shown, askedAnew(country));
}

function missingOf(name: EnrolmentField): FaultKind {
  return name === 'answers' ? 'test' : 'missing';
}

type Rule = (typeof fields)[EnrolmentField]['asked']['rule'];
interface Judged {
  readonly value: string;
  readonly answers: Answers;
  readonly asked: Asked;
}

const country = /^[A-Z]{2}$/;
/** Letters, hyphen, space (document 2 §5). */
const latin = /^\p{Script=Latin}[\p{Script=Latin}\p{M} -]*$/u;
const fit = (isFit: boolean, fault: FaultKind): FaultKind | undefined => (isFit ? undefined : fault);

/** Every rule of document 2 §5 that a field names. */
const rules: Readonly<Record<Rule, (judged: Judged) => FaultKind | undefined>> = {
  name: ({ value }) => fit(latin.test(value), 'latin'),
  latin: ({ value }) => fit(latin.test(value), 'latin'),
  adult: ({ value, asked }) => adult(value, asked.today),
  // Whether it is one of the list, the server knows, which has shown it.
  list: () => undefined,
  state: ({ value }) => fit(/^\d{1,3}$/.test(value), 'choice'),
  experience: ({ value }) => fit(!value.split(',').includes('no') || value === 'no', 'choice'),
  yesNo: ({ value }) => fit(value === 'yes' || value === 'no', 'choice'),
  understood: ({ value }) => (value === 'no' ? 'understood' : fit(value === 'yes', 'choice')),
  country: ({ value }) => fit(country.test(value), 'choice'),
  citizenship: ({ value, asked }) =>
    country.test(value) ? fit(!asked.refusesCitizens.includes(value), 'citizenship') : 'choice',
  nationalNumber: ({ value, asked }) => fit(nationalNumberRule(asked.country)?.pattern.test(value) ?? true, 'number'),
  postcode: ({ value, asked }) => fit(postcodeRule(asked.country).pattern.test(value), 'number'),
  address: ({ value, asked }) => fit(addressPattern(asked.country).test(value), 'address'),
  // English only, with a letter or a digit.
  employer: ({ value }) => fit(/^(?=.*[A-Za-z0-9])[ -~]{2,100}$/.test(value), 'employer'),
  taxId: ({ value, answers }) => fit(fitsTaxId(residencyOf(answers), value), 'number'),
  test: ({ value, asked: { questions } }) =>
    unanswered(questions, countedAnswers(questions, readAnswers(value))).length === 0 ? undefined : 'test',
  agreed: () => undefined,
  free: () => undefined,
};

/** At least eighteen and at most a hundred years old. */
function adult(value: string, today: string): FaultKind | undefined {
  const at = new Date(`${value}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== value) return 'choice';
  const turned = (years: number): string => `${Number(today.slice(0, 4)) - years}${today.slice(4)}`;
  return fit(value <= turned(leastAge) && value >= turned(101), 'adult');
}

/** What is known of somebody beyond what they say: by their papers, and by what those were held against. */
export interface Proven {
  readonly birthDate: string | null;
  readonly numbers: readonly string[];
  /** What was told when the papers were approved; nothing where none were. */
  readonly before: Answers;
}

/** Nobody becomes somebody else once papers have shown who they are: neither the birth date nor the national number changes (ours). */
export function contradicting(
  answers: Answers,
  shown: readonly EnrolmentField[],
  { birthDate, numbers, before }: Proven,
): Faults {
  const born = birthDate ?? String(before.birth_date ?? '');
  const plain = (value: unknown): string =>
    String(value ?? '')
      .toUpperCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, '');
  const [number, known] = [plain(answers.national_doc_number), plain(before.national_doc_number)];
  const isOther = known !== '' && number !== known && !numbers.some((each) => plain(each) === number);
  return {
    ...(shown.includes('birth_date') && born !== '' && answers.birth_date !== born ? { birth_date: 'verified' } : {}),
    ...(shown.includes('national_doc_number') && number !== '' && isOther ? { national_doc_number: 'verified' } : {}),
  };
}

/** Document 2 §5: an empty number with no word about why is asked about once more where the country asks for one, but for Nigeria. */
export function lacksTaxId(answers: Answers, { country: home }: Pick<Asked, 'country'>): boolean {
  const isEmpty = String(answers.tax_id ?? '').trim() === '';
  const residency = residencyOf(answers);
  const isOwed = residency !== '' && requiresTaxId(residency) && !noTaxIdWarning.includes(home);
  return isEmpty && answers.dont_have_tax_id !== true && isOwed;
}

/**
 * Two of three (trade rules, "elective professional"): trades of significant size in every quarter, means above half a million, a year
 * in a job that asks for the knowledge.
 */
export function isLikeProfessional(answers: Answers): boolean {
  const signs = [
    answers.significant_size_in_cfds === 'yes',
    answers.net_worth === '4',
    answers.one_year_exp_in_financial_sector === 'yes',
  ];
  return signs.filter(Boolean).length >= 2;
}
