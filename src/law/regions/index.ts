import { china } from './china.ts';
import { eu } from './eu.ts';
import { global } from './global.ts';
import { kenya } from './kenya.ts';
import {
  companyIds,
  countryRegionKeys,
  homeRegions,
  type CompanyId,
  type CompanyProfile,
  type CountryRegion,
  type CountryRegionKey,
  type RegionKey,
  type RegionProfile,
  type RegionRules,
  type Site,
} from './profile.ts';
import { uk } from './uk.ts';

/** Each company with the rules of its clients. */
const companies: Readonly<Record<CompanyId, CompanyProfile & RegionRules>> = { 1: eu, 3: global, 4: uk, 5: kenya };

/** The countries that have rules of their own inside a company. */
const countryRegions: Readonly<Record<CountryRegionKey, CountryRegion>> = { china };

/** The profile of every region, the companies' own first. */
export const regions: readonly RegionProfile[] = [...companyIds.map(homeRegion), ...countryRegionKeys.map(countryRegion)];

const byKey: ReadonlyMap<RegionKey, RegionProfile> = new Map(regions.map((region) => [region.key, region]));

const byCountry: ReadonlyMap<string, RegionProfile> = new Map(
  regions.flatMap((region) => (region.countries ?? []).map((country) => [`${region.company}:${country}`, region])),
);

/** Who is looked at: the region follows from the two. */
export interface RegionClient {
  readonly company: CompanyId;
  /** ISO 3166 alpha-2. */
  readonly country: string;
}

/** The profile of a client's region: the company's, with what the country has otherwise. */
export function regionProfileOf({ company, country }: RegionClient): RegionProfile {
  return byCountry.get(`${company}:${country}`) ?? homeProfileOf(company);
}

/** What belongs to a company as a whole. What a country may have otherwise is only told of a client. */
export function companyProfileOf(company: CompanyId): CompanyProfile {
  return companies[company];
}

/** What a company's clients are held to, where nobody is signed in and the country is not known. */
export function homeProfileOf(company: CompanyId): RegionProfile {
  return regionProfile(homeRegions[company]);
}

/** The profile of the region of that name. */
export function regionProfile(key: RegionKey): RegionProfile {
  const region = byKey.get(key);
  if (!region) throw new Error(`there is no region ${key}`);
  return region;
}

/** The profile of the company whose clients alone come in by that version of the site; undefined where several do. */
export function profileOfSite(site: Site): RegionProfile | undefined {
  const [company, ...others] = companyIds.filter((id) => companies[id].site === site);
  return company === undefined || others.length > 0 ? undefined : homeProfileOf(company);
}

function homeRegion(company: CompanyId): RegionProfile {
  const key = homeRegions[company];
  return { ...companies[company], key, company, countries: null, groups: key };
}

function countryRegion(key: CountryRegionKey): RegionProfile {
  const { company, countries, overrides } = countryRegions[key];
  const home = homeRegion(company);
  return { ...home, ...overrides, key, countries, groups: overrides.trading === undefined ? home.groups : key };
}
