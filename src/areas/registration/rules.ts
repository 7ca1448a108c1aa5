import type { Verdict } from '../../base/refusal.ts';
import { countryOf, type Country } from '../../law/countries.ts';
import { languagesOffered } from '../../law/languageChoice.ts';
import type { LanguageKey } from '../../law/languages.ts';
import { regionProfileOf, type RegionClient } from '../../law/regions/index.ts';
import type { CompanyId, Site } from '../../law/regions/profile.ts';
import type { StatusId } from '../../law/statuses.ts';

/** Who has done the first step: partially registered (documents 1 §4 and 2 §4). */
export const signedUpStatus: StatusId = 8;

type CountryCode = 'country_not_served' | 'country_not_served_here';

/**
 * The company that somebody from a country signs up with. Document 2 §3: a country may be disabled altogether, or on the version of
 * the site that they are on, where the broker has given each a host of its own.
 */
export function companyToSignUpWith(country: string, site: Site | undefined): Verdict<CompanyId, CountryCode> {
  const known = countryOf(country);
  const [company] = known?.region_ids ?? [];
  if (!known?.enabled || company === undefined) return { ok: false, code: 'country_not_served', field: 'country' };
  if (isDisabledOn(known, site)) return { ok: false, code: 'country_not_served_here', field: 'country' };
  return { ok: true, value: company };
}

function isDisabledOn(country: Country, site: Site | undefined): boolean {
  return site !== undefined && country.d.includes(site);
}

/** What a phone number becomes when the country is chosen: its code goes before a number that is not typed yet. */
export function phoneInCountry(phone: string, country: string): string {
  const { phone_code: code } = countryOf(country) ?? {};
  return code === undefined || !/^\s*(\+\d*\s*)?$/.test(phone) ? phone : `+${code} `;
}

/** The country that a browser's languages name first where one may sign up from it; none is better than a wrong one. */
export function countryGuess(tags: readonly string[], site: Site | undefined): string {
  const named = tags.map((tag) => tag.split('-').at(-1) ?? '').filter((part) => /^[A-Z]{2}$/.test(part));
  return named.find((country) => companyToSignUpWith(country, site).ok) ?? '';
}

/** The language to write to a new client in: the one that they read, where their region has it. */
export function languageOfClient(client: RegionClient, reading: LanguageKey): LanguageKey {
  const offered = languagesOffered(regionProfileOf(client));
  return offered.includes(reading) ? reading : (offered[0] ?? 'en');
}
