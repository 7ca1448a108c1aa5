import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { followed, form, type FieldSpec } from '../../protocol/form.ts';
import { draftOf, maxLengthOf, missingOf, sentOf, shownOf } from './filled.ts';

/** Document 2 §4 in small: a politically exposed person tells the office, and another one in words. */
const declared = form({
  sends: z.object({
    client: z.number(),
    pep: z.boolean(),
    pep_office: z.string().optional(),
    pep_other: z.string().max(60).optional(),
    income: z.string().optional(),
    password: z.string().trim().max(15),
  }),
  supplied: ['client'],
  fields: {
    pep: { kind: 'check', label: 'person.pep', isOptional: true },
    pep_office: { kind: 'select', label: 'person.office', when: { field: 'pep', is: [true] } },
    pep_other: { kind: 'text', label: 'person.other', when: { field: 'pep_office', is: ['other'] } },
    income: { kind: 'amount', label: 'person.income', isOptional: true },
    password: { kind: 'text', label: 'person.password', isSecret: true, missing: 'person.password.missing' },
  },
});
const fields: Readonly<Record<string, FieldSpec>> = declared.fields;
const nothing = { pep: false, pep_office: '', pep_other: '', income: '', password: '' };

const typed = fc.record({
  pep: fc.boolean(),
  pep_office: fc.constantFrom('', 'judge', 'other'),
  pep_other: fc.oneof(fc.string(), fc.constantFrom(' ', '\t')),
  income: fc.constantFrom('', '.', '.5', '12.', '12.50'),
  password: fc.string(),
});

test('what is not asked any more is empty, is not shown and is not sent, however the fields hang together', () => {
  fc.assert(
    fc.property(typed, fc.subarray(['income']), (values, hidden) => {
      const derived = followed(fields, values);
      const shown = shownOf(fields, derived, hidden);
      expect(followed(fields, derived)).toEqual(derived);
      expect(shown.includes('pep_office')).toBe(values.pep);
      expect(shown.includes('pep_other')).toBe(values.pep && values.pep_office === 'other');
      expect(shown.includes('income')).toBe(hidden.length === 0);
      const isGone = (name: string): boolean => fields[name]?.when !== undefined && !shown.includes(name);
      const expected = Object.entries(values).map(([name, value]) => [name, isGone(name) ? '' : value]);
      expect(derived).toEqual(Object.fromEntries(expected));
      expect(shown).toEqual(expect.arrayContaining(Object.keys(sentOf(declared, derived, shown))));
    }),
  );
});

test('an amount is sent as the server takes it, and an empty field is left out where the call can do without', () => {
  const send = (values: object) => sentOf(declared, { ...nothing, ...values }, Object.keys(fields));
  expect(send({ income: '12.' })).toEqual({ pep: false, income: '12', password: '' });
  expect(send({ pep: true, income: '.' })).toEqual({ pep: true, password: '' });
});

test('whatever is shown and not optional has to be filled in, blanks do not count', () => {
  const missing = (values: object, shown: readonly string[]) => missingOf(fields, { ...nothing, ...values }, shown);
  expect(missing({ password: ' ' }, Object.keys(fields))).toEqual({
    pep_office: 'ui.check.missing',
    pep_other: 'ui.check.missing',
    password: 'person.password.missing',
  });
  expect(missing({ password: 'x' }, ['pep', 'income', 'password'])).toEqual({});
});

test('a draft keeps what was typed but no secret, and nothing of it comes back that does not fit', () => {
  expect(draftOf(fields, { ...nothing, pep: true, password: 'Secret1' })).toEqual({
    pep: true,
    pep_office: '',
    pep_other: '',
    income: '',
  });
  expect(draftOf(fields, { pep: 'yes', pep_office: 7, income: '5', gone: 'x', password: 'Secret1' })).toEqual({ income: '5' });
});

test('how long a text may be is what the schema says, through whatever it is wrapped in', () => {
  expect(maxLengthOf(declared, 'password')).toBe(15);
  expect(maxLengthOf(declared, 'pep_other')).toBe(60);
  expect(maxLengthOf(declared, 'income')).toBeUndefined();
});
