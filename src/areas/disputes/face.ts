import type { RemittanceId } from '../../base/id.ts';
import { money } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs } from '../../base/time.ts';
import { amountSaid } from '../../base/wording.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Settings } from '../../settings/index.ts';
import { closeCase, openCase, type Queue } from '../cases/face.ts';
import {
  followRestriction,
  insertDispute,
  isChargedBack,
  lockDisputeOf,
  markEnded,
  markLifted,
  tellBrowsers,
  type DisputeRow,
  type DisputedPayment,
  type Ending,
} from './store.ts';

export type { DisputedPayment } from './store.ts';

/** Chargebacks: their evidence, those that fit no payment, and what clients owe after one. */
export const chargebacksQueue = { name: 'chargebacks', right: 'chargebacks', promisedHours: 24 } as const satisfies Queue;

/** What a case about a dispute is called. */
export function subjectOf({ id }: Pick<DisputeRow, 'id'>): string {
  return `dispute:${id}`;
}

export interface Disputed extends Pick<
  DisputeRow,
  'clientId' | 'companyId' | 'remittanceId' | 'reversalId' | 'provider' | 'transactionId' | 'amount' | 'currency'
> {
  readonly payment: DisputedPayment;
  readonly now: Date;
  readonly settings: Pick<Settings, 'disputes' | 'desk'>;
}

/**
 * A chargeback has arrived: its clock runs from now on, its client may do less, and it stands before staff. In the transaction that
 * begins to take the money back.
 */
export async function openDispute(sql: Sql, { now, settings, ...disputed }: Disputed): Promise<void> {
  const evidenceDueAt = after(now, settings.disputes.evidenceDays * dayMs);
  const id = await insertDispute(sql, { ...disputed, openedAt: now, evidenceDueAt });
  if (id === undefined) return;
  const { clientId, remittanceId, amount, currency } = disputed;
  await follow(sql, { clientId, at: now });
  const said = amountSaid(money(amount, currency));
  await recordAudit(sql, {
    actor: { kind: 'system', id: 'disputes' },
    action: 'dispute.open',
    subject: `dispute:${id}`,
    clientId,
    detail: { transfer: remittanceId, ...said, evidence_due_at: evidenceDueAt.toISOString() },
    at: now,
  });
  await openCase(sql, {
    queue: chargebacksQueue,
    subject: `dispute:${id}`,
    clientId,
    detail: { kind: 'dispute', ...said, transfer_id: remittanceId, evidence_due_at: evidenceDueAt.toISOString() },
    now,
    hours: settings.desk.businessHours,
  });
}

/** The bank has given all of it back: the client is restricted no longer because of it. */
export async function winDispute(sql: Sql, reversal: RemittanceId, at: Date): Promise<void> {
  const dispute = await lockDisputeOf(sql, reversal);
  if (!dispute || dispute.status === 'won') return;
  await endDispute(sql, { dispute, status: 'won', why: 'won_back', by: 'disputes', at });
  await liftRestriction(sql, dispute, at);
}

/** Staff has decided that nothing is taken for it. */
export async function dropDispute(sql: Sql, reversal: RemittanceId, at: Date): Promise<void> {
  const dispute = await lockDisputeOf(sql, reversal);
  if (!dispute || dispute.endedAt !== null) return;
  await endDispute(sql, { dispute, status: 'dropped', why: 'nothing_taken', by: 'disputes', at });
  await liftRestriction(sql, dispute, at);
}

/** Whether nothing is paid out to that client by now, because a payment of theirs is disputed. */
export function isRestricted(sql: Sql, client: DisputeRow['clientId']): Promise<boolean> {
  return isChargedBack(sql, client);
}

interface Ended {
  readonly dispute: DisputeRow;
  readonly status: 'won' | 'lost' | 'dropped';
  readonly why: Ending;
  /** Who has ended it, by the local part of the address; `disputes`: it has ended by itself. */
  readonly by: string;
  readonly at: Date;
}

/** It is over, and waits for nobody any more. What ends it by itself stands in the audit; who decides it records that. */
export async function endDispute(sql: Sql, { dispute, status, why, by, at }: Ended): Promise<void> {
  const subject = subjectOf(dispute);
  await markEnded(sql, { id: dispute.id, status, why, by, at });
  await closeCase(sql, { queue: chargebacksQueue.name, subject, outcome: why, at });
  if (by !== 'disputes') return;
  await recordAudit(sql, {
    actor: { kind: 'system', id: 'disputes' },
    action: `dispute.${status}`,
    subject,
    clientId: dispute.clientId,
    detail: { why },
    at,
  });
}

export async function liftRestriction(sql: Sql, { id, clientId }: Pick<DisputeRow, 'id' | 'clientId'>, at: Date): Promise<void> {
  await markLifted(sql, id, at);
  await follow(sql, { clientId, at });
}

async function follow(
  sql: Sql,
  { clientId, at }: { readonly clientId: DisputeRow['clientId']; readonly at: Date },
): Promise<void> {
  if (await followRestriction(sql, clientId)) await tellBrowsers(sql, clientId, at);
}
