import { china } from './china.ts';
import { eu } from './eu.ts';
import { global } from './global.ts';
import { kenya } from './kenya.ts';
import { companyIds, type CompanyId, type RegionKey, type RegionSheet, type Site } from './sheet.ts';
import { uk } from './uk.ts';

/** The sheet of every region. */
export const regions: Readonly<Record<RegionKey, RegionSheet>> = { eu, uk, global, kenya, china };

const homeRegion: Readonly<Record<CompanyId, RegionKey>> = { 1: 'eu', 3: 'global', 4: 'uk', 5: 'kenya' };

/** Countries that have a sheet of their own inside a company. */
const countryRegion: Readonly<Partial<Record<CompanyId, Readonly<Record<string, RegionKey>>>>> = { 3: { CN: 'china' } };

/** Which region a client belongs to: the company's, unless the country (ISO 3166 alpha-2) has a sheet of its own in it. */
export function regionOf(company: CompanyId, country: string): RegionKey {
  return countryRegion[company]?.[country] ?? homeRegion[company];
}

/** The sheet of a client's region. */
export function sheetOf(client: { readonly company: CompanyId; readonly country: string }): RegionSheet {
  return regions[regionOf(client.company, client.country)];
}

/** The company's own sheet, for what does not depend on the country of a client. */
export function companySheet(company: CompanyId): RegionSheet {
  return regions[homeRegion[company]];
}

/** The company whose clients alone come in by that version of the site; undefined where several do. */
export function companyOfSite(site: Site): CompanyId | undefined {
  const [company, ...others] = companyIds.filter((id) => companySheet(id).site === site);
  return others.length === 0 ? company : undefined;
}
