import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Wording } from '../../base/wording.ts';
import type { StatusAct, StatusReason } from '../../law/statusChanges.ts';
import { isStatusId, type StatusId } from '../../law/statuses.ts';

/** The status, until the end of the caller's transaction: whoever else gives the client another one waits. */
export async function lockStatus(sql: Sql, client: ClientId): Promise<StatusId> {
  const { status } = await sql.one<{ status: number }>('select status_id as status from client where id = $1 for no key update', [
    client,
  ]);
  if (!isStatusId(status)) throw new Error(`client ${client} has the unknown status ${status}`);
  return status;
}

export async function setStatus(sql: Sql, client: ClientId, to: StatusId): Promise<void> {
  await sql.run('update client set status_id = $2, version = version + 1 where id = $1', [client, to]);
}

/** What gives a status; opening again ends one of these. */
export type GivingAct = Exclude<StatusAct, 'reopen'>;

/** Since when a client is closed; null where they are not. */
export async function closedSince(sql: Sql, client: ClientId): Promise<Date | null> {
  return (await sql.one<{ since: Date | null }>('select closed_at as since from client where id = $1', [client])).since;
}

/** Of whoever is closed again: the years that the law has records kept for count from the closing that holds, whoever it was that closed them. */
export async function closedSinceThen(sql: Sql, client: ClientId, ends: ChangeRow): Promise<void> {
  await sql.run(
    `update client set closed_at = coalesce(
       (select max(set_at) from client_status_change where client_id = $1 and to_status = $2 and ended_at is null),
       $3::timestamptz, closed_at)
      where id = $1`,
    [client, ends.fromStatus, ends.closedAt],
  );
}

export interface ChangeRow {
  readonly id: number;
  readonly act: GivingAct;
  readonly fromStatus: StatusId;
  readonly toStatus: StatusId;
  readonly reasonCode: StatusReason;
  readonly askedBy: string;
  readonly agreedBy: string | null;
  readonly setAt: Date;
  readonly ownFreeze: number | null;
  /** Since when the client was closed before it; null where they were not. */
  readonly closedAt: Date | null;
  readonly endedAt: Date | null;
  readonly endedReason: StatusReason | null;
  readonly endedAskedBy: string | null;
  readonly endedAgreedBy: string | null;
}

const columns = `id, act, from_status as "fromStatus", to_status as "toStatus", reason_code as "reasonCode", asked_by as "askedBy",
  agreed_by as "agreedBy", set_at as "setAt", own_freeze as "ownFreeze", closed_at as "closedAt", ended_at as "endedAt", ended_reason as "endedReason",
  ended_asked_by as "endedAskedBy", ended_agreed_by as "endedAgreedBy"`;

/** The newest first, so many at most. */
export function changesOf(sql: Sql, client: ClientId): Promise<ChangeRow[]> {
  return sql.many(`select ${columns} from client_status_change where client_id = $1 order by id desc limit 20`, [client]);
}

/** By which the client has that status now; undefined where the desk has not set it. */
export function changeThatSet(
  sql: Sql,
  of: { readonly client: ClientId; readonly status: StatusId },
): Promise<ChangeRow | undefined> {
  return sql.maybe(
    `select ${columns} from client_status_change where client_id = $1 and to_status = $2 and ended_at is null order by id desc limit 1`,
    [of.client, of.status],
  );
}

/** Who wanted it, and who has agreed where one person is not enough. */
export interface Persons {
  readonly askedBy: string;
  readonly agreedBy: string | null;
}

interface NewChange
  extends Persons, Pick<ChangeRow, 'act' | 'fromStatus' | 'toStatus' | 'reasonCode' | 'ownFreeze' | 'closedAt'> {
  readonly client: ClientId;
  readonly at: Date;
}

export async function keepChange(sql: Sql, of: NewChange): Promise<number> {
  const { id } = await sql.one<{ id: number }>(
    `insert into client_status_change (client_id, act, from_status, to_status, reason_code, asked_by, agreed_by, set_at, own_freeze, closed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    [of.client, of.act, of.fromStatus, of.toStatus, of.reasonCode, of.askedBy, of.agreedBy, of.at, of.ownFreeze, of.closedAt],
  );
  return id;
}

export async function endChange(
  sql: Sql,
  of: Persons & { readonly id: number; readonly reasonCode: StatusReason; readonly at: Date },
): Promise<void> {
  await sql.run(
    `update client_status_change set ended_at = $2, ended_reason = $3, ended_asked_by = $4, ended_agreed_by = $5 where id = $1`,
    [of.id, of.at, of.reasonCode, of.askedBy, of.agreedBy],
  );
}

/** Browsers of the client that stand open learn what is open to them, when the caller's transaction has committed. */
export async function tellBrowsers(sql: Sql, client: ClientId, at: Date): Promise<void> {
  await sql.run(
    `insert into outbox (topic, client_id, payload, due_at, created_at)
     values ('live', $1, '{"topics":["client_info","notices","dashboard"]}', $2, $2)`,
    [client, at],
  );
}

/** A letter to another address than the client's first, beside what is told there. */
export async function writeTo(
  sql: Sql,
  of: { readonly client: ClientId; readonly to: string; readonly type: string; readonly values: Wording; readonly at: Date },
): Promise<void> {
  const payload = JSON.stringify({ type: of.type, values: of.values, channel: 'email', to: of.to });
  await sql.run(`insert into outbox (topic, client_id, payload, due_at, created_at) values ('post.mail', $1, $2, $3, $3)`, [
    of.client,
    payload,
    of.at,
  ]);
}
