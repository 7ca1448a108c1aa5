/**
 * Writes src/law/countryTable.ts from world-countries (names, ISO 3166 codes) and libphonenumber-js (calling codes),
 * so that neither reaches a browser. Run it after raising either: `node bin/countries.ts`.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js';
import type { Country } from 'world-countries';

// The package's declarations describe another module format than it ships, so it is required instead of imported.
const worldCountries: readonly Country[] = createRequire(import.meta.url)('world-countries');

/** Territories where nobody lives for good: nobody can register from there. */
const uninhabited = new Set(['AQ', 'BV', 'GS', 'HM', 'TF', 'UM']);

/** ISO 3166 has no alpha-3 for Kosovo; this is what the European Commission and the World Bank use. */
const alpha3: Readonly<Record<string, string>> = { XK: 'XKX' };

/** Calling codes that libphonenumber leaves out: Pitcairn telephones through New Zealand. */
const callingCodes: Readonly<Record<string, string>> = { PN: '64' };

const rows = worldCountries
  .filter((country) => !uninhabited.has(country.cca2))
  .toSorted((first, second) => first.name.common.localeCompare(second.name.common, 'en'))
  // Document 2 §9 gives Nigeria the country id 156, which is its place in this order.
  .map((country, index) =>
    [
      index + 1,
      country.cca2,
      alpha3[country.cca2] ?? country.cca3,
      callingCode(country.cca2),
      country.name.common,
      country.name.official,
    ].join('|'),
  );

function callingCode(country: string): string {
  const known = isSupportedCountry(country) ? getCountryCallingCode(country) : callingCodes[country];
  if (known === undefined) throw new Error(`no calling code for ${country}`);
  return known;
}

const text = `/**
 * Made by bin/countries.ts; not written by hand. One country a line: id, ISO 3166 alpha-2 and alpha-3, calling code,
 * name, official name.
 */
export const countryTable = \`
${rows.join('\n')}
\`;
`;

writeFileSync(fileURLToPath(new URL('../src/law/countryTable.ts', import.meta.url)), text);
