import type { ClientProfile } from './gates.ts';
import { statusFacts, statusIds, type StatusId } from './statuses.ts';

/** Why a client opens no positions at a trading platform, whatever terminal they use (readings, 7). */
export const restrictionReasons = ['frozen', 'closed', 'charged_back', 'restricted'] as const;
export type RestrictionReason = (typeof restrictionReasons)[number];

/**
 * Positions may be closed and none be opened (readings, 7: frozen, charged back, closed; and whom the desk has restricted). Undefined:
 * nothing is kept back. Who is looked at by screening trades on: a shut market would tell of it (readings, 29).
 */
export function tradingRestriction(
  profile: Pick<ClientProfile, 'status' | 'isChargedBack' | 'isTradingRestricted'>,
): RestrictionReason | undefined {
  if (isRestrictingStatus(profile.status)) return statusFacts(profile.status).closed === undefined ? 'frozen' : 'closed';
  if (profile.isChargedBack) return 'charged_back';
  return profile.isTradingRestricted ? 'restricted' : undefined;
}

/** Deleted, closed and frozen: no money of theirs moves. */
function isRestrictingStatus(status: StatusId): boolean {
  return statusFacts(status).money === 'none';
}

export const restrictingStatuses: readonly StatusId[] = statusIds.filter(isRestrictingStatus);
