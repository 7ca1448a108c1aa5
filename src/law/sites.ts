import { sites, type Site } from './regions/profile.ts';

/** The version of the site that a host name shows; undefined where the broker has named none: then it is each company's own. */
export function siteAt(hosts: Readonly<Record<Site, readonly string[]>>, hostName: string): Site | undefined {
  return sites.find((site) => hosts[site].includes(hostName.toLowerCase()));
}
