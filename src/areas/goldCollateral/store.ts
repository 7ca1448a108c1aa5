import { accountNumber, clientId, type AccountNumber, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import type { Level, OrderKind, OrderPhase } from './contract.ts';

/** What is pledged for one trading account: weights in tenths of a microgram, amounts in cents. The book has the same. */
export interface KeptPledge {
  readonly number: AccountNumber;
  readonly platform: PlatformKey;
  readonly clientId: ClientId;
  readonly companyId: CompanyId;
  readonly weight: bigint;
  readonly credit: bigint;
  /** What its client was told last. */
  readonly level: Level;
  readonly waitsSince: Date | null;
  readonly worth: bigint | null;
  readonly priceAt: Date | null;
  readonly valuedAt: Date | null;
}

const pledgeColumns = `p.number, a.platform, p.client_id as "clientId", p.company_id as "companyId", p.weight, p.credit, p.level,
  p.waits_since as "waitsSince", p.worth, p.price_at as "priceAt", p.valued_at as "valuedAt"`;
const pledges = 'gold_pledge p join trading_account a using (number)';

type PledgeRow = Omit<KeptPledge, 'number' | 'clientId'> & { readonly number: number; readonly clientId: number };
const keptPledge = (row: PledgeRow): KeptPledge => ({
  ...row,
  number: accountNumber(row.number),
  clientId: clientId(row.clientId),
});

export interface PledgeOwner {
  readonly number: AccountNumber;
  readonly clientId: ClientId;
  readonly companyId: CompanyId;
}

/** The pledge of an account, made where there is none, and locked until the caller's transaction ends. */
export async function lockOrOpen(sql: Sql, { number, clientId: client, companyId }: PledgeOwner, now: Date): Promise<KeptPledge> {
  await sql.run(
    'insert into gold_pledge (number, client_id, company_id, opened_at) values ($1, $2, $3, $4) on conflict (number) do nothing',
    [number, client, companyId, now],
  );
  const pledge = await lockPledge(sql, number);
  if (!pledge) throw new Error(`the pledge of account ${number} is gone`);
  return pledge;
}

/** Locked until the caller's transaction ends, so that of two who change it at once the second sees what the first has done. */
export async function lockPledge(sql: Sql, number: number): Promise<KeptPledge | undefined> {
  const row = await sql.maybe<PledgeRow>(`select ${pledgeColumns} from ${pledges} where p.number = $1 for update of p`, [number]);
  return row && keptPledge(row);
}

export async function pledgeOf(sql: Sql, number: number): Promise<KeptPledge | undefined> {
  const row = await sql.maybe<PledgeRow>(`select ${pledgeColumns} from ${pledges} where p.number = $1`, [number]);
  return row && keptPledge(row);
}

const mostPledges = 200;

/** Of a client, where anything is pledged or lent. */
export async function pledgesOf(sql: Sql, client: ClientId): Promise<KeptPledge[]> {
  const rows = await sql.many<PledgeRow>(
    `select ${pledgeColumns} from ${pledges} where p.client_id = $1 and (p.weight > 0 or p.credit > 0) order by p.number limit ${mostPledges}`,
    [client],
  );
  return rows.map(keptPledge);
}

interface DueAsked {
  readonly platform: PlatformKey;
  readonly before: Date;
  /** Behind that one, as it was then; undefined: from the first on. */
  readonly after: Pick<KeptPledge, 'number' | 'valuedAt'> | undefined;
  readonly limit: number;
}

/** Those of a platform that were not valued since then, the longest ago first. */
export async function duePledges(sql: Sql, { platform, before, after, limit }: DueAsked): Promise<KeptPledge[]> {
  const rows = await sql.many<PledgeRow>(
    `select ${pledgeColumns} from ${pledges} where a.platform = $1 and (p.weight > 0 or p.credit > 0)
       and (p.valued_at is null or p.valued_at <= $2)
       and (coalesce(p.valued_at, '-infinity'), p.number) > (coalesce($4::timestamptz, '-infinity'), $5)
     order by p.valued_at nulls first, p.number limit $3`,
    [platform, before, limit, after?.valuedAt ?? null, after?.number ?? 0],
  );
  return rows.map(keptPledge);
}

export async function keepAmounts(
  sql: Sql,
  { number, weight, credit }: Pick<KeptPledge, 'number' | 'weight' | 'credit'>,
): Promise<void> {
  await sql.run('update gold_pledge set weight = $2, credit = $3 where number = $1', [number, weight, credit]);
}

export interface Valuation extends Pick<KeptPledge, 'number' | 'level' | 'waitsSince'> {
  readonly worth: bigint;
  readonly priceAt: Date;
  readonly valuedAt: Date;
}

export async function keepValuation(sql: Sql, kept: Valuation): Promise<void> {
  const { number, level, waitsSince, worth, priceAt, valuedAt } = kept;
  await sql.run(
    'update gold_pledge set level = $2, waits_since = $3, worth = $4, price_at = $5, valued_at = $6 where number = $1',
    [number, level, waitsSince, worth, priceAt, valuedAt],
  );
}

/** What changes a pledge. */
export interface KeptOrder {
  readonly id: bigint;
  readonly number: AccountNumber;
  readonly platform: PlatformKey;
  readonly clientId: ClientId;
  readonly companyId: CompanyId;
  readonly kind: OrderKind;
  readonly why: 'level' | 'loss' | null;
  readonly weight: bigint;
  readonly credit: bigint;
  readonly metal: bigint | null;
  readonly spread: bigint | null;
  readonly total: bigint | null;
  readonly phase: OrderPhase;
  readonly createdAt: Date;
}

const orderColumns = `o.id, o.number, a.platform, o.client_id as "clientId", o.company_id as "companyId", o.kind, o.why, o.weight, o.credit,
  o.metal, o.spread, o.total, o.phase, o.created_at as "createdAt"`;
const orders = 'gold_pledge_order o join trading_account a using (number)';
type OrderRow = Omit<KeptOrder, 'number' | 'clientId'> & { readonly number: number; readonly clientId: number };
const keptOrder = (row: OrderRow): KeptOrder => ({ ...row, number: accountNumber(row.number), clientId: clientId(row.clientId) });

export interface NewOrder extends Omit<KeptOrder, 'id' | 'platform'> {
  /** What it was reckoned at. */
  readonly bid: string;
  readonly ask: string;
  readonly priceAt: Date;
}

/** Undefined while another one of that pledge is under way. The caller has locked the pledge. */
export async function addOrder(sql: Sql, added: NewOrder): Promise<bigint | undefined> {
  const row = await sql.maybe<{ id: bigint }>(
    `insert into gold_pledge_order (number, client_id, company_id, kind, why, weight, credit, metal, spread, total, bid, ask, price_at,
       phase, created_at, ended_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, case when $14 in ('done', 'refused') then $15::timestamptz end)
     on conflict (number) where phase not in ('done', 'refused') do nothing returning id`,
    [
      added.number,
      added.clientId,
      added.companyId,
      added.kind,
      added.why,
      added.weight,
      added.credit,
      added.metal,
      added.spread,
      added.total,
      added.bid,
      added.ask,
      added.priceAt,
      added.phase,
      added.createdAt,
    ],
  );
  return row?.id;
}

export async function orderOf(sql: Sql, id: bigint): Promise<KeptOrder> {
  return keptOrder(await sql.one<OrderRow>(`select ${orderColumns} from ${orders} where o.id = $1`, [id]));
}

/** Locked until the caller's transaction ends. */
export async function lockOrder(sql: Sql, id: bigint): Promise<KeptOrder> {
  return keptOrder(await sql.one<OrderRow>(`select ${orderColumns} from ${orders} where o.id = $1 for update of o`, [id]));
}

export async function setPhase(
  sql: Sql,
  id: bigint,
  { phase, now }: { readonly phase: OrderPhase; readonly now: Date },
): Promise<void> {
  const endedAt = phase === 'done' || phase === 'refused' ? now : null;
  await sql.run('update gold_pledge_order set phase = $2, ended_at = $3 where id = $1', [id, phase, endedAt]);
}

/** Under way, the oldest first, behind that one. */
export async function openOrders(
  sql: Sql,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<KeptOrder[]> {
  const rows = await sql.many<OrderRow>(
    `select ${orderColumns} from ${orders} where o.phase not in ('done', 'refused') and o.id > $1 order by o.id limit $2`,
    [after, limit],
  );
  return rows.map(keptOrder);
}

export async function openOrderOf(sql: Sql, number: number): Promise<KeptOrder | undefined> {
  const row = await sql.maybe<OrderRow>(
    `select ${orderColumns} from ${orders} where o.number = $1 and o.phase not in ('done', 'refused')`,
    [number],
  );
  return row && keptOrder(row);
}

/** Of a client, the newest first. */
export async function ordersOf(sql: Sql, client: ClientId, limit: number): Promise<KeptOrder[]> {
  const rows = await sql.many<OrderRow>(
    `select ${orderColumns} from ${orders} where o.client_id = $1 order by o.id desc limit $2`,
    [client, limit],
  );
  return rows.map(keptOrder);
}

export interface PledgeTotals {
  readonly weight: bigint;
  readonly worth: bigint;
  readonly credit: bigint;
  readonly count: number;
}

/** Pledges of all clients or of one: what they come to, and a page of them, those first on which most of their worth is lent. */
export async function pledgesAtDesk(
  sql: Sql,
  { client, limit, offset }: { readonly client: number | undefined; readonly limit: number; readonly offset: number },
): Promise<{ readonly pledges: KeptPledge[]; readonly totals: PledgeTotals }> {
  const which = '(p.weight > 0 or p.credit > 0) and ($1::integer is null or p.client_id = $1)';
  const totals = await sql.one<PledgeTotals>(
    `select coalesce(sum(p.weight), 0)::bigint as weight, coalesce(sum(p.worth), 0)::bigint as worth,
       coalesce(sum(p.credit), 0)::bigint as credit, count(*)::integer as count from gold_pledge p where ${which}`,
    [client ?? null],
  );
  const rows = await sql.many<PledgeRow>(
    `select ${pledgeColumns} from ${pledges} where ${which}
     order by p.credit::numeric / nullif(p.worth, 0) desc nulls first, p.number limit $2 offset $3`,
    [client ?? null, limit, offset],
  );
  return { pledges: rows.map(keptPledge), totals };
}
