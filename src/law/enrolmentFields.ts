import { withoutEmployer, type EnrolmentGroup } from './enrolment.ts';

/** The parts of the form, a page each; the appropriateness test stands in the fourth (document 2 §4). */
export const enrolmentSections = ['you', 'address', 'means', 'experience', 'tax'] as const;
export type EnrolmentSection = (typeof enrolmentSections)[number];

/** Professions that an employer is asked of (document 2 §5): all but a few. */
const employed = Array.from({ length: 30 }, (_none, index) => String(index + 1)).filter((id) => !withoutEmployer.includes(id));

/** What every line tells; how it is drawn the contract holds to the kit of forms. */
interface Line extends Readonly<Record<string, unknown>> {
  readonly asked: {
    readonly section: EnrolmentSection;
    readonly of?: EnrolmentGroup;
    /** `server`: the client's country or record decides. */
    readonly need: 'required' | 'optional' | 'server';
    readonly rule: string;
  };
}

/**
 * Each field of document 2 §3 is one line: how it is drawn, in which section it stands, which group of a region asks it, and whether it
 * must be told. Without a group everybody is asked. The rule of its line holds on the page and on the server (`areas/enrolment/rules.ts`).
 */
// prettier-ignore
export const enrolmentLines = {
  first_name: { kind: 'text', label: 'enrolment.first_name', help: 'enrolment.first_name.help', autoComplete: 'given-name', maxLength: 100, asked: { section: 'you', need: 'server', rule: 'name' } },
  last_name: { kind: 'text', label: 'enrolment.last_name', autoComplete: 'family-name', maxLength: 100, asked: { section: 'you', need: 'server', rule: 'name' } },
  birth_date: { kind: 'date', label: 'enrolment.birth_date', years: { from: -100, till: -18 }, asked: { section: 'you', need: 'required', rule: 'adult' } },
  physical_sex: { kind: 'select', label: 'enrolment.physical_sex', asked: { section: 'you', need: 'required', rule: 'list' } },
  place_of_birth: { kind: 'country', label: 'enrolment.place_of_birth', asked: { section: 'you', need: 'required', rule: 'country' } },
  citizenship: { kind: 'country', label: 'enrolment.citizenship', asked: { section: 'you', of: 'suitability', need: 'required', rule: 'citizenship' } },
  national_doc_number: { kind: 'text', label: 'enrolment.national_doc_number', asked: { section: 'you', need: 'server', rule: 'nationalNumber' } },
  personal_data: { kind: 'check', label: 'enrolment.personal_data', missing: 'enrolment.personal_data.missing', asked: { section: 'you', need: 'required', rule: 'agreed' } },
  state_reg_id: { kind: 'select', label: 'enrolment.state_reg_id', asked: { section: 'address', need: 'server', rule: 'state' } },
  city_reg: { kind: 'text', label: 'enrolment.city_reg', autoComplete: 'address-level2', asked: { section: 'address', need: 'required', rule: 'address' } },
  address: { kind: 'text', label: 'enrolment.address', autoComplete: 'street-address', asked: { section: 'address', need: 'required', rule: 'address' } },
  individual_postcode: { kind: 'text', label: 'enrolment.individual_postcode', autoComplete: 'postal-code', isOptional: true, maxLength: 12, asked: { section: 'address', need: 'server', rule: 'postcode' } },
  country_extra_group: { kind: 'check', label: 'enrolment.country_extra_group', isOptional: true, asked: { section: 'address', need: 'optional', rule: 'free' } },
  country_extra: { kind: 'country', label: 'enrolment.country_extra', when: { field: 'country_extra_group', is: [true] }, asked: { section: 'address', need: 'required', rule: 'country' } },
  address_extra_comment: { kind: 'text', label: 'enrolment.address_extra_comment', when: { field: 'country_extra_group', is: [true] }, asked: { section: 'address', need: 'required', rule: 'free' } },
  education: { kind: 'select', label: 'enrolment.education', asked: { section: 'means', need: 'required', rule: 'list' } },
  education_level: { kind: 'select', label: 'enrolment.education_level', asked: { section: 'means', of: 'suitability', need: 'required', rule: 'list' } },
  profession_id: { kind: 'select', label: 'enrolment.profession_id', asked: { section: 'means', need: 'required', rule: 'list' } },
  occupation_other: { kind: 'text', label: 'enrolment.occupation_other', when: { field: 'profession_id', is: ['25'] }, asked: { section: 'means', need: 'required', rule: 'latin' } },
  employer_name: { kind: 'text', label: 'enrolment.employer_name', maxLength: 100, when: { field: 'profession_id', is: employed }, asked: { section: 'means', need: 'required', rule: 'employer' } },
  business_operation: { kind: 'select', label: 'enrolment.business_operation', when: { field: 'profession_id', is: employed }, asked: { section: 'means', of: 'suitability', need: 'required', rule: 'list' } },
  business_operation_other: { kind: 'text', label: 'enrolment.business_operation_other', when: { field: 'business_operation', is: ['other'] }, asked: { section: 'means', of: 'suitability', need: 'required', rule: 'latin' } },
  business_nature_eu: { kind: 'select', label: 'enrolment.business_nature', asked: { section: 'means', of: 'suitability', need: 'required', rule: 'list' } },
  business_nature: { kind: 'select', label: 'enrolment.business_nature', asked: { section: 'means', of: 'account', need: 'required', rule: 'list' } },
  pep: { kind: 'check', label: 'enrolment.pep', isOptional: true, asked: { section: 'means', need: 'optional', rule: 'free' } },
  pep_other: { kind: 'text', label: 'enrolment.pep_other', when: { field: 'pep', is: [true] }, asked: { section: 'means', need: 'required', rule: 'free' } },
  financial_income: { kind: 'select', label: 'enrolment.financial_income', asked: { section: 'means', need: 'required', rule: 'list' } },
  net_worth: { kind: 'select', label: 'enrolment.net_worth', asked: { section: 'means', need: 'required', rule: 'list' } },
  funds_source: { kind: 'select', label: 'enrolment.funds_source', asked: { section: 'means', need: 'required', rule: 'list' } },
  funds_source_other: { kind: 'text', label: 'enrolment.funds_source_other', when: { field: 'funds_source', is: ['6'] }, asked: { section: 'means', need: 'required', rule: 'free' } },
  purpose_of_transactions: { kind: 'select', label: 'enrolment.purpose_of_transactions', asked: { section: 'means', need: 'required', rule: 'list' } },
  purpose_of_transactions_other: { kind: 'text', label: 'enrolment.purpose_of_transactions_other', when: { field: 'purpose_of_transactions', is: ['other'] }, asked: { section: 'means', need: 'required', rule: 'free' } },
  intend_deposit_funds: { kind: 'select', label: 'enrolment.intend_deposit_funds', asked: { section: 'means', need: 'required', rule: 'list' } },
  anticipated_turnover: { kind: 'select', label: 'enrolment.anticipated_turnover', asked: { section: 'means', need: 'required', rule: 'list' } },
  deposit_method: { kind: 'select', label: 'enrolment.deposit_method', asked: { section: 'means', of: 'account', need: 'required', rule: 'list' } },
  account: { kind: 'select', label: 'enrolment.account', asked: { section: 'means', of: 'account', need: 'required', rule: 'list' } },
  traded_system_experience: { kind: 'checks', label: 'enrolment.traded_system_experience', asked: { section: 'experience', need: 'required', rule: 'experience' } },
  how_long_have_you_been_trading: { kind: 'select', label: 'enrolment.how_long_have_you_been_trading', asked: { section: 'experience', need: 'required', rule: 'list' } },
  number_of_total_trades_per_month: { kind: 'select', label: 'enrolment.number_of_total_trades_per_month', asked: { section: 'experience', need: 'required', rule: 'list' } },
  average_annual_volume: { kind: 'select', label: 'enrolment.average_annual_volume', asked: { section: 'experience', need: 'required', rule: 'list' } },
  trade_cfd_before: { kind: 'choice', label: 'enrolment.trade_cfd_before', asked: { section: 'experience', of: 'cfd_before', need: 'required', rule: 'yesNo' } },
  significant_size_in_cfds: { kind: 'choice', label: 'enrolment.significant_size_in_cfds', asked: { section: 'experience', of: 'suitability', need: 'required', rule: 'yesNo' } },
  one_year_exp_in_financial_sector: { kind: 'choice', label: 'enrolment.one_year_exp_in_financial_sector', asked: { section: 'experience', of: 'suitability', need: 'required', rule: 'yesNo' } },
  risk_understanding: { kind: 'choice', label: 'enrolment.risk_understanding', asked: { section: 'experience', of: 'risk_understanding', need: 'required', rule: 'understood' } },
  is_understand_risks: { kind: 'check', label: 'enrolment.is_understand_risks', missing: 'enrolment.is_understand_risks.missing', asked: { section: 'experience', need: 'required', rule: 'agreed' } },
  answers: { kind: 'questions', label: 'enrolment.answers', missing: 'enrolment.wrong.test', asked: { section: 'experience', need: 'server', rule: 'test' } },
  pay_taxes_in_place_of_birth: { kind: 'check', label: 'enrolment.pay_taxes_in_place_of_birth', isOptional: true, asked: { section: 'tax', need: 'optional', rule: 'free' } },
  tax_residency: { kind: 'country', label: 'enrolment.tax_residency', when: { field: 'pay_taxes_in_place_of_birth', is: [false] }, asked: { section: 'tax', need: 'required', rule: 'country' } },
  dont_have_tax_id: { kind: 'check', label: 'enrolment.dont_have_tax_id', isOptional: true, asked: { section: 'tax', need: 'optional', rule: 'free' } },
  no_tin_reason: { kind: 'select', label: 'enrolment.no_tin_reason', when: { field: 'dont_have_tax_id', is: [true] }, asked: { section: 'tax', need: 'required', rule: 'list' } },
  no_tin_reason_other: { kind: 'text', label: 'enrolment.no_tin_reason_other', when: { field: 'no_tin_reason', is: ['3'] }, asked: { section: 'tax', need: 'required', rule: 'free' } },
  tax_id: { kind: 'text', label: 'enrolment.tax_id', isOptional: true, maxLength: 20, when: { field: 'dont_have_tax_id', is: [false] }, asked: { section: 'tax', need: 'optional', rule: 'taxId' } },
  security_question: { kind: 'select', label: 'enrolment.security_question', asked: { section: 'tax', need: 'required', rule: 'list' } },
  security_answer: { kind: 'text', label: 'enrolment.security_answer', isSecret: true, autoComplete: 'off', maxLength: 100, asked: { section: 'tax', need: 'required', rule: 'free' } },
  tc_accept: { kind: 'check', label: 'enrolment.tc_accept', missing: 'enrolment.tc_accept.missing', asked: { section: 'tax', need: 'server', rule: 'agreed' } },
} as const satisfies Readonly<Record<string, Line>>;

export type EnrolmentField = keyof typeof enrolmentLines;
export const enrolmentFields = Object.keys(enrolmentLines) as readonly EnrolmentField[];

/** What of it a client can tell anew, and what belongs together (document 2 §7, readings 1). */
export const updatedSections = {
  employment: ['profession_id', 'occupation_other', 'employer_name'],
  means: ['financial_income', 'net_worth', 'funds_source', 'funds_source_other'],
  anticipated_turnover: ['anticipated_turnover'],
  tax: ['pay_taxes_in_place_of_birth', 'tax_residency', 'dont_have_tax_id', 'no_tin_reason', 'no_tin_reason_other', 'tax_id'],
} as const satisfies Readonly<Record<string, readonly EnrolmentField[]>>;

export type UpdatedSection = keyof typeof updatedSections;
