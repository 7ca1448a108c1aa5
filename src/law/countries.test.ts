import { createRequire } from 'node:module';
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js';
import { describe, expect, test } from 'vitest';
import type { Country as SourceCountry } from 'world-countries';
import { companyFor, countries, countryOf } from './countries.ts';
import * as countryLists from './countryLists.ts';

const source: readonly SourceCountry[] = createRequire(import.meta.url)('world-countries');

describe('Country records', () => {
  test('say what their sources say', () => {
    for (const country of countries) {
      const known = source.find(({ cca2 }) => cca2 === country.iso2);
      expect(known?.name).toMatchObject({ common: country.name, official: country.official_name });
      expect(country.iso3).toMatch(/^[A-Z]{3}$/);
      // Pitcairn alone has no code of its own there: it telephones through New Zealand.
      expect(country.phone_code).toBe(isSupportedCountry(country.iso2) ? getCountryCallingCode(country.iso2) : '64');
    }
    const left = source.map(({ cca2 }) => cca2).filter((iso2) => !countryOf(iso2));
    expect(left.toSorted()).toEqual(['AQ', 'BV', 'GS', 'HM', 'TF', 'UM']);
  });

  test('are numbered once, with Nigeria at 156', () => {
    expect(countryOf('NG')?.cid).toBe(156);
    for (const key of ['cid', 'iso2', 'iso3'] as const) {
      expect(new Set(countries.map((country) => country[key])).size).toBe(countries.length);
    }
  });

  test.each(['US', 'JP', 'CA', 'NZ', 'BY', 'MM'])('%s is disabled', (iso2) => {
    expect(countryOf(iso2)).toMatchObject({
      enabled: false,
      v: [],
      d: ['global', 'eu', 'uk'],
      region_ids: [],
      is_disabled_for_global: true,
    });
    expect(companyFor(iso2)).toBeUndefined();
  });

  test.each([
    ['CY', 1, 'eu', true],
    ['DE', 1, 'eu', true],
    ['NO', 1, 'eu', false],
    ['GB', 4, 'uk', false],
    ['KE', 5, 'global', false],
    ['ZA', 3, 'global', false],
    ['CN', 3, 'global', false],
    ['RU', 3, 'global', false],
    ['CH', 3, 'global', false],
  ] as const)('%s is served by company %i on the %s site; in the EU: %s', (...row) => {
    const [iso2, company, site, isEu] = row;
    expect(companyFor(iso2)).toBe(company);
    expect(countryOf(iso2)).toMatchObject({ enabled: true, v: [site], is_eu: isEu, is_disabled_for_global: company !== 3 });
  });

  test('draw no flag for the six that the documents name', () => {
    expect(
      countries
        .filter((country) => !country.has_flag)
        .map((country) => country.iso2)
        .toSorted(),
    ).toEqual(['BR', 'CN', 'HK', 'IR', 'MO', 'TW']);
  });

  test('exist for every country that a list names', () => {
    for (const list of Object.values(countryLists)) for (const iso2 of list) expect(countryOf(iso2)).toBeDefined();
    expect(countryLists.euCountries).toHaveLength(27);
    expect(countryLists.eeaCountries).toHaveLength(30);
  });
});
