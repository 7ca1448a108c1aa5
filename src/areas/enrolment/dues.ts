import { clientId, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { repeatStatus, type DueName, type DueReason } from '../../law/dues.ts';
import { isStatusId, type StatusId } from '../../law/statuses.ts';

/* What a client has still to tell: a row for each, from when on it is asked, and the status that waits behind 66. */

export interface Due {
  readonly client: ClientId;
  readonly what: DueName;
  readonly why: DueReason;
  readonly dueAt: Date;
  readonly at: Date;
}

/** Asked from then on, instead of when it was to be asked before. */
export async function putDue(sql: Sql, { client, what, why, dueAt, at }: Due): Promise<void> {
  await sql.run(
    `insert into client_due (client_id, what, why, due_at, created_at) values ($1, $2, $3, $4, $5)
     on conflict (client_id, what) do update
       set why = excluded.why, due_at = excluded.due_at, created_at = excluded.created_at, put_off_at = null, told_at = null`,
    [client, what, why, dueAt, at],
  );
}

/** It was told. */
export async function endDue(sql: Sql, client: ClientId, what: DueName): Promise<void> {
  await sql.run('delete from client_due where client_id = $1 and what = $2', [client, what]);
}

/** All that a client has still to tell, the first first. */
export function duesOf(sql: Sql, client: ClientId): Promise<Pick<Due, 'what' | 'why' | 'dueAt'>[]> {
  return sql.many('select what, why, due_at as "dueAt" from client_due where client_id = $1 order by due_at limit 20', [client]);
}

export async function dueAt(sql: Sql, client: ClientId, what: DueName): Promise<Date | undefined> {
  const row = await sql.maybe<{ at: Date }>('select due_at as at from client_due where client_id = $1 and what = $2', [
    client,
    what,
  ]);
  return row?.at;
}

/** Not before the client signs in again: sessions begin by the wall clock. False where it is not asked. */
export async function putDueOff(
  sql: Sql,
  of: { readonly client: ClientId; readonly what: DueName; readonly now: Date },
): Promise<boolean> {
  const put = await sql.run('update client_due set put_off_at = now() where client_id = $1 and what = $2 and due_at <= $3', [
    of.client,
    of.what,
    of.now,
  ]);
  if (put === 1) await sql.run('update client set version = version + 1 where id = $1', [of.client]);
  return put === 1;
}

export interface Confirmed {
  readonly client: ClientId;
  readonly company: number;
  readonly update: number;
  readonly attempt: number | null;
  readonly version: string;
  readonly suitability: readonly { readonly id: number; readonly answer: number }[];
  readonly at: Date;
}

/** Keeps what was answered to the suitability questions for good. */
export async function keepConfirmation(sql: Sql, of: Confirmed): Promise<void> {
  await sql.run(
    `insert into yearly_confirmation (client_id, company_id, update_id, attempt_id, suitability_version, suitability, at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [of.client, of.company, of.update, of.attempt, of.version, JSON.stringify(of.suitability), of.at],
  );
}

/** One confirmation of a client at a time, until the end of the caller's transaction. */
export async function lockStatus(sql: Sql, client: ClientId): Promise<StatusId> {
  const { status } = await sql.one<{ status: number }>('select status_id as status from client where id = $1 for update', [
    client,
  ]);
  if (!isStatusId(status)) throw new Error(`client ${client} has the unknown status ${status}`);
  return status;
}

/** What a client was before 66; undefined where that is not known. */
export async function statusBefore(sql: Sql, client: ClientId): Promise<StatusId | undefined> {
  const row = await sql.maybe<{ status: number }>(
    'select from_status as status from client_repeat where client_id = $1 and ended_at is null',
    [client],
  );
  return row && isStatusId(row.status) ? row.status : undefined;
}

/** What a client was before 66 (null: not known), if they have confirmed since then, whatever they are now; undefined: they have not. */
export async function statusRepeated(
  sql: Sql,
  of: { readonly client: ClientId; readonly since: Date },
): Promise<StatusId | null | undefined> {
  const row = await sql.maybe<{ status: number | null }>(
    `select (select from_status from client_repeat where client_id = $1 order by id desc limit 1) as status
       from yearly_confirmation where client_id = $1 and at >= $2 limit 1`,
    [of.client, of.since],
  );
  if (!row) return undefined;
  return row.status !== null && isStatusId(row.status) ? row.status : null;
}

/** From 66 back to what was before. */
export async function endRepeat(
  sql: Sql,
  of: { readonly client: ClientId; readonly to: StatusId; readonly at: Date },
): Promise<void> {
  await sql.run('update client_repeat set ended_at = $2 where client_id = $1 and ended_at is null', [of.client, of.at]);
  await sql.run('update client set status_id = $2, version = version + 1 where id = $1 and status_id = $3', [
    of.client,
    of.to,
    repeatStatus,
  ]);
}

/** To 66; false where the client has another status by now, which stays. */
export async function beginRepeat(
  sql: Sql,
  of: { readonly client: ClientId; readonly from: StatusId; readonly at: Date },
): Promise<boolean> {
  const moved = await sql.run('update client set status_id = $3, version = version + 1 where id = $1 and status_id = $2', [
    of.client,
    of.from,
    repeatStatus,
  ]);
  if (moved !== 1) return false;
  // Whoever was given another status meanwhile has not to go back to an older one.
  await sql.run('update client_repeat set ended_at = $2 where client_id = $1 and ended_at is null', [of.client, of.at]);
  await sql.run('insert into client_repeat (client_id, from_status, began_at) values ($1, $2, $3)', [of.client, of.from, of.at]);
  return true;
}

/** One whose confirmation fell due and who was not told yet, unless they are closed, locked and noted as told; undefined when there is none. */
export async function takeUntold(sql: Sql, now: Date): Promise<{ readonly client: ClientId; readonly dueAt: Date } | undefined> {
  const row = await sql.maybe<{ client_id: number; due_at: Date }>(
    `update client_due d set told_at = $1 where (client_id, what) = (
       select y.client_id, y.what from client_due y join client c on c.id = y.client_id and c.closed_at is null
        where y.what = 'yearly_confirmation' and y.told_at is null and y.due_at <= $1
        order by y.due_at limit 1 for update of y skip locked)
     returning d.client_id, d.due_at`,
    [now],
  );
  return row && { client: clientId(row.client_id), dueAt: row.due_at };
}

/**
 * One whose tax number fell due and whom the desk was not told of yet, noted as told, unless they are closed; whoever the desk asked has
 * until `askedUntil` to have been asked before. Undefined when there is none.
 */
export async function takeUntoldTax(
  sql: Sql,
  of: { readonly now: Date; readonly askedUntil: Date },
): Promise<Pick<Due, 'client' | 'why' | 'dueAt'> | undefined> {
  const row = await sql.maybe<{ client_id: number; why: DueReason; due_at: Date }>(
    `update client_due set told_at = $1 where (client_id, what) = (
       select d.client_id, d.what from client_due d join client c on c.id = d.client_id and c.closed_at is null
        where d.what = 'tax_number' and d.told_at is null
          and d.due_at <= case when d.why = 'asked' then $2::timestamptz else $1::timestamptz end
        order by d.due_at limit 1 for update of d skip locked)
     returning client_id, why, due_at`,
    [of.now, of.askedUntil],
  );
  return row && { client: clientId(row.client_id), why: row.why, dueAt: row.due_at };
}

/** One who has let it pass until then, locked; undefined when there is none. */
export async function takeOverdue(
  sql: Sql,
  of: { readonly status: StatusId; readonly until: Date },
): Promise<ClientId | undefined> {
  const row = await sql.maybe<{ client_id: number }>(
    `select d.client_id from client_due d join client c on c.id = d.client_id and c.status_id = $1
      where d.what = 'yearly_confirmation' and d.due_at <= $2
      order by d.due_at limit 1 for update of d, c skip locked`,
    [of.status, of.until],
  );
  return row && clientId(row.client_id);
}
