import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { actorName, type ApprovalKind } from '../../law/staff.ts';
import type { StaffIdentity } from '../../protocol/call.ts';
import { hasWaiting, insertApproval, waitingOf } from './store.ts';

/** What somebody asks for that a second person has to approve. */
export interface ApprovalOrder {
  readonly kind: ApprovalKind;
  /** What will be done, as the audit names it; the area's `Performer` of this name does it. */
  readonly action: string;
  /** To what, as `thing:id`. */
  readonly subject: string;
  readonly clientId?: ClientId;
  /** What the performer needs, as JSON. */
  readonly payload: unknown;
  /** What the second person looks at. */
  readonly before: unknown;
  readonly after: unknown;
  readonly reason: string;
  readonly staff: StaffIdentity;
  /** Application time. */
  readonly at: Date;
}

/** What was asked for, handed to whoever does it. */
export interface Approved {
  readonly id: number;
  readonly subject: string;
  readonly payload: unknown;
  readonly before: unknown;
  readonly reason: string;
  /** Both by the local part of the address. */
  readonly askedBy: string;
  readonly approvedBy: string;
  readonly now: Date;
}

/** An area's way of doing what was approved, in the approval's own transaction: both happen, or neither does. */
export interface Performer {
  readonly action: string;
  /** `outdated`: what was looked at when it was asked for is not so any more. Nothing is done then. */
  perform(sql: Sql, approved: Approved): Promise<'done' | 'outdated'>;
}

/** Keeps it within the caller's transaction, and answers what the call says (`protocol/staff.ts`). */
export async function askApproval(sql: Sql, { staff, ...order }: ApprovalOrder) {
  const id = await insertApproval(sql, { ...order, clientId: order.clientId, staffId: staff.id });
  return { id, kind: order.kind, asked_by: staff.actor, asked_at: order.at.toISOString() };
}

/**
 * What the audit has of an act that only asks: nothing is other than before, and what was asked for stands beside it. What becomes of it is an
 * event of whoever decides.
 */
export function onlyAsked<Change extends Pick<ApprovalOrder, 'before' | 'after'>>({ before, after }: Change, id: number) {
  return { before, after: before, detail: { asked_for: after, approval: id } };
}

/** Whether a second person is asked for it at present. */
export function isApprovalWaiting(sql: Sql, of: Pick<ApprovalOrder, 'action' | 'subject'>): Promise<boolean> {
  return hasWaiting(sql, of);
}

/** What a second person is asked for at present, as the call that asked answered it, with what is to be done and why. */
export async function waitingApproval(sql: Sql, of: Pick<ApprovalOrder, 'action' | 'subject'>) {
  const row = await waitingOf(sql, of);
  if (!row) return undefined;
  const { id, kind, asker, payload, reason } = row;
  return { payload, reason, approval: { id, kind, asked_by: actorName(asker), asked_at: row.asked_at.toISOString() } };
}
