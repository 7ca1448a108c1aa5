import { accountNumber, clientId, type AccountNumber, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Order, OrderError, OrderStatus } from './contract.ts';
import { statusesBefore } from './rules.ts';

export type OrderKind = Order['kind'];

/** What an order is to have beside symbol, side and lots, as it was asked for. */
export interface Terms {
  readonly type?: 'limit' | 'stop' | 'stop_limit' | undefined;
  readonly price?: string | undefined;
  readonly limitPrice?: string | undefined;
  readonly stopLoss?: string | undefined;
  readonly takeProfit?: string | undefined;
  /** ISO time. */
  readonly expiresAt?: string | undefined;
  /** At how many points the stop is to follow once a waiting order is filled. */
  readonly trailingPoints?: number | undefined;
  /** The opposite position by which one is closed. */
  readonly by?: string | undefined;
  /** The stop that follows the price for which this one moves, where no client has asked for it. */
  readonly trailing?: number | undefined;
}

/** An order as the database keeps it. */
export interface KeptOrder {
  readonly id: number;
  readonly clientId: ClientId;
  readonly number: AccountNumber;
  readonly kind: OrderKind;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly lots: string;
  readonly position: string | undefined;
  readonly seen: { readonly price: string; readonly deviationPoints: number } | undefined;
  readonly terms: Terms;
  /** The platform's number of the order that waits. */
  readonly ticket: string | undefined;
  readonly tag: string;
  readonly status: OrderStatus;
  readonly code: OrderError | undefined;
  readonly fill: KeptFill | undefined;
  readonly createdAt: Date;
  /** Wall time. */
  readonly sentAt: Date;
  readonly settledAt: Date | undefined;
}

export interface KeptFill {
  readonly deal: string;
  readonly position: string;
  readonly price: string;
  readonly lots: string;
}

/** What a client asks for. */
export interface OrderWish {
  readonly clientId: ClientId;
  readonly number: AccountNumber;
  readonly kind: OrderKind;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly lots: string;
  readonly position?: string | undefined;
  readonly seen?: { readonly price: string; readonly deviationPoints: number } | undefined;
  readonly terms?: Terms | undefined;
  /** Of the order that is changed or cancelled. */
  readonly ticket?: string | undefined;
  readonly key: string | undefined;
  readonly now: Date;
  readonly wall: Date;
}

interface OrderRow {
  id: number;
  client_id: ClientId;
  number: AccountNumber;
  kind: OrderKind;
  symbol: string;
  side: 'buy' | 'sell';
  lots: string;
  position: string | null;
  seen_price: string | null;
  deviation_points: number | null;
  terms: Terms | null;
  ticket: string | null;
  tag: string | null;
  status: OrderStatus;
  code: OrderError | null;
  fill_deal: string | null;
  fill_position: string | null;
  fill_price: string | null;
  fill_lots: string | null;
  created_at: Date;
  sent_at: Date;
  settled_at: Date | null;
}

const columns = `id, client_id, number, kind, symbol, side, lots, position, terms, ticket, seen_price, deviation_points, tag, status, code,
  fill_deal, fill_position, fill_price, fill_lots, created_at, sent_at, settled_at`;

/** Writes the intention; undefined when the client has an order of that key already. */
export async function insertOrder(sql: Sql, wish: OrderWish): Promise<KeptOrder | undefined> {
  const row = await sql.maybe<{ id: number }>(
    `insert into trading_order (client_id, number, kind, symbol, side, lots, position, seen_price, deviation_points, order_key,
       status, created_at, sent_at, terms, ticket, awaits_end)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'processing', $11, $12, $13, $14, case when $3 = 'pending' then true end)
     on conflict (client_id, order_key) where order_key is not null do nothing returning id`,
    [
      wish.clientId,
      wish.number,
      wish.kind,
      wish.symbol,
      wish.side,
      wish.lots,
      wish.position ?? null,
      wish.seen?.price ?? null,
      wish.seen?.deviationPoints ?? null,
      wish.key ?? null,
      wish.now,
      wish.wall,
      wish.terms ? JSON.stringify(wish.terms) : null,
      wish.ticket ?? null,
    ],
  );
  if (!row) return undefined;
  // Chance in it, so that nobody can write it on a deal of their own beforehand; at most 27 characters.
  return readOrder(
    await sql.one<OrderRow>(
      `update trading_order set tag = 'o' || id || '-' || left(replace(gen_random_uuid()::text, '-', ''), 15)
        where id = $1 returning ${columns}`,
      [row.id],
    ),
  );
}

export async function orderOf(sql: Sql, id: number): Promise<KeptOrder | undefined> {
  const row = await sql.maybe<OrderRow>(`select ${columns} from trading_order where id = $1`, [id]);
  return row && readOrder(row);
}

export async function orderOfKey(sql: Sql, of: { clientId: ClientId; key: string }): Promise<KeptOrder | undefined> {
  const row = await sql.maybe<OrderRow>(`select ${columns} from trading_order where client_id = $1 and order_key = $2`, [
    of.clientId,
    of.key,
  ]);
  return row && readOrder(row);
}

/** The orders of one name that was given to many, in the order in which they were written. */
export async function ordersOfName(sql: Sql, of: { clientId: ClientId; name: string }): Promise<KeptOrder[]> {
  const rows = await sql.many<OrderRow>(
    `select ${columns} from trading_order where client_id = $1 and starts_with(order_key, $2) order by id limit 200`,
    [of.clientId, of.name],
  );
  return rows.map(readOrder);
}

/** The client's orders on an account whose outcome nobody knows yet, the oldest first; stops that follow the price move unasked. */
export async function unansweredOrders(sql: Sql, of: { clientId: ClientId; number: AccountNumber }): Promise<KeptOrder[]> {
  const rows = await sql.many<OrderRow>(
    `select ${columns} from trading_order where client_id = $1 and number = $2 and status = 'processing'
       and (terms is null or not terms ? 'trailing') order by id limit 20`,
    [of.clientId, of.number],
  );
  return rows.map(readOrder);
}

/** What came of an order. */
export type Conclusion =
  | { readonly status: 'filled'; readonly fill: KeptFill }
  /** Of what is no order at market: with the number of the order that waits. */
  | { readonly status: 'done'; readonly ticket: string | undefined }
  /** Without its key where the refusal says nothing about the order: under the same key it may be sent again. */
  | { readonly status: 'refused'; readonly code: OrderError; readonly keepsKey: boolean }
  | { readonly status: 'failed' };

/** The only way that an order's status changes: along the table of steps. False when it stood elsewhere by then. */
export async function concludeOrder(sql: Sql, id: number, settled: Conclusion & { readonly at: Date }): Promise<boolean> {
  const fill = settled.status === 'filled' ? settled.fill : undefined;
  const changed = await sql.run(
    `update trading_order set status = $2, code = $3, fill_deal = $4, fill_position = $5, fill_price = $6, fill_lots = $7,
       settled_at = $8, order_key = case when $10 then order_key end, ticket = coalesce($11, ticket) where id = $1 and status = any($9::text[])`,
    [
      id,
      settled.status,
      settled.status === 'refused' ? settled.code : null,
      fill?.deal ?? null,
      fill?.position ?? null,
      fill?.price ?? null,
      fill?.lots ?? null,
      settled.at,
      statusesBefore(settled.status),
      settled.status !== 'refused' || settled.keepsKey,
      settled.status === 'done' ? (settled.ticket ?? null) : null,
    ],
  );
  return changed === 1;
}

/**
 * A stop that is to follow the price once a waiting order is filled: its position has the order's number then. Asked for again, it has
 * the new distance; the digits of the price are looked up with the fill.
 */
export async function keepWaitingTrailing(
  sql: Sql,
  of: Pick<KeptOrder, 'clientId' | 'number' | 'symbol' | 'side' | 'lots'> & {
    readonly ticket: string;
    readonly price: string;
    readonly distancePoints: number;
    readonly now: Date;
  },
): Promise<void> {
  await sql.run(
    `insert into trailing_stop (client_id, number, position, symbol, side, lots, digits, distance_points, status, best, created_at)
     values ($1, $2, $3, $4, $5, $6, 0, $7, 'waits', $8, $9)
     on conflict (number, position) where status = 'waits' do update set distance_points = excluded.distance_points`,
    [of.clientId, of.number, of.ticket, of.symbol, of.side, of.lots, of.distancePoints, of.price, of.now],
  );
}

function readOrder(row: OrderRow): KeptOrder {
  const { fill_deal: deal, fill_position: position, fill_price: price, fill_lots: lots } = row;
  if (row.tag === null) throw new Error(`order ${row.id} has no tag`);
  return {
    id: row.id,
    clientId: clientId(row.client_id),
    number: accountNumber(row.number),
    kind: row.kind,
    symbol: row.symbol,
    side: row.side,
    lots: row.lots,
    position: row.position ?? undefined,
    seen: row.seen_price === null ? undefined : { price: row.seen_price, deviationPoints: row.deviation_points ?? 0 },
    terms: row.terms ?? {},
    ticket: row.ticket ?? undefined,
    tag: row.tag,
    status: row.status,
    code: row.code ?? undefined,
    fill: deal === null || position === null || price === null || lots === null ? undefined : { deal, position, price, lots },
    createdAt: row.created_at,
    sentAt: row.sent_at,
    settledAt: row.settled_at ?? undefined,
  };
}
