import { sites, type Site } from './regions/sheet.ts';
import type { Settings } from './settings.ts';

/** The version of the site that a host name shows; undefined where the broker has named none: then it is each company's own. */
export function siteAt(hosts: Settings['sites'], hostName: string): Site | undefined {
  return sites.find((site) => hosts[site].includes(hostName.toLowerCase()));
}
