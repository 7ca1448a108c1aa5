import { expect, test } from 'vitest';
import { collectQuestions } from '../../../bin/catalogue.ts';

/** Document 2 §3, "Registration step 2 form", word by word. */
const named = [
  'first_name last_name birth_date place_of_birth physical_sex education education_level occupation_other business_operation',
  'business_operation_other employer_name pep pep_other city_reg address country_extra_group country_extra address_extra_comment',
  'financial_income net_worth funds_source funds_source_other purpose_of_transactions purpose_of_transactions_other',
  'business_nature_eu intend_deposit_funds anticipated_turnover traded_system_experience how_long_have_you_been_trading',
  'number_of_total_trades_per_month average_annual_volume is_understand_risks state_reg_id tc_accept pay_taxes_in_place_of_birth',
  'tax_residency tax_id no_tin_reason no_tin_reason_other dont_have_tax_id national_doc_number significant_size_in_cfds',
  'one_year_exp_in_financial_sector trade_cfd_before risk_understanding answers',
].flatMap((line) => line.split(' '));

/** Sections 5 and 7 name these of the same form. */
const elsewhere = [
  'profession_id',
  'individual_postcode',
  'citizenship',
  'security_question',
  'account',
  'deposit_method',
  'business_nature',
];

/** Ours: what must be agreed to, and the answer to the question. */
const ours = ['personal_data', 'security_answer'];

test('every name of the document is a line of the form, with its section, whom it is asked, whether it must be told, and its rule', async () => {
  const questions = (await collectQuestions()).filter(({ form }) => form === 'enrolment.enrolment');
  const lines = new Set(questions.map(({ field }) => field));
  // Of the document's list `no_tin_allowed` is told by the server and `{token}` goes with every write: nobody types them.
  expect([...lines].toSorted()).toEqual([...named, ...elsewhere, ...ours].toSorted());
  for (const line of questions) for (const cell of Object.values(line)) expect(cell).not.toBe('');
});
