import { randomBytes } from 'node:crypto';
import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import { isCompanyId, type CompanyId } from '../../law/regions/profile.ts';
import type { TrackedName } from '../../law/tracking.ts';
import { addHit, consentOf } from './store.ts';

interface Place {
  readonly company: CompanyId;
  readonly country: string;
}

/** Whether a client of there is asked at all. */
export function isAskedOf(place: Place): boolean {
  return regionProfileOf(place).tracking === 'asked';
}

/** The name that a client who has agreed is counted by; undefined: they are not. */
export async function visitorOf(sql: Sql, client: ClientId): Promise<string | undefined> {
  const consent = await consentOf(sql, client);
  if (!consent?.visitor || !isCompanyId(consent.company)) return undefined;
  return isAskedOf({ company: consent.company, country: consent.country }) ? consent.visitor : undefined;
}

/** Drawn by lot: it says nothing of the client, and another yes has another one. */
export function newVisitor(): string {
  return randomBytes(8).toString('hex');
}

/**
 * Something has happened that is counted where the client has agreed to it: written down in the transaction of the happening itself,
 * told later by a job. Nothing but its name goes out.
 */
export async function track(
  sql: Sql,
  { client, name, at }: { readonly client: ClientId; readonly name: TrackedName; readonly at: Date },
): Promise<void> {
  const visitor = await visitorOf(sql, client);
  if (visitor !== undefined) await addHit(sql, { visitor, name, at });
}
