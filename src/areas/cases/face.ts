import type { ClientId, StaffId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { BusinessHours } from './settings.ts';
import type { StaffRight } from '../../law/staff.ts';
import type { QueueName } from './contract.ts';
import { afterBusinessHours } from './rules.ts';
import { claimedByOther, endCase, hasOpenCase, insertCase } from './store.ts';

export type { QueueName } from './contract.ts';
export type { BusinessHours } from './settings.ts';

/** A queue that an area puts cases into: the area names it in `queues.ts`, and the desk lists it from then on. */
export interface Queue {
  readonly name: QueueName;
  /** Who works on it. */
  readonly right: StaffRight;
  /** Within how many hours of business a case is to be decided; left out: nothing is promised. */
  readonly promisedHours?: number;
}

export interface CaseOrder {
  readonly queue: Queue;
  /** To what, as `thing:id`: the same is put into a queue once until it is closed. */
  readonly subject: string;
  readonly clientId?: ClientId;
  /** What the queue shows of it; personal data belongs to the client's page. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** When it is to be decided, where that was promised before; by its queue's hours from now on when left out. */
  readonly dueAt?: Date;
  /** Application time. */
  readonly now: Date;
  readonly hours: BusinessHours;
}

/** Puts a case into its queue, within the caller's transaction; false when it waits there already. */
export async function openCase(
  sql: Sql,
  { queue, subject, clientId, detail = {}, now, hours, ...order }: CaseOrder,
): Promise<boolean> {
  const { dueAt = queue.promisedHours === undefined ? undefined : afterBusinessHours(now, queue.promisedHours, hours) } = order;
  return (await insertCase(sql, { queue: queue.name, subject, clientId, detail, at: now, dueAt })) !== undefined;
}

/** The instant by which so many hours of business have passed. */
export function dueWithin(from: Date, businessHours: number, office: BusinessHours): Date {
  return afterBusinessHours(from, businessHours, office);
}

/** Takes a case out of its queue, within the transaction that decides it; false when it was not there. */
export function closeCase(
  sql: Sql,
  of: { readonly queue: QueueName; readonly subject: string; readonly outcome: string; readonly at: Date },
): Promise<boolean> {
  return endCase(sql, of);
}

/** Whether it waits there. */
export function isCaseOpen(sql: Sql, of: { readonly queue: QueueName; readonly subject: string }): Promise<boolean> {
  return hasOpenCase(sql, of);
}

/** Whether somebody else works on it at present: who decides without having claimed it asks first. */
export function isClaimedByOther(
  sql: Sql,
  of: { readonly queue: QueueName; readonly subject: string; readonly staffId: StaffId; readonly now: Date },
): Promise<boolean> {
  return claimedByOther(sql, of);
}
