import { clientId as asClient, remittanceId } from '../../base/id.ts';
import { money } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { methodOf } from '../../law/methods.ts';
import type { Settings } from '../../settings/index.ts';
import { beginFound, inCurrency, remittanceOf, type Remittance } from '../payments/face.ts';
import { clientById } from '../session/face.ts';
import { endCase, hand, postSuspense } from './booking.ts';
import { conclude, lockEntry, type KeptEntry } from './store.ts';

/** Whose what came in is said to be: a deposit's, or a client's without one. */
export type Assigned = { readonly to: 'transfer'; readonly id: number } | { readonly to: 'client'; readonly id: number };

export interface Deciding {
  readonly now: Date;
  readonly settings: Settings;
}

export type AssignFault = 'unknown_transfer' | 'unknown_client' | 'wrong_currency' | 'wrong_company';

/** Why it cannot be that one's; undefined where it can. */
export async function assignFault(sql: Sql, entry: KeptEntry, assigned: Assigned): Promise<AssignFault | undefined> {
  if (assigned.to === 'client') {
    const client = await clientById(sql, assigned.id);
    if (!client) return 'unknown_client';
    return client.profile.company === entry.companyId ? undefined : 'wrong_company';
  }
  const remittance = await depositOf(sql, assigned.id);
  if (!remittance) return 'unknown_transfer';
  if (remittance.companyId !== entry.companyId) return 'wrong_company';
  return remittance.currency === entry.currency ? undefined : 'wrong_currency';
}

/** A deposit by transfer that has been saved. */
async function depositOf(sql: Sql, id: number): Promise<Remittance | undefined> {
  const remittance = await remittanceOf(sql, remittanceId(id));
  return remittance?.type === 'deposit' && remittance.provider === 'bank' && remittance.savedAt ? remittance : undefined;
}

/** Whether a second person has to agree: it is worth more than the limit, or nobody can say what it is worth. */
export async function needsSecond(sql: Sql, entry: KeptEntry, facts: Pick<Deciding, 'now' | 'settings'>): Promise<boolean> {
  if (entry.currency === null) return true;
  const limit = await inCurrency({ sql, ...facts }, facts.settings.bank.secondPersonAbove, entry.currency);
  return !limit || entry.minor > limit.minor;
}

/** The number of the wire, which is what staff assigns without a deposit of the client's own. */
const wireId = 1010;

/**
 * It leaves suspense and comes in again by the payment that it is for, as if it had named it: what follows (another amount, a payer of
 * another name, what is owed) follows as of any payment.
 */
export async function assign(
  sql: Sql,
  { id, assigned, ...facts }: Deciding & { readonly id: number; readonly assigned: Assigned },
): Promise<'done' | 'outdated'> {
  const entry = await lockEntry(sql, id, ['suspense']);
  if (!entry || entry.currency === null || (await assignFault(sql, entry, assigned))) return 'outdated';
  await postSuspense(sql, { entry, kind: 'unmatched_assigned', at: facts.now });
  const remittance = assigned.to === 'transfer' ? remittanceId(assigned.id) : await foundFor(sql, entry, { assigned, ...facts });
  await conclude(sql, id, { outcome: 'handed', remittanceId: remittance });
  await hand(sql, facts, id);
  await endCase(sql, entry, { outcome: 'assigned', at: facts.now });
  return 'done';
}

async function foundFor(sql: Sql, entry: KeptEntry, { assigned, now }: Pick<Deciding, 'now'> & { readonly assigned: Assigned }) {
  const client = await clientById(sql, assigned.id);
  if (!client || entry.currency === null) throw new Error(`there is no client ${assigned.id} to assign entry ${entry.id} to`);
  const owner = { clientId: asClient(assigned.id), companyId: client.profile.company };
  const methodId = methodOf(wireId)?.id ?? wireId;
  const found = await beginFound(sql, { ...owner, amount: money(entry.minor, entry.currency), methodId, provider: 'bank', now });
  return found.id;
}

/** Staff order it back at the bank: it stays in suspense until a statement says that it has left. */
export async function sendBack(sql: Sql, { id, now }: { readonly id: number; readonly now: Date }): Promise<'done' | 'outdated'> {
  const entry = await lockEntry(sql, id, ['suspense']);
  if (!entry) return 'outdated';
  await conclude(sql, id, { outcome: 'sent_back' });
  await endCase(sql, entry, { outcome: 'sent_back', at: now });
  return 'done';
}

/** Somebody has looked into a reversal of what nobody knows: nothing follows from it. */
export async function explain(sql: Sql, { id, now }: { readonly id: number; readonly now: Date }): Promise<'done' | 'outdated'> {
  const entry = await lockEntry(sql, id, ['waiting']);
  if (!entry) return 'outdated';
  await conclude(sql, id, { outcome: 'noted' });
  await endCase(sql, entry, { outcome: 'explained', at: now });
  return 'done';
}
