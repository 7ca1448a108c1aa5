import fc from 'fast-check';
import { expect, test } from 'vitest';
import { enrolmentFields, enrolmentLines as fields, type EnrolmentField } from '../../law/enrolmentFields.ts';
import {
  contradicting,
  derived,
  faultsAnew,
  faultsIn,
  hiddenAnew,
  hiddenOf,
  isLikeProfessional,
  lacksTaxId,
  needsOf,
  withoutUnseenTick,
  type Answers,
  type Asked,
} from './rules.ts';

const asked: Asked = {
  country: 'DE',
  groups: ['suitability', 'cfd_before', 'risk_understanding', 'account'],
  isNameEmpty: true,
  isTermsAgreed: false,
  hasStates: true,
  refusesCitizens: ['IR'],
  questions: [{ id: 27, answers: [{ id: 121, presets: [] }], sub_questions: [] }],
  today: '2026-11-22',
};

/** A value that fits and each that does not, with what is told of it; under the country that decides. */
const inputs: readonly (readonly [EnrolmentField, string | boolean, string | undefined, Partial<Asked>?, Answers?])[] = [
  ['first_name', 'Anna-María Luz', undefined],
  ['first_name', 'Анна', 'latin'],
  ['first_name', 'Anna1', 'latin'],
  ['first_name', '', 'missing'],
  ['last_name', 'O Brien', undefined],
  ['last_name', '-', 'latin'],
  ['birth_date', '2008-11-22', undefined],
  ['birth_date', '2008-11-23', 'adult'],
  ['birth_date', '1925-11-21', 'adult'],
  ['birth_date', '1990-02-30', 'choice'],
  ['birth_date', '1990-02', 'choice'],
  ['birth_date', '', 'missing'],
  ['place_of_birth', 'DE', undefined],
  ['place_of_birth', 'Germany', 'choice'],
  ['citizenship', 'DE', undefined],
  ['citizenship', 'IR', 'citizenship'],
  ['citizenship', 'IR', undefined, { refusesCitizens: [] }],
  ['citizenship', 'iran', 'choice'],
  ['national_doc_number', '11010519491231002X', undefined, { country: 'CN' }],
  ['national_doc_number', '11010519491231002', 'number', { country: 'CN' }],
  ['national_doc_number', '', 'missing', { country: 'CN' }],
  ['national_doc_number', '12345678', undefined, { country: 'KE' }],
  ['national_doc_number', '1234567890', 'number', { country: 'KE' }],
  ['national_doc_number', '12345678901', undefined, { country: 'NG' }],
  ['national_doc_number', '1234567890', 'number', { country: 'NG' }],
  ['national_doc_number', '8001015009087', undefined, { country: 'ZA' }],
  ['national_doc_number', '800101500908', 'number', { country: 'ZA' }],
  ['individual_postcode', '10115', undefined],
  ['individual_postcode', '1011', 'number'],
  ['individual_postcode', '', 'missing'],
  ['individual_postcode', '', undefined, { country: 'BR' }],
  ['individual_postcode', '0', 'number', { country: 'BR' }],
  ['individual_postcode', 'SW1A 1AA', undefined, { country: 'GB' }],
  ['individual_postcode', '12345', 'number', { country: 'GB' }],
  ['state_reg_id', '12', undefined],
  ['state_reg_id', 'Lagos', 'choice'],
  ['state_reg_id', '', 'missing'],
  ['city_reg', 'Köln', undefined],
  ['address', 'Unter den Linden 5, (left) #2', undefined],
  ['address', 'Main 5/2', 'address'],
  ['address', 'Main 5/2', undefined, { country: 'TH' }],
  ['address', '北京路 5', 'address'],
  ['address', '北京路 5', undefined, { country: 'CN' }],
  ['address', '', 'missing'],
  ['occupation_other', 'Beekeeper', undefined],
  ['occupation_other', 'Bee-keeper 2', 'latin'],
  ['employer_name', 'Acme & Co. 24', undefined],
  ['employer_name', '&&', 'employer'],
  ['employer_name', 'Компания', 'employer'],
  ['employer_name', 'A', 'employer'],
  ['business_operation_other', 'Adviser', undefined],
  ['business_operation_other', '42', 'latin'],
  ['traded_system_experience', 'forex,cfd', undefined],
  ['traded_system_experience', 'no', undefined],
  ['traded_system_experience', 'no,forex', 'choice'],
  ['traded_system_experience', '', 'missing'],
  ['trade_cfd_before', 'yes', undefined],
  ['trade_cfd_before', 'maybe', 'choice'],
  ['risk_understanding', 'yes', undefined],
  ['risk_understanding', 'no', 'understood'],
  ['risk_understanding', 'perhaps', 'choice'],
  ['is_understand_risks', true, undefined],
  ['is_understand_risks', false, 'missing'],
  ['personal_data', false, 'missing'],
  ['tc_accept', false, 'missing'],
  ['tc_accept', false, undefined, { isTermsAgreed: true }],
  ['tax_residency', 'DE', undefined],
  ['tax_residency', '', 'missing'],
  ['tax_id', '12345678901', undefined, {}, { tax_residency: 'DE' }],
  ['tax_id', '1234567890', 'number', {}, { tax_residency: 'DE' }],
  ['tax_id', '', undefined, {}, { tax_residency: 'DE' }],
  ['tax_id', '12345678', undefined, {}, { tax_residency: 'AU' }],
  ['tax_id', '1234567', 'number', {}, { tax_residency: 'AU' }],
  ['tax_id', 'QQ123456C', undefined, {}, { tax_residency: 'GB' }],
  ['tax_id', 'QQ123456E', 'number', {}, { tax_residency: 'GB' }],
  ['tax_id', '1234567890', undefined, {}, { tax_residency: 'GB' }],
  ['tax_id', '1234567890', undefined, {}, { tax_residency: 'SA' }],
  ['tax_id', '123456789', 'number', {}, { tax_residency: 'SA' }],
  ['tax_id', '', undefined, {}, { tax_residency: 'SA' }],
  ['tax_id', '123456', undefined, {}, { tax_residency: 'BZ' }],
  ['tax_id', '1234567', 'number', {}, { tax_residency: 'BZ' }],
  ['tax_id', '11010519491231002X', undefined, {}, { tax_residency: 'CN' }],
  ['tax_id', '11010519491231-02X', 'number', {}, { tax_residency: 'CN' }],
  ['tax_id', 'A#1', undefined, {}, { tax_residency: 'QA' }],
  ['tax_id', '##', 'number', {}, { tax_residency: 'QA' }],
  ['tax_id', '12345', 'number', {}, { pay_taxes_in_place_of_birth: true, place_of_birth: 'DE' }],
  ['pep_other', 'Judge, my brother', undefined],
  ['pep_other', ' ', 'missing'],
  ['answers', '121', undefined],
  ['answers', '', 'test'],
  ['answers', '999', 'test'],
];

test.each(inputs.map((row) => [row] as const))('what is told of %j', ([field, value, fault, more = {}, others = {}]) => {
  expect(faultsIn({ ...others, [field]: value }, [field], { ...asked, ...more })[field]).toBe(fault);
});

test('every rule of the declaration has a value that fits in the table, and each that can be broken one that does not', () => {
  const told = new Set(inputs.map(([field, , fault]) => `${field} ${fault === undefined ? 'fits' : 'faulty'}`));
  const freely: ReadonlySet<string> = new Set(['free', 'list']);
  const open = enrolmentFields.filter((name) => {
    const rule = fields[name].asked.rule;
    const alike = enrolmentFields.filter((other) => fields[other].asked.rule === rule);
    return !freely.has(rule) && !['fits', 'faulty'].every((kind) => alike.some((other) => told.has(`${other} ${kind}`)));
  });
  expect(open).toEqual([]);
});

test('whom a question is asked follows from the region, the country and what is known', () => {
  const needs = needsOf({
    ...asked,
    country: 'ZA',
    groups: ['account'],
    isNameEmpty: false,
    isTermsAgreed: true,
    hasStates: false,
  });
  expect(needs).toMatchObject({
    first_name: 'hidden',
    citizenship: 'hidden',
    account: 'required',
    risk_understanding: 'hidden',
    national_doc_number: 'required',
    state_reg_id: 'hidden',
    individual_postcode: 'required',
    tc_accept: 'hidden',
    birth_date: 'required',
    pep: 'optional',
  });
});

test.each<[string, Answers, Answers, Answers]>([
  [
    '“nothing” clears what else was traded',
    { traded_system_experience: 'forex,no' },
    { traded_system_experience: 'forex' },
    { traded_system_experience: 'no' },
  ],
  [
    'anything else removes “nothing”',
    { traded_system_experience: 'no,cfd' },
    { traded_system_experience: 'no' },
    { traded_system_experience: 'cfd' },
  ],
  ['no number only where that can be', { dont_have_tax_id: true, tax_residency: 'DE' }, {}, { dont_have_tax_id: false }],
  ['and there it stays', { dont_have_tax_id: true, tax_residency: 'AE' }, {}, { dont_have_tax_id: true }],
  ['the national number is the tax number in China', { tax_residency: 'CN', national_doc_number: '1' }, {}, { tax_id: '1' }],
  [
    'also where taxes are paid where one was born',
    { pay_taxes_in_place_of_birth: true, place_of_birth: 'CN', national_doc_number: '2' },
    {},
    { tax_id: '2' },
  ],
  ['and nowhere else', { tax_residency: 'ZA', national_doc_number: '1', tax_id: '9' }, {}, { tax_id: '9' }],
  [
    'whoever lives elsewhere and pays taxes in China types it',
    { tax_residency: 'CN', national_doc_number: '', tax_id: '9' },
    { tax_residency: 'CN', national_doc_number: '', tax_id: '' },
    { tax_id: '9' },
  ],
])('%s', (...[, next, before, becomes]) => {
  expect(derived(next, before)).toMatchObject(becomes);
});

test('whatever is ticked, “nothing traded” stands alone, and once derived it holds still', () => {
  const ticked = fc.subarray(['no', 'forex', 'cfd', 'shares', 'futures']).map((ids) => ids.join(','));
  fc.assert(
    fc.property(ticked, ticked, (next, before) => {
      const once = derived({ traded_system_experience: next }, { traded_system_experience: before });
      const ids = String(once.traded_system_experience).split(',');
      expect(ids.includes('no') && ids.length > 1).toBe(false);
      expect(derived(once, once)).toEqual(once);
    }),
  );
});

test('the rest of the experience is asked of who has any', () => {
  const needs = needsOf(asked);
  expect(hiddenOf({ traded_system_experience: 'no' }, needs)).toContain('average_annual_volume');
  expect(hiddenOf({ traded_system_experience: 'cfd' }, needs)).not.toContain('average_annual_volume');
});

test.each<[string, Answers, string, boolean]>([
  ['an empty number is asked about once more', { tax_residency: 'DE' }, 'DE', true],
  ['not where there is one', { tax_residency: 'DE', tax_id: '12345678901' }, 'DE', false],
  ['nor where it was said that there is none', { tax_residency: 'AE', dont_have_tax_id: true }, 'AE', false],
  ['nor where an empty one is taken', { tax_residency: 'SA' }, 'DE', false],
  ['nor in Belize', { tax_residency: 'BZ' }, 'DE', false],
  ['nor of clients from Nigeria', { tax_residency: 'NG' }, 'NG', false],
  ['nor before the country is known', {}, 'DE', false],
])('%s', (...[, answers, country, lacks]) => {
  expect(lacksTaxId(answers, { country })).toBe(lacks);
});

test.each<[string, Answers, Partial<Record<EnrolmentField, string>>]>([
  ['an employer is named in English', { profession_id: '14', employer_name: 'Работа' }, { employer_name: 'employer' }],
  ['and may be', { profession_id: '14', employer_name: 'Harbour Works' }, {}],
  ['a number fits the country', { tax_residency: 'AU', tax_id: '12' }, { tax_id: 'number' }],
  ['the country is told', { tax_residency: '', tax_id: '' }, { tax_residency: 'missing' }],
])('of what is told anew %s', (_what, answers, faults) => {
  expect(faultsAnew(answers, Object.keys(answers) as EnrolmentField[], 'ZA')).toEqual(faults);
});

test('the tax number that is told anew is shown where it is asked, and not where it is the national number', () => {
  expect(hiddenAnew({ tax_residency: '' }, 'ZA')).toContain('tax_id');
  expect(hiddenAnew({ tax_residency: 'AU' }, 'ZA')).not.toContain('tax_id');
  expect(hiddenAnew({ tax_residency: 'CN', national_doc_number: '11010519491231002X' }, 'CN')).toContain('tax_id');
  expect(hiddenAnew({ tax_residency: 'CN' }, 'CN')).not.toContain('tax_id');
});

test('whatever taxes are told anew, the tick of no number stands only where it is shown, and holds still', () => {
  const country = fc.constantFrom('', 'AE', 'AU', 'CN', 'DE', 'SA');
  const typed = fc.record({
    pay_taxes_in_place_of_birth: fc.boolean(),
    tax_residency: country,
    dont_have_tax_id: fc.boolean(),
  });
  fc.assert(
    fc.property(typed, country, (next, place_of_birth) => {
      const before = { place_of_birth };
      const told = withoutUnseenTick(next, before);
      const isShown = !hiddenAnew({ ...before, ...told }, 'ZA').includes('dont_have_tax_id');
      expect(told).toEqual({ ...next, dont_have_tax_id: next.dont_have_tax_id && isShown });
      expect(withoutUnseenTick(told, before)).toEqual(told);
    }),
  );
});

const told: Answers = { birth_date: '1990-05-04', national_doc_number: '12 345-678' };
test.each<[string, Answers, Partial<Parameters<typeof contradicting>[2]>, object]>([
  ['before papers were approved anything may change', { ...told, birth_date: '1991-05-04' }, {}, {}],
  ['what was held against the papers stays', { ...told, birth_date: '1991-05-04' }, { before: told }, { birth_date: 'verified' }],
  ['what was read counts before what was told', told, { before: told, birthDate: '1980-01-01' }, { birth_date: 'verified' }],
  ['and mends it', { ...told, birth_date: '1980-01-01' }, { before: told, birthDate: '1980-01-01' }, {}],
  ['however the number is written it is the same', { ...told, national_doc_number: '12345678' }, { before: told }, {}],
  ['another one is not', { ...told, national_doc_number: '1' }, { before: told }, { national_doc_number: 'verified' }],
  ['unless a paper bears it', { ...told, national_doc_number: '1' }, { before: told, numbers: ['1'] }, {}],
])('%s', (...[, answers, proven, faults]) => {
  const shown = ['birth_date', 'national_doc_number'] as const;
  expect(contradicting(answers, shown, { birthDate: null, numbers: [], before: {}, ...proven })).toEqual(faults);
});

test('two of three make somebody similar to a professional', () => {
  expect(isLikeProfessional({ significant_size_in_cfds: 'yes', net_worth: '4' })).toBe(true);
  expect(isLikeProfessional({ significant_size_in_cfds: 'yes', one_year_exp_in_financial_sector: 'no', net_worth: '3' })).toBe(
    false,
  );
});
