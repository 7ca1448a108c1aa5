import { sites, type Site } from './regions/profile.ts';

/** Document 3 §9: which region's portal a browser belongs to, kept for 182 days. */
export const regionCookie = { name: 'show_region', maxAgeSeconds: 182 * 86_400 } as const;

/** The version of the site that a host name shows; undefined where the broker has named none: then it is each company's own. */
export function siteAt(hosts: Readonly<Record<Site, readonly string[]>>, hostName: string): Site | undefined {
  return sites.find((site) => hosts[site].includes(hostName.toLowerCase()));
}

/** The first host name of a version of the site; undefined where the broker has named none. */
export function hostOf(hosts: Readonly<Record<Site, readonly string[]>>, site: Site): string | undefined {
  return hosts[site][0];
}
