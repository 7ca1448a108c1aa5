import type { ClientId, StaffId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { ApprovalKind } from '../../law/staff.ts';

export type ApprovalStatus = 'waiting' | 'approved' | 'declined';

export interface ApprovalRow {
  id: number;
  kind: ApprovalKind;
  action: string;
  subject: string;
  client_id: ClientId | null;
  payload: unknown;
  before: unknown;
  after: unknown;
  reason: string;
  asked_by: StaffId;
  /** The address of who asked, and of who decided. */
  asker: string;
  asked_at: Date;
  status: ApprovalStatus;
  decider: string | null;
  decided_at: Date | null;
  decision_reason: string | null;
}

const columns = `a.id, a.kind, a.action, a.subject, a.client_id, a.payload, a.before, a.after, a.reason, a.asked_by,
  m.email as asker, a.asked_at, a.status, d.email as decider, a.decided_at, a.decision_reason`;
const joined = 'approval a join staff m on m.id = a.asked_by left join staff d on d.id = a.decided_by';

export interface NewApproval {
  readonly kind: ApprovalKind;
  readonly action: string;
  readonly subject: string;
  readonly clientId: ClientId | undefined;
  readonly payload: unknown;
  readonly before: unknown;
  readonly after: unknown;
  readonly reason: string;
  readonly staffId: StaffId;
  readonly at: Date;
}

export async function insertApproval(sql: Sql, order: NewApproval): Promise<number> {
  const { id } = await sql.one<{ id: number }>(
    `insert into approval (kind, action, subject, client_id, payload, before, after, reason, asked_by, asked_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    [
      order.kind,
      order.action,
      order.subject,
      order.clientId ?? null,
      JSON.stringify(order.payload),
      jsonOrNull(order.before),
      jsonOrNull(order.after),
      order.reason,
      order.staffId,
      order.at,
    ],
  );
  return id;
}

function jsonOrNull(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** Newest first: of these kinds, and whatever that member asked for. */
export function listApprovals(
  sql: Sql,
  of: {
    readonly kinds: readonly ApprovalKind[];
    readonly staffId: StaffId;
    readonly status: ApprovalStatus;
    /** Undefined: of every kind. */
    readonly kind: ApprovalKind | undefined;
    readonly before: number | undefined;
    readonly limit: number;
  },
): Promise<ApprovalRow[]> {
  return sql.many(
    `select ${columns} from ${joined}
      where a.status = $1 and (a.kind = any($2::text[]) or a.asked_by = $3) and ($4::integer is null or a.id < $4)
        and ($6::text is null or a.kind = $6)
      order by a.id desc limit $5`,
    [of.status, of.kinds, of.staffId, of.before ?? null, of.limit, of.kind ?? null],
  );
}

/** All of a kind, or those of one status, newest first. */
export function approvalsOfKind(
  sql: Sql,
  of: {
    readonly kind: ApprovalKind;
    readonly status: ApprovalStatus | undefined;
    readonly before: number | undefined;
    readonly limit: number;
  },
): Promise<ApprovalRow[]> {
  return sql.many(
    `select ${columns} from ${joined}
      where a.kind = $1 and ($2::text is null or a.status = $2) and ($3::integer is null or a.id < $3) order by a.id desc limit $4`,
    [of.kind, of.status ?? null, of.before ?? null, of.limit],
  );
}

/** The row, locked: two who decide at once follow each other, and the second finds it decided. */
export function lockApproval(sql: Sql, id: number): Promise<ApprovalRow | undefined> {
  return sql.maybe(`select ${columns} from ${joined} where a.id = $1 for update of a`, [id]);
}

export async function decideApproval(
  sql: Sql,
  of: {
    readonly id: number;
    readonly status: 'approved' | 'declined';
    readonly staffId: StaffId;
    readonly reason: string;
    readonly at: Date;
  },
): Promise<void> {
  await sql.run(
    `update approval set status = $2, decided_by = $3, decision_reason = $4, decided_at = $5 where id = $1 and status = 'waiting'`,
    [of.id, of.status, of.staffId, of.reason, of.at],
  );
}

/** What waits to be decided of that, the newest. */
export function waitingOf(sql: Sql, of: { readonly action: string; readonly subject: string }): Promise<ApprovalRow | undefined> {
  return sql.maybe(
    `select ${columns} from ${joined} where a.status = 'waiting' and a.action = $1 and a.subject = $2 order by a.id desc limit 1`,
    [of.action, of.subject],
  );
}

export async function hasWaiting(sql: Sql, of: { readonly action: string; readonly subject: string }): Promise<boolean> {
  const { waits } = await sql.one<{ waits: boolean }>(
    `select exists (select from approval where status = 'waiting' and action = $1 and subject = $2) as waits`,
    [of.action, of.subject],
  );
  return waits;
}
