import type { FastifyRequest } from 'fastify';
import type { Settings } from '../../law/settings.ts';
import { siteAt } from '../../law/sites.ts';
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
