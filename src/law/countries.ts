import { countryTable } from './countryTable.ts';
import { cisCountries, disabledCountries, euCountries, hiddenFlags, moneyLaunderingRisk } from './countryLists.ts';
import { companyProfileOf } from './regions/index.ts';
import { companyIds, sites, type CompanyId, type Site } from './regions/profile.ts';

/** A country record as document 2 §3 has it; its names are the documents' too, so that it goes out as it is. */
export interface Country {
  /** Our own number; Nigeria is 156 (document 2 §9). */
  readonly cid: number;
  readonly iso2: string;
  readonly iso3: string;
  /** In English; screens name countries in their language by `Intl.DisplayNames`. */
  readonly name: string;
  readonly official_name: string;
  /** Whether anybody may register from there. */
  readonly enabled: boolean;
  /** Digits without a plus. */
  readonly phone_code: string;
  /** The versions of the site that it is offered in. */
  readonly v: readonly Site[];
  /** The versions in which it is disabled. */
  readonly d: readonly Site[];
  /** The companies that serve it. */
  readonly region_ids: readonly CompanyId[];
  readonly is_eu: boolean;
  readonly is_cis: boolean;
  readonly is_aml: boolean;
  readonly is_disabled_for_global: boolean;
  /** False where no flag may be drawn. */
  readonly has_flag: boolean;
}

/** Who serves the countries for which no company was founded. */
export const elseCompany: CompanyId = everybodyElses();

/** Every country and territory where people live, by English name. */
export const countries: readonly Country[] = countryTable.trim().split('\n').map(readCountry);

const byIso2: ReadonlyMap<string, Country> = new Map(countries.map((country) => [country.iso2, country]));

/** The country of an ISO 3166 alpha-2 code in capitals, or undefined. */
export function countryOf(iso2: string): Country | undefined {
  return byIso2.get(iso2);
}

const byIso3: ReadonlyMap<string, Country> = new Map(countries.map((country) => [country.iso3, country]));

/** The country of an ISO 3166 code of two or three letters, however they are written. */
export function countryNamed(code: string): Country | undefined {
  const letters = code.trim().toUpperCase();
  return byIso2.get(letters) ?? byIso3.get(letters);
}

/** The company that serves a country: document 2 §1 and §3. Undefined where nobody may register. */
export function companyFor(iso2: string): CompanyId | undefined {
  return countryOf(iso2)?.region_ids[0];
}

function readCountry(row: string): Country {
  const [cid = '', iso2 = '', iso3 = '', phone_code = '', name = '', official_name = ''] = row.split('|');
  const enabled = !disabledCountries.includes(iso2);
  const company = servingCompany(iso2);
  const v = enabled ? [companyProfileOf(company).site] : [];
  return {
    cid: Number(cid),
    iso2,
    iso3,
    name,
    official_name,
    enabled,
    phone_code,
    v,
    d: sites.filter((site) => !v.includes(site)),
    region_ids: enabled ? [company] : [],
    is_eu: euCountries.includes(iso2),
    is_cis: cisCountries.includes(iso2),
    is_aml: moneyLaunderingRisk.includes(iso2),
    is_disabled_for_global: !enabled || company !== elseCompany,
    has_flag: !hiddenFlags.includes(iso2),
  };
}

function servingCompany(iso2: string): CompanyId {
  return companyIds.find((id) => ownCountries(id).includes(iso2)) ?? elseCompany;
}

function everybodyElses(): CompanyId {
  const company = companyIds.find((id) => companyProfileOf(id).serves === 'everybody_else');
  if (company === undefined) throw new Error('no company serves everybody else');
  return company;
}

function ownCountries(company: CompanyId): readonly string[] {
  const { serves } = companyProfileOf(company);
  return serves === 'everybody_else' ? [] : serves;
}
