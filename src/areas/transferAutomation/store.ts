import { isCurrency, type Currency } from '../../base/currency.ts';
import { accountNumber, clientId, remittanceId, type AccountNumber, type ClientId, type RemittanceId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Every, Order, Run, SkipReason } from './contract.ts';

/** A standing order as the database keeps it. Amounts are minor units of its currency. */
export interface KeptOrder {
  readonly id: number;
  readonly clientId: ClientId;
  readonly accountNumber: AccountNumber;
  readonly targetNumber: AccountNumber;
  readonly currency: Currency;
  readonly occasion: Order['occasion'];
  readonly share: number | null;
  readonly amount: bigint | null;
  readonly above: bigint | null;
  readonly every: Every | null;
  /** yyyy-MM-dd */
  readonly onDate: string | null;
  readonly day: number | null;
  readonly status: Order['status'];
  readonly createdAt: Date;
  readonly nextAt: Date | null;
  readonly countedFrom: Date | null;
}

const columns = `o.id, o.client_id as "clientId", o.account_number as "accountNumber", o.target_number as "targetNumber", o.currency,
  o.occasion, o.share, o.amount, o.above, o.every, o.on_date::text as "onDate", o.day, o.status, o.created_at as "createdAt",
  o.next_at as "nextAt", o.counted_from as "countedFrom"`;

type Row = Omit<KeptOrder, 'clientId' | 'accountNumber' | 'targetNumber' | 'currency'> &
  Readonly<Record<'clientId' | 'accountNumber' | 'targetNumber', number>> & { readonly currency: string };

function kept(row: Row): KeptOrder {
  const { currency } = row;
  if (!isCurrency(currency)) throw new Error(`standing order ${row.id} is in ${currency}, which is no currency of ours`);
  const [account, target] = [accountNumber(row.accountNumber), accountNumber(row.targetNumber)];
  return { ...row, currency, clientId: clientId(row.clientId), accountNumber: account, targetNumber: target };
}

/** Of these, which are more than anybody may have, the ended ones are not shown. */
const mostShown = 100;

export async function ordersOf(sql: Sql, client: ClientId): Promise<KeptOrder[]> {
  const rows = await sql.many<Row>(
    `select ${columns} from standing_order o where client_id = $1 and status <> 'ended' order by id desc limit ${mostShown}`,
    [client],
  );
  return rows.map(kept);
}

/** One client's come one after the other, so that two at once do not both find room for one more. */
export async function countOrders(sql: Sql, client: ClientId): Promise<number> {
  await sql.run(`select pg_advisory_xact_lock(hashtext('standing_order'), $1)`, [client]);
  const { count } = await sql.one<{ count: number }>(
    `select count(*)::integer as count from standing_order where client_id = $1 and status <> 'ended'`,
    [client],
  );
  return count;
}

export interface NewOrder extends Omit<KeptOrder, 'id' | 'status' | 'createdAt'> {
  readonly now: Date;
}

export async function addOrder(sql: Sql, order: NewOrder): Promise<KeptOrder> {
  const { clientId: client, accountNumber: from, targetNumber: to, currency, occasion, share, amount, above } = order;
  const row = await sql.one<Row>(
    `insert into standing_order as o (client_id, account_number, target_number, currency, occasion, share, amount, above, every, on_date,
       day, created_at, since, changed_at, next_at, counted_from)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::date, $11, $12, $12, $12, $13, $14) returning ${columns}`,
    [
      client,
      from,
      to,
      currency,
      occasion,
      share,
      amount,
      above,
      order.every,
      order.onDate,
      order.day,
      order.now,
      order.nextAt,
      order.countedFrom,
    ],
  );
  return kept(row);
}

/** Locked until the caller's transaction ends. */
export async function lockOrder(sql: Sql, id: number): Promise<KeptOrder | undefined> {
  const row = await sql.maybe<Row>(`select ${columns} from standing_order o where id = $1 for update`, [id]);
  return row && kept(row);
}

/** All of a client's that have not ended, locked until the caller's transaction ends. */
export async function lockOpenOrders(sql: Sql, client: ClientId): Promise<KeptOrder[]> {
  const rows = await sql.many<Row>(
    `select ${columns} from standing_order o where client_id = $1 and status <> 'ended' order by id for update`,
    [client],
  );
  return rows.map(kept);
}

/** Paused or ended: nothing is due any more, but for a transfer that may have begun, which the worker looks at. */
export async function stopOrder(
  sql: Sql,
  id: number,
  how: { readonly status: 'paused' | 'ended'; readonly now: Date },
): Promise<void> {
  await sql.run('update standing_order set status = $2, changed_at = $3, next_at = null where id = $1', [
    id,
    how.status,
    how.now,
  ]);
  await sql.run(
    `update standing_run set state = 'skipped', reason = 'stopped', decided_at = $2
      where order_id = $1 and state = 'due' and remittance_id is null`,
    [id, how.now],
  );
}

interface Resumed {
  readonly now: Date;
  readonly nextAt: Date | null;
  /** Of profit: what was made while it was paused is not moved. */
  readonly countedFrom: Date | null;
}

/** What happened while it was paused is no occasion. */
export async function resumeOrder(sql: Sql, id: number, { now, nextAt, countedFrom }: Resumed): Promise<void> {
  await sql.run(
    `update standing_order set status = 'active', since = $2, changed_at = $2, next_at = $3, counted_from = $4 where id = $1`,
    [id, now, nextAt, countedFrom],
  );
}

/** Null: there is no date any more. */
export async function setNext(sql: Sql, id: number, nextAt: Date | null): Promise<void> {
  await sql.run('update standing_order set next_at = $2 where id = $1', [id, nextAt]);
}

/** Active ones whose date, or look at the profit, has come. */
export async function dueOrders(sql: Sql, now: Date, limit: number): Promise<number[]> {
  const rows = await sql.many<{ id: number }>(
    `select id from standing_order where status = 'active' and next_at <= $1 order by next_at, id limit $2`,
    [now, limit],
  );
  return rows.map(({ id }) => id);
}

/**
 * Deposits that arrived at an account since somebody ordered something for that are occasions, each once. What went into the wallet
 * instead has not arrived. Older ones than `from` are looked for no more. Answers how many there were.
 */
export async function addDepositRuns(
  sql: Sql,
  { from, limit }: { readonly from: Date; readonly limit: number },
): Promise<number> {
  return sql.run(
    `insert into standing_run (order_id, client_id, occasion, at, amount, currency, state)
     select o.id, o.client_id, 'deposit:' || r.id, r.updated_at, coalesce(r.account_amount * o.share / 100, o.amount), o.currency, 'due'
       from standing_order o
       join remittance r on r.account_number = o.account_number and r.transfer_type = 'deposit' and r.client_id = o.client_id
      where o.status = 'active' and o.occasion = 'deposit' and r.status = 'completed' and r.updated_at >= greatest(o.since, $1::timestamptz)
        and r.account_currency = o.currency and coalesce(r.reason, '') not like '%\\_wallet'
        and not exists (select from standing_run s where s.order_id = o.id and s.occasion = 'deposit:' || r.id)
      order by r.updated_at limit $2
     on conflict (order_id, occasion) do nothing`,
    [from, limit],
  );
}

export interface NewRun {
  readonly order: KeptOrder;
  /** Its name among the order's. */
  readonly occasion: string;
  readonly at: Date;
  readonly amount: bigint;
  readonly countedTo: Date | null;
}

/** Its number; undefined when that occasion was there before. */
export async function addRun(sql: Sql, { order, occasion, at, amount, countedTo }: NewRun): Promise<number | undefined> {
  const row = await sql.maybe<{ id: number }>(
    `insert into standing_run (order_id, client_id, occasion, at, amount, currency, state, counted_to)
     values ($1, $2, $3, $4, $5, $6, 'due', $7) on conflict (order_id, occasion) do nothing returning id`,
    [order.id, order.clientId, occasion, at, amount, order.currency, countedTo],
  );
  return row?.id;
}

export interface DueRun {
  readonly id: number;
  readonly at: Date;
  readonly amount: bigint;
  readonly remittanceId: RemittanceId | null;
  readonly order: KeptOrder;
}

/** What waits to be done, the oldest first, behind the one of that number. */
export async function dueRuns(sql: Sql, { after, limit }: { readonly after: number; readonly limit: number }): Promise<DueRun[]> {
  const rows = await sql.many<Row & { runId: number; runAt: Date; runAmount: bigint; remittanceId: number | null }>(
    `select ${columns}, s.id as "runId", s.at as "runAt", s.amount as "runAmount", s.remittance_id as "remittanceId"
       from standing_run s join standing_order o on o.id = s.order_id where s.state = 'due' and s.id > $1 order by s.id limit $2`,
    [after, limit],
  );
  return rows.map(({ runId: id, runAt: at, runAmount: amount, remittanceId: quote, ...row }) => ({
    id,
    at,
    amount,
    remittanceId: quote === null ? null : remittanceId(quote),
    order: kept(row),
  }));
}

/** Whether one of its occasions still waits. */
export async function hasDueRun(sql: Sql, order: number): Promise<boolean> {
  const { is } = await sql.one<{ is: boolean }>(
    `select exists (select from standing_run where order_id = $1 and state = 'due') as is`,
    [order],
  );
  return is;
}

/** The quote that a run is done by, once; false when it has another, or waits no more. */
export async function bindRun(sql: Sql, id: number, quote: RemittanceId): Promise<boolean> {
  const changed = await sql.run(
    `update standing_run set remittance_id = $2 where id = $1 and state = 'due' and remittance_id is null`,
    [id, quote],
  );
  return changed === 1;
}

/** Its transfer has begun. Of profit, what it was counted up to is not counted again; of one date, that was all. */
export async function finishRun(sql: Sql, id: number, now: Date): Promise<void> {
  await sql.run(
    `with done as (update standing_run set state = 'done', decided_at = $2 where id = $1 and state = 'due' returning order_id, counted_to)
     update standing_order o set counted_from = greatest(d.counted_to, o.counted_from), changed_at = $2,
       status = case when o.every = 'once' then 'ended' else o.status end
      from done d where o.id = d.order_id and (d.counted_to is not null or o.every = 'once')`,
    [id, now],
  );
}

/** False when it waits no more. */
export async function skipRun(sql: Sql, id: number, why: { readonly reason: SkipReason; readonly now: Date }): Promise<boolean> {
  const skipped = await sql.maybe<{ order_id: number }>(
    `update standing_run set state = 'skipped', reason = $2, decided_at = $3 where id = $1 and state = 'due' returning order_id`,
    [id, why.reason, why.now],
  );
  if (!skipped) return false;
  await sql.run(
    `update standing_order set status = 'ended', changed_at = $2 where id = $1 and every = 'once' and status = 'active'`,
    [skipped.order_id, why.now],
  );
  return true;
}

export interface ShownRun {
  readonly id: number;
  readonly orderId: number;
  readonly at: Date;
  readonly occasion: Order['occasion'];
  readonly accountNumber: number;
  readonly targetNumber: number;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly state: Run['state'];
  readonly reason: SkipReason | null;
  /** Of a transfer that has begun. */
  readonly transferId: number | null;
  readonly transferStatus: Run['transfer_status'];
}

/** A client's runs, the newest first; one more than `limit` when there are more. */
export async function runsOf(
  sql: Sql,
  client: ClientId,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<ShownRun[]> {
  return sql.many<ShownRun>(
    `select s.id, s.order_id as "orderId", s.at, o.occasion, o.account_number as "accountNumber", o.target_number as "targetNumber",
       s.amount, s.currency, s.state, s.reason, r.id as "transferId", r.status as "transferStatus"
       from standing_run s join standing_order o on o.id = s.order_id
       left join remittance r on r.id = s.remittance_id and r.saved_at is not null
      where s.client_id = $1 and ($2::integer is null or s.id < $2) order by s.id desc limit $3`,
    [client, before ?? null, limit],
  );
}
