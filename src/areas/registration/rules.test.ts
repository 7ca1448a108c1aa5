import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countries } from '../../law/countries.ts';
import { sites } from '../../law/regions/profile.ts';
import { registrationContract } from './contract.ts';
import { companyToSignUpWith, countryGuess, languageOfClient, phoneInCountry } from './rules.ts';

test.each([
  ['DE', undefined, 1],
  ['NO', undefined, 1],
  ['GB', undefined, 4],
  ['KE', undefined, 5],
  ['ZA', undefined, 3],
  ['CN', undefined, 3],
  ['HK', undefined, 3],
  ['DE', 'eu', 1],
  ['GB', 'uk', 4],
  ['KE', 'global', 5],
  ['ZA', 'global', 3],
  ['ZA', 'eu', 'country_not_served_here'],
  ['GB', 'eu', 'country_not_served_here'],
  ['DE', 'uk', 'country_not_served_here'],
  ['DE', 'global', 'country_not_served_here'],
  ['US', undefined, 'country_not_served'],
  ['JP', 'global', 'country_not_served'],
  ['KP', undefined, 'country_not_served'],
  ['XX', undefined, 'country_not_served'],
  ['', undefined, 'country_not_served'],
] as const)('from %s on the site %s: %s', (country, site, told) => {
  const verdict = companyToSignUpWith(country, site);
  expect(verdict.ok ? verdict.value : verdict.code).toBe(told);
});

test('a country is served on the one site that its company has, and on no other', () => {
  for (const { iso2, enabled } of countries) {
    const on = sites.filter((site) => companyToSignUpWith(iso2, site).ok);
    expect(on).toHaveLength(enabled ? 1 : 0);
    expect(companyToSignUpWith(iso2, undefined).ok).toBe(enabled);
  }
});

test('letters are written in the language that was read where the region has it', () => {
  expect(languageOfClient({ company: 3, country: 'ZA' }, 'ar')).toBe('ar');
  expect(languageOfClient({ company: 1, country: 'DE' }, 'ar')).toBe('en');
  expect(languageOfClient({ company: 3, country: 'CN' }, 'ar')).toBe('zh');
});

test('the code of the country chosen goes before a number that is not typed yet, and touches no other', () => {
  expect(phoneInCountry('', 'ZA')).toBe('+27 ');
  expect(phoneInCountry('+44 ', 'ZA')).toBe('+27 ');
  expect(phoneInCountry('+44 7', 'ZA')).toBe('+44 7');
  expect(phoneInCountry('', '')).toBe('');
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('', 'ZA', 'GB', 'US', 'XX'), (phone, country) => {
      const once = phoneInCountry(phone, country);
      expect(phoneInCountry(once, country)).toBe(once);
      const isTyped = /\d.*\s\d|^\d/.test(phone);
      expect(isTyped ? once : phone).toBe(phone);
    }),
  );
});

test('a browser’s own country is proposed where it is served', () => {
  expect(countryGuess(['de-DE', 'en'], undefined)).toBe('DE');
  expect(countryGuess(['en-US', 'zh-Hant-HK'], undefined)).toBe('HK');
  expect(countryGuess(['en', 'ar'], undefined)).toBe('');
  expect(countryGuess(['de-DE'], 'uk')).toBe('');
});

const { input } = registrationContract.calls.begin;
const good = {
  country: 'ZA',
  email: 'new@example.com',
  phone: '+27 82-123 4567',
  password: 'Harbour2026!',
  tc_accept: true,
  terms_version: 1,
};

test.each([
  ['email', ['a@b.co', ' a.b+c@sub.example.org '], ['', 'a', 'a@', '@b.co', 'a b@c.de', 'a@b', `${'a'.repeat(250)}@b.co`]],
  [
    'phone',
    ['12345', '+1234567890123456789012345678901', '0 82-1 2'],
    ['1234', '++27821', '+27(82)1', '12345678901234567890123456789012'],
  ],
  [
    'password',
    ['Abcdefg1', 'aB3!@#$%^&*'],
    ['Abcdef1', 'abcdefg1', 'ABCDEFG1', 'Abcdefgh', 'Abcdefg1 ', 'Abcdefg1-', 'Abcdéfg1', `Aa1${'x'.repeat(98)}`],
  ],
  ['country', ['CN'], ['', 'cn', 'CHN', 'C1']],
  ['agent_id', ['1234', '1234567890'], ['123', '12345678901', '12a4']],
  ['campaign', [{}, { utm_source: 'x' }], [{ other: 'x' }, { promo: 'x'.repeat(201) }]],
  ['tc_accept', [true, false], ['yes']],
] as const)('the field %s takes what the documents say and nothing else', (field, right, wrong) => {
  const takes = (value: unknown): boolean => input.safeParse({ ...good, [field]: value }).success;
  expect(right.filter((value) => !takes(value))).toEqual([]);
  expect(wrong.filter((value) => takes(value))).toEqual([]);
});
