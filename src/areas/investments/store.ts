import { knownCurrency, type Currency } from '../../base/currency.ts';
import { accountNumber, clientId, type AccountNumber, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { mayBecome, type InvestmentReason, type InvestmentStatus, type Shares } from './rules.ts';

/** A follow with its account. Amounts are minor units of the account's currency. */
export interface Investment extends Shares {
  readonly id: number;
  /** The follower. */
  readonly clientId: ClientId;
  readonly strategyId: number;
  /** The follower's account, and the one that is followed. */
  readonly number: AccountNumber;
  readonly strategyNumber: AccountNumber;
  readonly currency: Currency;
  readonly offerId: number;
  /** The share of profits, in per cent. */
  readonly share: number;
  readonly safetyMode: boolean;
  /** In per cent of what was put in. */
  readonly protection: number;
  readonly status: InvestmentStatus;
  readonly askedAt: Date;
  /** Null until its first money is there. */
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

const columns = `i.id, i.client_id as "clientId", i.strategy_id as "strategyId", i.number, s.number as "strategyNumber", a.currency,
  i.offer_id as "offerId", i.share, i.safety_mode as "safetyMode", i.protection, i.status, i.invested, i.high_water as "highWater",
  i.asked_at as "askedAt", i.started_at as "startedAt", i.ended_at as "endedAt"`;
const joined = `investment i join strategy s on s.id = i.strategy_id join trading_account a on a.number = i.number`;

const known = (row: Investment): Investment => ({
  ...row,
  clientId: clientId(row.clientId),
  number: accountNumber(row.number),
  strategyNumber: accountNumber(row.strategyNumber),
  currency: knownCurrency(row.currency),
});

export async function investmentById(sql: Sql, id: number): Promise<Investment | undefined> {
  const row = await sql.maybe<Investment>(`select ${columns} from ${joined} where i.id = $1`, [id]);
  return row && known(row);
}

export async function investmentOfAccount(sql: Sql, number: number): Promise<Investment | undefined> {
  const row = await sql.maybe<Investment>(`select ${columns} from ${joined} where i.number = $1`, [number]);
  return row && known(row);
}

/** Its row stays locked until the caller's transaction ends. */
export async function lockInvestment(sql: Sql, id: number): Promise<Investment | undefined> {
  const row = await sql.maybe<Investment>(`select ${columns} from ${joined} where i.id = $1 for no key update of i`, [id]);
  return row && known(row);
}

/** More than anybody has: one a strategy, and those that have ended. */
const mostOfClient = 1000;

/** All of a client, the newest first. */
export async function investmentsOf(sql: Sql, client: ClientId): Promise<Investment[]> {
  const rows = await sql.many<Investment>(
    `select ${columns} from ${joined} where i.client_id = $1 order by i.id desc limit ${mostOfClient}`,
    [client],
  );
  return rows.map(known);
}

export interface FollowersQuery {
  readonly strategyId: number;
  readonly statuses: readonly InvestmentStatus[];
  /** Those behind this one. */
  readonly after?: number;
  readonly limit: number;
}

/** Who follows a strategy, in the order in which they began. */
export async function followersOf(sql: Sql, query: FollowersQuery): Promise<Investment[]> {
  const rows = await sql.many<Investment>(
    `select ${columns} from ${joined} where i.strategy_id = $1 and i.status = any($2) and i.id > $3 order by i.id limit $4`,
    [query.strategyId, query.statuses, query.after ?? 0, query.limit],
  );
  return rows.map(known);
}

/** All that ever followed a strategy, the newest first; those that have ended come last. */
export async function followsOf(
  sql: Sql,
  of: { readonly strategyId: number; readonly offset: number; readonly limit: number },
): Promise<Investment[]> {
  const rows = await sql.many<Investment>(
    `select ${columns} from ${joined} where i.strategy_id = $1 order by i.status = 'closed', i.id desc limit $2 offset $3`,
    [of.strategyId, of.limit, of.offset],
  );
  return rows.map(known);
}

export interface FollowCounts {
  readonly all: number;
  /** Those that have not ended. */
  readonly open: number;
  /** Those that are being opened or ended, or whose money is on its way. */
  readonly requests: number;
  /** Of those that have not ended. */
  readonly invested: bigint;
}

export async function followCounts(sql: Sql, strategyId: number): Promise<FollowCounts> {
  return sql.one<FollowCounts>(
    `select count(*)::integer as all, (count(*) filter (where status <> 'closed'))::integer as open,
       (count(*) filter (where status in ('opening', 'closing') or status <> 'closed' and exists (
         select from investment_flow f where f.investment_id = i.id and f.booked_at is null)))::integer as requests,
       coalesce(sum(invested) filter (where status <> 'closed'), 0)::bigint as invested
       from investment i where strategy_id = $1`,
    [strategyId],
  );
}

/** Follows of strategies that their providers have closed, which go on as if nothing had happened. */
export async function forsakenFollows(sql: Sql, limit: number): Promise<number[]> {
  const rows = await sql.many<{ id: number }>(
    `select i.id from strategy s join investment i on i.strategy_id = s.id
      where s.status = 'closed' and i.status in ('opening', 'active', 'paused') order by i.id limit $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

export type NewInvestment = Pick<
  Investment,
  'clientId' | 'strategyId' | 'number' | 'offerId' | 'share' | 'safetyMode' | 'protection' | 'askedAt'
>;

/** Writes the intention to follow, by the offer that was agreed to. Undefined where the client follows it already. */
export async function insertInvestment(sql: Sql, of: NewInvestment): Promise<number | undefined> {
  const row = await sql.maybe<{ id: number }>(
    `insert into investment (client_id, strategy_id, number, offer_id, share, safety_mode, protection, status, asked_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'opening', $8)
     on conflict (client_id, strategy_id) where status <> 'closed' do nothing returning id`,
    [of.clientId, of.strategyId, of.number, of.offerId, of.share, of.safetyMode, of.protection, of.askedAt],
  );
  if (row) await insertTransition(sql, { id: row.id, from: null, to: 'opening', why: 'asked', at: of.askedAt });
  return row?.id;
}

export interface StatusChange {
  readonly id: number;
  readonly from: InvestmentStatus;
  readonly to: InvestmentStatus;
  readonly why: InvestmentReason;
  readonly at: Date;
}

/** The only way that a status changes: along the table of transitions, and only from where the row still stands. */
export async function changeInvestment(sql: Sql, change: StatusChange): Promise<boolean> {
  const { id, from, to, at } = change;
  if (!mayBecome(from, to)) throw new Error(`an investment does not go from ${from} to ${to}`);
  const changed = await sql.run(
    `update investment set status = $3,
       started_at = case when $3 = 'active' then coalesce(started_at, $4::timestamptz) else started_at end,
       ended_at = case when $3 = 'closed' then $4::timestamptz end
      where id = $1 and status = $2`,
    [id, from, to, at],
  );
  if (changed === 0) return false;
  await insertTransition(sql, change);
  return true;
}

async function insertTransition(
  sql: Sql,
  step: Omit<StatusChange, 'from'> & { readonly from: InvestmentStatus | null },
): Promise<void> {
  await sql.run('insert into investment_step (investment_id, from_status, to_status, why, at) values ($1, $2, $3, $4, $5)', [
    step.id,
    step.from,
    step.to,
    step.why,
    step.at,
  ]);
}

/** What was put in and the high-water mark, as they are from now on. Under the lock of the row. */
export async function writeShares(sql: Sql, id: number, { invested, highWater }: Shares): Promise<void> {
  await sql.run('update investment set invested = $2, high_water = $3 where id = $1', [id, invested, highWater]);
}

/** What a client follows of a strategy, or did not end following. */
export async function investmentIn(
  sql: Sql,
  of: { readonly clientId: ClientId; readonly strategyId: number },
): Promise<Investment | undefined> {
  const row = await sql.maybe<Investment>(
    `select ${columns} from ${joined} where i.client_id = $1 and i.strategy_id = $2 and i.status <> 'closed'`,
    [of.clientId, of.strategyId],
  );
  return row && known(row);
}

/** Before its first money: what was agreed to last counts, by the offer that was agreed to. */
export async function agreeAnew(
  sql: Sql,
  of: Pick<Investment, 'id' | 'offerId' | 'share' | 'safetyMode' | 'protection'>,
): Promise<void> {
  await sql.run(
    `update investment set offer_id = $2, share = $3, safety_mode = $4, protection = $5 where id = $1 and status = 'opening'`,
    [of.id, of.offerId, of.share, of.safetyMode, of.protection],
  );
}

/** One begins to follow at a time, so that of two whose follows would make a circle together the second finds the first. */
export async function lockFollowing(sql: Sql): Promise<void> {
  await sql.run(`select pg_advisory_xact_lock(hashtextextended('investment.follow', 0))`);
}

/** Whether a client follows a strategy of a provider's: directly, or by way of any number of others. */
export async function isFollowedBy(sql: Sql, of: { readonly provider: ClientId; readonly follower: number }): Promise<boolean> {
  const { is } = await sql.one<{ is: boolean }>(
    `with recursive followed (client_id) as (
       select s.client_id from investment i join strategy s on s.id = i.strategy_id where i.client_id = $2 and i.status <> 'closed'
       union
       select s.client_id from followed f join investment i on i.client_id = f.client_id and i.status <> 'closed'
         join strategy s on s.id = i.strategy_id
     )
     select exists (select from followed where client_id = $1) as is`,
    [of.provider, of.follower],
  );
  return is;
}

/** How a strategy is named to those who follow it. */
export interface StrategyName {
  readonly id: number;
  readonly providerId: number;
  readonly name: string;
  readonly nickname: string;
}

export async function strategyNames(sql: Sql, ids: readonly number[]): Promise<ReadonlyMap<number, StrategyName>> {
  const rows = await sql.many<StrategyName>(
    'select id, client_id as "providerId", name, nickname from strategy where id = any($1)',
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Those that are to go on by themselves: their account or what is left of their money is on the way. */
export async function investmentsToGoOn(
  sql: Sql,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number[]> {
  const rows = await sql.many<{ id: number }>(
    `select i.id from investment i join trading_account a on a.number = i.number
      where i.id > $2 and (i.status = 'closing' or (i.status = 'opening' and a.status = 'failed')) order by i.id limit $1`,
    [limit, after],
  );
  return rows.map(({ id }) => id);
}

/** Lots by symbol, of all that was opened on an account. */
export async function openedLots(sql: Sql, number: number): Promise<{ readonly symbol: string; readonly share: string }[]> {
  return sql.many(
    `select symbol, round(100 * sum(lots) / sum(sum(lots)) over (), 4)::text as share from platform_deal
      where number = $1 and entry = 'in' and kind <> 'split' and symbol is not null group by symbol having sum(lots) > 0
      order by sum(lots) desc, symbol limit 200`,
    [number],
  );
}

/** What was closed on an account in each month (UTC), the latest first. */
export async function closedMonths(
  sql: Sql,
  number: number,
): Promise<{ readonly month: string; readonly trades: number; readonly result: bigint }[]> {
  return sql.many(
    `select to_char(date_trunc('month', closed_at at time zone 'UTC'), 'YYYY-MM-DD') as month, count(*)::integer as trades,
       sum(profit + swap + commission)::bigint as result
      from closed_trade where number = $1 group by 1 order by 1 desc limit 600`,
    [number],
  );
}
