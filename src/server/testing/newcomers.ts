/** What newcomers tell in the second step, filled in well. */

/** What everybody is asked, filled in well. */
export const everybody = {
  birth_date: '1990-05-04',
  physical_sex: 'female',
  place_of_birth: 'MY',
  personal_data: true,
  city_reg: 'Springfield',
  address: 'Harbour Street 5',
  individual_postcode: '50000',
  education: '3',
  profession_id: '14',
  employer_name: 'Harbour Works',
  financial_income: '2',
  net_worth: '2',
  funds_source: '1',
  purpose_of_transactions: '1',
  intend_deposit_funds: '2',
  anticipated_turnover: '5',
  traded_system_experience: ['no'],
  is_understand_risks: true,
  tax_residency: 'MY',
  tax_id: 'SG12345678',
  security_question: '1',
  security_answer: 'Seaside School',
  tc_accept: true,
  terms_version: 1,
};
export const account = { business_nature: '1', deposit_method: 'card', account: 'standard' };
export const suitability = {
  citizenship: 'DE',
  education_level: '1',
  business_operation: 'manager',
  business_nature_eu: '1',
  significant_size_in_cfds: 'no',
  one_year_exp_in_financial_sector: 'no',
};
/** Somebody who has never traded, and knows what it is about. */
export const knowing = [123, 146, 148, 152, 155, 158, 160, 163, 167, 169].map(String);

/** For each region's newcomer, what it asks besides. */
export const regions = {
  global: { client: 'global.my', body: { ...everybody, ...account } },
  eu: {
    client: 'eu.lead',
    body: {
      ...everybody,
      ...suitability,
      trade_cfd_before: 'no',
      individual_postcode: '10115',
      answers: [...knowing, '172'],
      place_of_birth: 'DE',
      tax_residency: 'DE',
      tax_id: '12345678901',
    },
  },
  uk: {
    client: 'uk.lead',
    body: {
      ...everybody,
      ...suitability,
      trade_cfd_before: 'no',
      individual_postcode: 'SW1A 1AA',
      answers: [...knowing, '175'],
      tax_residency: 'GB',
      tax_id: '1234567890',
    },
  },
} as const;
