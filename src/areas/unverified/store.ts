import { isCurrency, type Currency } from '../../base/currency.ts';
import { clientId, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { statusFacts, statusIds } from '../../law/statuses.ts';
import type { Given, WithdrawnLine } from './rules.ts';

/** A deposit that was made before its client's papers were approved, and has not ended as such. */
export interface UnverifiedDeposit {
  readonly id: number;
  readonly days: number;
  readonly phase: string;
  /** When its payment took its last step. */
  readonly changedAt: Date;
  /** What the wallet got of it. */
  readonly minor: bigint;
  /** What was taken back of it: a refund or a chargeback, less what was won again. */
  readonly taken: bigint;
  /** What has gone back of it, or is on its way. */
  readonly gone: bigint;
  readonly isUnderWay: boolean;
  /** Of the withdrawal that it was given back by, something of this deposit is in the wallet again. */
  readonly isRefused: boolean;
  readonly currency: Currency;
  readonly arrivedAt: Date | null;
  readonly dueAt: Date | null;
  readonly lookAt: Date | null;
  readonly returnId: number | null;
}

const closedStatuses = statusIds.filter((id) => statusFacts(id).closed !== undefined);
/** Statuses that end the clock: the papers are approved, or the account is closed. */
const endingStatuses = statusIds.filter((id) => statusFacts(id).papers === 'approved' || statusFacts(id).closed !== undefined);

/** Clients of whom something may have to be done until then, the first so many behind one. */
export async function clientsToLookAt(
  sql: Sql,
  of: { readonly until: Date; readonly now: Date; readonly after: number; readonly limit: number },
): Promise<ClientId[]> {
  const rows = await sql.many<{ id: number }>(
    `select distinct u.client_id as id from unverified_deposit u join remittance r on r.id = u.remittance_id
       join client c on c.id = u.client_id
     where u.ended_at is null and u.client_id > $2 and (u.return_id is not null or u.arrived_at is null and r.phase = 'completed'
       or u.arrived_at is not null and (u.due_at <= $1 or c.status_id not in (7, 9) or c.has_approved_id and c.has_approved_residence)
         -- What was put off while it was due is left alone until then, unless its client's papers or account ended it.
         and (u.look_at is null or u.look_at <= $4 or u.due_at > $4 or c.status_id = any ($5)
           or c.has_approved_id and c.has_approved_residence))
     order by u.client_id limit $3`,
    [of.until, of.after, of.limit, of.now, endingStatuses],
  );
  return rows.map(({ id }) => clientId(id));
}

/** More than the cap lets anybody make. */
const mostDeposits = 500;

/** What of a client is open; nobody else takes from the cap or ends any of it before the caller's transaction has. */
export async function lockOpen(sql: Sql, client: ClientId): Promise<UnverifiedDeposit[]> {
  await sql.one(`select pg_advisory_xact_lock(hashtext('unverified'), $1)::text as locked`, [client]);
  return openDeposits(sql, client);
}

/** What of a client has come and has not ended, and no row of what was never paid. */
export async function openDeposits(sql: Sql, client: ClientId): Promise<UnverifiedDeposit[]> {
  const rows = await sql.many<Omit<UnverifiedDeposit, 'currency'> & { readonly currency: string }>(
    `select u.remittance_id as id, u.days, r.phase, r.updated_at as "changedAt", r.account_amount as minor,
       r.account_currency as currency, u.arrived_at as "arrivedAt", u.due_at as "dueAt", u.look_at as "lookAt",
       u.return_id as "returnId", t.taken, g.gone,
       g.is_under_way or exists (select from remittance_under_way w where w.remittance_id = u.return_id) as "isUnderWay", g.is_refused as "isRefused"
     from unverified_deposit u join remittance r on r.id = u.remittance_id
     cross join lateral (
       select coalesce(sum(v.account_amount - coalesce((select sum(won.account_amount) from remittance won
         where won.reverses = v.id and won.phase = 'completed'), 0)), 0)::bigint as taken
       from remittance v where v.reverses = r.id and v.takes_payment is null and v.phase in ('reversing', 'completed')
     ) t
     cross join lateral (
       select coalesce(sum(l.amount) filter (where c.counts), 0)::bigint as gone,
         coalesce(bool_or(c.counts and p.phase is distinct from 'completed'), false) as is_under_way,
         coalesce(bool_or(not c.counts and l.remittance_id = u.return_id), false) as is_refused
       from (
         select w.id, w.remittance_id, w.amount from withdrawal_line w where w.source_id = r.id and w.currency = r.account_currency
           and not exists (select from unverified_given of_line where of_line.line_id = w.id)
         union all
         select w.id, w.remittance_id, n.amount from unverified_given n join withdrawal_line w on w.id = n.line_id
         where n.deposit_id = u.remittance_id
       ) l join remittance m on m.id = l.remittance_id left join payout p on p.line_id = l.id
       cross join lateral (select m.phase in ('held', 'awaiting_approval')
         or m.phase in ('sent', 'completed') and p.phase is distinct from 'released' as counts) c
       where m.phase <> 'quoted'
     ) g
     where u.client_id = $1 and u.ended_at is null and (u.arrived_at is not null or r.phase = 'completed') order by u.remittance_id limit ${mostDeposits}`,
    [client],
  );
  return rows.map(({ currency, ...row }) => {
    if (!isCurrency(currency)) throw new Error(`deposit ${row.id} came in ${currency}, which is no currency`);
    return { ...row, currency };
  });
}

/** It has come: so much of the cap is what it was worth then. */
export async function noteArrival(
  sql: Sql,
  of: { readonly id: number; readonly at: Date; readonly dueAt: Date; readonly worth: bigint | undefined },
): Promise<void> {
  await sql.run(
    `update unverified_deposit set arrived_at = $2, due_at = $3, look_at = $3, worth = greatest(coalesce($4, worth), 1)
     where remittance_id = $1`,
    [of.id, of.at, of.dueAt, of.worth ?? null],
  );
}

/** It goes back now, whatever its days were. */
export async function endClock(sql: Sql, ids: readonly number[], now: Date): Promise<void> {
  await sql.run('update unverified_deposit set due_at = $2, look_at = $2 where remittance_id = any($1::integer[])', [ids, now]);
}

/** Nobody tries to give it back before. */
export async function putOff(sql: Sql, ids: readonly number[], until: Date): Promise<void> {
  await sql.run('update unverified_deposit set look_at = $2 where remittance_id = any($1::integer[])', [ids, until]);
}

/** The withdrawal by which something of it went back has ended, and something of it is here. */
export async function forgetReturn(sql: Sql, ids: readonly number[]): Promise<void> {
  await sql.run('update unverified_deposit set return_id = null where remittance_id = any($1::integer[])', [ids]);
}

/** Staff give the client more time: nothing that is here goes back before, and nothing more is paid in. */
export async function extendClock(sql: Sql, client: ClientId, of: { readonly until: Date; readonly now: Date }): Promise<void> {
  await sql.run(
    `update unverified_deposit set due_at = $2, look_at = $2, over_at = coalesce(over_at, $3)
     where client_id = $1 and ended_at is null and arrived_at is not null and due_at < $2`,
    [client, of.until, of.now],
  );
}

/** Whether something that has left a wallet may come back into it. */
export async function mayComeBack(sql: Sql, client: ClientId, wallet: number): Promise<boolean> {
  const found = await sql.maybe(
    `select from remittance_under_way u join remittance r on r.id = u.remittance_id
     where u.client_id = $1 and r.account_number = $2 and r.transfer_type in ('withdraw', 'transfer') limit 1`,
    [client, wallet],
  );
  return found !== undefined;
}

/** Something of them is on its way back; that it once was is never forgotten. */
export async function noteReturn(
  sql: Sql,
  ids: readonly number[],
  of: { readonly returnId: number; readonly now: Date },
): Promise<void> {
  await sql.run(
    'update unverified_deposit set return_id = $2, over_at = coalesce(over_at, $3) where remittance_id = any($1::integer[])',
    [ids, of.returnId, of.now],
  );
}

/** Whether nobody knows for now how much of one of them its provider has given back: staff look into a refund or a chargeback. */
export async function isReversalLookedAt(sql: Sql, ids: readonly number[]): Promise<boolean> {
  const found = await sql.maybe(
    `select from provider_transaction where remittance_id = any($1::integer[]) and outcome = 'on_review'
       and kind in ('refund', 'chargeback') limit 1`,
    [ids],
  );
  return found !== undefined;
}

/** What leaves a wallet by a withdrawal, line by line. */
export function linesOfWithdrawal(sql: Sql, withdrawal: number): Promise<WithdrawnLine[]> {
  return sql.many<WithdrawnLine>(
    `select id::integer as id, source_id as "sourceId", amount as minor from withdrawal_line where remittance_id = $1
     order by place limit 100`,
    [withdrawal],
  );
}

export async function keepGiven(sql: Sql, given: readonly Given[]): Promise<void> {
  await sql.run(
    `insert into unverified_given (line_id, deposit_id, amount)
     select * from unnest($1::bigint[], $2::integer[], $3::bigint[])`,
    [given.map(({ line }) => line), given.map(({ deposit }) => deposit), given.map(({ minor }) => minor)],
  );
}

/** Whether the client is closed now, and stays so until the caller's transaction ends. */
export async function lockClosed(sql: Sql, client: ClientId): Promise<boolean> {
  const found = await sql.maybe('select from client where id = $1 and status_id = any($2) for no key update', [
    client,
    closedStatuses,
  ]);
  return found !== undefined;
}

/** What had ended because the account was closed is open again. */
export async function reopenClosed(sql: Sql, client: ClientId): Promise<void> {
  await sql.run(`update unverified_deposit set outcome = null, ended_at = null where client_id = $1 and outcome = 'closed'`, [
    client,
  ]);
}

export type Outcome = 'verified' | 'returned' | 'spent' | 'closed';

export async function end(
  sql: Sql,
  ids: readonly number[],
  of: { readonly outcome: Outcome; readonly now: Date },
): Promise<void> {
  await sql.run(
    'update unverified_deposit set outcome = $2, ended_at = $3 where remittance_id = any($1::integer[]) and ended_at is null',
    [ids, of.outcome, of.now],
  );
}
