import { stdnum } from 'stdnum';
import { expect, test } from 'vitest';
import { countryOf } from '../../law/countries.ts';
import { genericTaxId, noTaxIdCountries, taxIdRule, taxNumbers } from '../../law/taxIds.ts';
import { isTaxId } from './taxIds.ts';

test.each([
  // Document 2 §5, row by row: each good form, then each way to be wrong.
  ['AU', ['12345678', '123456789'], ['1234567', '1234567890', '1234567a']],
  ['DE', ['36574261809', '12345678901'], ['1234567890', '123456789012', '1234567890X']],
  ['GB', ['1234567890', 'AB123456C', 'ab123456d'], ['123456789', '12345678901', 'AB123456E', 'A1234567C', 'AB12345C']],
  ['SA', ['', '1234567890'], ['123456789', '12345678901', '12345 6789']],
  ['BZ', ['', '123456'], ['12345', '1234567', '12345a']],
  ['CN', ['11010519491231002X', '110105194912310021'], ['1101051949123100', '1101051949123100215', '11010519491231002-']],
  // The generic pattern, where neither the document nor the library knows better.
  ['NG', ['abc', '12-34/5 6#@', String.raw`a\b`, '12345678901234567890'], ['ab', '---', '123456789012345678901', 'ab_c', 'абв']],
  ['LU', ['1893120105732'], ['1!']],
  // The library's check digits.
  ['AT', ['59-119/9013'], ['59-119/9014', '1234']],
  ['BR', ['390.533.447-05'], ['390.533.447-06']],
  ['IN', ['ACUPA7085R'], ['ACUPA70852', '123']],
  ['IT', ['RCCMNL83S18D969H'], ['RCCMNL83S18D969']],
  ['KE', ['A004416331M'], ['004416331M']],
  ['NL', ['111222333'], ['111252333']],
  ['PL', ['44051401359'], ['44051401358']],
  ['ZA', ['0001339050'], ['2449/494/16/1']],
] as const)('%s takes its tax numbers and no others', (country, good, bad) => {
  expect(good.filter((number) => !isTaxId(country, number))).toEqual([]);
  expect(bad.filter((number) => isTaxId(country, number))).toEqual([]);
});

test('only China has its national number for a tax number, and an empty one is nowhere at fault', () => {
  const countries = ['AU', 'BZ', 'CN', 'DE', 'GB', 'SA', 'FR', 'KE'];
  expect(countries.filter((country) => taxIdRule(country).is_nid)).toEqual(['CN']);
  expect(countries.filter((country) => !isTaxId(country, ''))).toEqual([]);
  expect(taxIdRule('LU')).toBe(genericTaxId);
});

test('every number that the table names is one that the library checks', () => {
  const known: Readonly<Record<string, object | undefined>> = stdnum;
  const unknown = Object.entries(taxNumbers).flatMap(([country, numbers]) =>
    numbers.filter((number) => !(number in (known[country] ?? {}))).map((number) => `${country}.${number}`),
  );
  expect(unknown).toEqual([]);
});

test('the box for no number is offered in 75 countries, each of them one of ours', () => {
  expect(new Set(noTaxIdCountries).size).toBe(75);
  expect(noTaxIdCountries.filter((country) => !countryOf(country))).toEqual([]);
});
