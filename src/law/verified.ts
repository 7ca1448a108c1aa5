import type { ClientProfile } from './gates.ts';
import { regions } from './regions/index.ts';
import type { CompanyId } from './regions/profile.ts';
import { statusFacts } from './statuses.ts';

/** Whether a client's papers are approved: by the status, or both of them. */
export function isVerified(client: Pick<ClientProfile, 'status' | 'hasApprovedId' | 'hasApprovedResidence'>): boolean {
  return statusFacts(client.status).papers === 'approved' || (client.hasApprovedId && client.hasApprovedResidence);
}

/** Whether what a client pays in is held to the cap: the registration is complete, the papers are missing or being looked at. */
export function isCapped(client: Pick<ClientProfile, 'status' | 'hasApprovedId' | 'hasApprovedResidence'>): boolean {
  const { papers } = statusFacts(client.status);
  return (papers === 'missing' || papers === 'under_review') && !isVerified(client);
}

const capping: ReadonlySet<CompanyId> = new Set(
  regions.filter(({ unverifiedDeposits }) => unverifiedDeposits === 'capped').map(({ company }) => company),
);

/** Whether any client of the company may pay in before papers are approved, up to a cap. */
export function capsDeposits(company: CompanyId): boolean {
  return capping.has(company);
}
