import { clientId, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { dormantStatus, type WatchedStatus } from '../../law/dormancy.ts';
import { isStatusId, type StatusId } from '../../law/statuses.ts';

/** Somebody who may become dormant, and when they were known to do something. */
export interface Watched {
  readonly clientId: ClientId;
  readonly awakeAt: Date;
}

/** Approved clients of whom nothing is known since `before`, as it was when they were looked at; some of them. */
export async function watchedClients(
  sql: Sql,
  of: { readonly now: Date; readonly before: Date; readonly limit: number },
): Promise<Watched[]> {
  const rows = await sql.many<{ client_id: number; awake_at: Date }>(
    `select client_id, awake_at from dormancy_watch where awake_at < $2 and next_at <= $1
      order by awake_at, next_at limit $3`,
    [of.now, of.before, of.limit],
  );
  return rows.map(({ client_id: id, awake_at: awakeAt }) => ({ clientId: clientId(id), awakeAt }));
}

/** Whoever has done nothing new is not looked at again before then. */
export async function noteAwake(sql: Sql, watched: readonly Watched[], nextAt: Date): Promise<void> {
  await sql.run(
    `update dormancy_watch w set awake_at = l.at, next_at = $3
       from unnest($1::integer[], $2::timestamptz[]) as l(client_id, at) where w.client_id = l.client_id`,
    [watched.map((each) => each.clientId), watched.map(({ awakeAt }) => awakeAt), nextAt],
  );
}

/*
 * What of a client's is under way, so that they are not asleep however long they themselves have done nothing: it goes on by itself and
 * may ask something of them any day that a dormant client cannot do. Open positions count as doing something.
 */
const goingOn = {
  // Asked, offered or being made: one that was offered is agreed to by a transfer, which a dormant client may not make.
  move: `exists (select from company_move m where m.client_id = c.id and m.phase in ('asked', 'offered', 'moving', 'returning'))`,
  payment: 'exists (select from remittance_under_way r where r.client_id = c.id)',
  // Credit was lent on it, and what it falls short of is paid in.
  pledge: `exists (select from gold_pledge p where p.client_id = c.id and (p.weight > 0 or p.credit > 0))
    or exists (select from gold_pledge_order o where o.client_id = c.id and o.phase not in ('done', 'refused'))`,
  // Its costs may still be to be paid.
  delivery: `exists (select from gold_delivery g where g.client_id = c.id and g.phase in ('requested', 'paid', 'allocated', 'shipped'))`,
  // Others trade for them, or wait for a trade to copy.
  follow: `exists (select from investment i where i.client_id = c.id and i.status <> 'closed')`,
  signals: 'exists (select from signal_subscription s where s.client_id = c.id and s.ended_at is null)',
  // Others follow them.
  strategy: `exists (select from strategy s join investment i on i.strategy_id = s.id and i.status <> 'closed' where s.client_id = c.id)`,
  // It is paid by paying in.
  debt: 'exists (select from client_debt d where d.client_id = c.id and d.remaining > 0)',
  dispute: 'exists (select from dispute d where d.client_id = c.id and d.lifted_at is null)',
} as const;

/** Those of them of whom something is under way. */
export async function underWay(sql: Sql, clients: readonly ClientId[]): Promise<ReadonlySet<ClientId>> {
  const rows = await sql.many<{ id: number }>(
    `select c.id from unnest($1::integer[]) as c(id) where ${Object.values(goingOn).join(' or ')}`,
    [clients],
  );
  return new Set(rows.map(({ id }) => clientId(id)));
}

/** The client's status, kept as it is until the caller's transaction ends. Before anything of the tables here, always in this order. */
export async function lockStatus(sql: Sql, client: ClientId): Promise<StatusId> {
  const { status } = await sql.one<{ status: number }>('select status_id as status from client where id = $1 for no key update', [
    client,
  ]);
  if (!isStatusId(status)) throw new Error(`client ${client} has the unknown status ${status}`);
  return status;
}

/** Told, and watched no more; undefined where they were told before. */
export async function announce(
  sql: Sql,
  of: {
    readonly client: ClientId;
    readonly from: WatchedStatus;
    readonly idleSince: Date;
    readonly sleepsAt: Date;
    readonly nextAt: Date;
    readonly now: Date;
  },
): Promise<number | undefined> {
  await sql.run('delete from dormancy_watch where client_id = $1', [of.client]);
  const row = await sql.maybe<{ id: number }>(
    `insert into client_dormancy (client_id, from_status, idle_since, announced_at, sleeps_at, next_at)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning id`,
    [of.client, of.from, of.idleSince, of.now, of.sleepsAt, of.nextAt],
  );
  return row?.id;
}

export interface Announced {
  readonly id: number;
  readonly clientId: ClientId;
}

/** Who was told and is to be looked at again. */
export async function announcedDue(sql: Sql, of: { readonly now: Date; readonly limit: number }): Promise<Announced[]> {
  const rows = await sql.many<{ id: number; client_id: number }>(
    `select id, client_id from client_dormancy where slept_at is null and ended_at is null and next_at <= $1
      order by next_at limit $2`,
    [of.now, of.limit],
  );
  return rows.map(({ id, client_id: client }) => ({ id, clientId: clientId(client) }));
}

/** Undefined where it has ended meanwhile, or is being written: nobody waits for it with the client's row locked. */
export function lockAnnounced(sql: Sql, id: number): Promise<{ readonly idleSince: Date; readonly sleepsAt: Date } | undefined> {
  return sql.maybe(
    `select idle_since as "idleSince", sleeps_at as "sleepsAt" from client_dormancy
      where id = $1 and slept_at is null and ended_at is null for update skip locked`,
    [id],
  );
}

export async function lookNext(sql: Sql, id: number, at: Date): Promise<void> {
  await sql.run('update client_dormancy set next_at = $2 where id = $1', [id, at]);
}

/** The client is watched again, if they may become dormant still: undefined in `status` where they may not. */
export async function callOff(
  sql: Sql,
  of: {
    readonly id: number;
    readonly status: WatchedStatus | undefined;
    readonly watched: Watched;
    readonly nextAt: Date;
    readonly now: Date;
  },
): Promise<void> {
  await sql.run('update client_dormancy set ended_at = $2 where id = $1', [of.id, of.now]);
  if (of.status === undefined) return;
  await sql.run('insert into dormancy_watch (client_id, awake_at, next_at) values ($1, $2, $3) on conflict do nothing', [
    of.watched.clientId,
    of.watched.awakeAt,
    of.nextAt,
  ]);
}

export async function fallAsleep(
  sql: Sql,
  of: { readonly id: number; readonly client: ClientId; readonly from: WatchedStatus; readonly at: Date },
): Promise<void> {
  // Who was approved when they were told may have to repeat the yearly confirmation by now.
  await sql.run('update client_dormancy set slept_at = $2, from_status = $3 where id = $1', [of.id, of.at, of.from]);
  await changeStatus(sql, { client: of.client, from: of.from, to: dormantStatus });
}

/** When the client became dormant, and from which status, by what is kept of it. */
export async function dormancyOf(
  sql: Sql,
  client: ClientId,
): Promise<{ readonly id: number; readonly sleptAt: Date; readonly fromStatus: StatusId } | undefined> {
  const row = await sql.maybe<{ id: number; slept_at: Date; from_status: number }>(
    'select id, slept_at, from_status from client_dormancy where client_id = $1 and slept_at is not null and ended_at is null',
    [client],
  );
  if (!row) return undefined;
  const { id, slept_at: sleptAt, from_status: fromStatus } = row;
  if (!isStatusId(fromStatus)) throw new Error(`client ${client} was of the unknown status ${fromStatus}`);
  return { id, sleptAt, fromStatus };
}

/** Which papers the gates have of a client. */
export function papersOf(sql: Sql, client: ClientId): Promise<{ readonly hasId: boolean; readonly hasResidence: boolean }> {
  return sql.one('select has_approved_id as "hasId", has_approved_residence as "hasResidence" from client where id = $1', [
    client,
  ]);
}

export async function endDormancy(
  sql: Sql,
  of: { readonly client: ClientId; readonly to: StatusId; readonly at: Date },
): Promise<void> {
  await sql.run(
    'update client_dormancy set ended_at = $2, to_status = $3 where client_id = $1 and slept_at is not null and ended_at is null',
    [of.client, of.at, of.to],
  );
  await changeStatus(sql, { client: of.client, from: dormantStatus, to: of.to });
}

async function changeStatus(
  sql: Sql,
  of: { readonly client: ClientId; readonly from: StatusId; readonly to: StatusId },
): Promise<void> {
  const changed = await sql.run('update client set status_id = $3, version = version + 1 where id = $1 and status_id = $2', [
    of.client,
    of.from,
    of.to,
  ]);
  if (changed !== 1) throw new Error(`client ${of.client} was not of the status ${of.from}`);
}
