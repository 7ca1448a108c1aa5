import type { FastifyRequest } from 'fastify';
import type { Settings } from '../../settings/index.ts';
import { siteAt } from '../../law/sites.ts';
import { profileOfSite, regionProfileOf } from '../../law/regions/index.ts';
import type { RegionProfile } from '../../law/regions/profile.ts';
import type { LiveSession } from '../live/session.ts';

/**
 * The session as it stands on the site that this request came in by. The host name is what Fastify makes of it: of the
 * forwarded ones only that of a trusted proxy counts.
 */
export function seenAt(session: LiveSession | undefined, request: FastifyRequest, settings: Settings): LiveSession | undefined {
  if (session === undefined) return undefined;
  const site = siteAt(settings.sites, request.hostname);
  const { identity } = session;
  if (site === identity.profile.site) return session;
  const { site: _elsewhere, ...own } = identity.profile;
  return { ...session, identity: { ...identity, profile: site === undefined ? own : { ...own, site } } };
}

/** The region of the client, or of the company whose site a visitor came in by; undefined where neither is known. */
export function regionAt(
  settings: Settings,
  request: FastifyRequest,
  session: LiveSession | undefined,
): RegionProfile | undefined {
  if (session) return regionProfileOf(session.identity.profile);
  const site = siteAt(settings.sites, request.hostname);
  return site && profileOfSite(site);
}
