import { accountNumber, clientId, type AccountNumber, type ClientId } from '../../../base/id.ts';
import type { Sql } from '../../../base/sql.ts';
import type { Clock } from '../../../base/time.ts';
import type { PlatformKey } from '../../../law/platforms.ts';
import type { Platform, Position } from '../../../ports/platform/port.ts';
import type { JobContext } from '../../../protocol/call.ts';
import { accountOf } from '../../accounts/face.ts';
import type { TrailingStop } from '../contract.ts';
import { carryOutUnasked } from '../orders.ts';
import { orderOfKey, type KeptOrder, type OrderWish } from '../store.ts';
import { notify } from '../../notices/face.ts';
import { tradingNotices } from '../notices.ts';
import { marketAt } from '../rules.ts';
import { afterRefusal, trailed, type Rest } from './following.ts';

const mostFollowed = 5000;
const mostOfAccount = 500;
const accountsAtOnce = 500;

interface TrailingRow {
  readonly id: number;
  readonly clientId: ClientId;
  readonly number: AccountNumber;
  readonly position: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly lots: string;
  readonly digits: number;
  readonly distancePoints: number;
  readonly best: string;
  /** Where the order that is on its way moves the stop to. */
  readonly askedStop: string | null;
  readonly tries: number;
  readonly status: 'on' | 'waits';
  readonly movedAt: Date | null;
  readonly refusals: number;
  /** Its move was refused: until then none is asked for. */
  readonly restsUntil: Date | null;
  readonly createdAt: Date;
}

const columns = `t.id, t.client_id as "clientId", t.number, t.position, t.symbol, t.side, t.lots, t.digits,
  t.distance_points as "distancePoints", t.best, t.asked_stop as "askedStop", t.tries, t.status, t.moved_at as "movedAt",
  t.refusals, t.rests_until as "restsUntil", t.created_at as "createdAt"`;

export async function trailingOf(sql: Sql, number: number): Promise<TrailingStop[]> {
  const rows = await sql.many<TrailingRow>(
    `select ${columns} from trailing_stop t where number = $1 and status in ('on', 'waits') order by id limit ${mostOfAccount}`,
    [number],
  );
  return rows.map((row) => ({
    position: row.position,
    symbol: row.symbol,
    side: row.side,
    distance_points: row.distancePoints,
    is_waiting: row.status === 'waits',
    best: row.best,
    moved_at: row.movedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  }));
}

export interface TrailingWish {
  readonly clientId: ClientId;
  readonly number: AccountNumber;
  readonly position: Position;
  readonly digits: number;
  readonly distancePoints: number;
  readonly now: Date;
}

/** One stop follows a position: asked for again, it has the new distance. */
export async function keepTrailing(sql: Sql, { position, ...wish }: TrailingWish): Promise<void> {
  // What was set on the order is set on its position now.
  await sql.run(`update trailing_stop set status = 'removed' where number = $1 and position = $2 and status = 'waits'`, [
    wish.number,
    position.position,
  ]);
  await sql.run(
    `insert into trailing_stop (client_id, number, position, symbol, side, lots, digits, distance_points, best, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (number, position) where status = 'on' do update set distance_points = excluded.distance_points, lots = excluded.lots,
       refusals = 0, rests_until = null`,
    [
      wish.clientId,
      wish.number,
      position.position,
      position.symbol,
      position.side,
      position.lots,
      wish.digits,
      wish.distancePoints,
      position.currentPrice,
      wish.now,
    ],
  );
}

export async function removeTrailing(sql: Sql, of: { readonly number: AccountNumber; readonly position: string }): Promise<void> {
  await sql.run(`update trailing_stop set status = 'removed' where number = $1 and position = $2 and status in ('on', 'waits')`, [
    of.number,
    of.position,
  ]);
}

export interface FollowingParts {
  readonly key: PlatformKey;
  readonly platform: Platform;
  readonly clock: Clock;
}

/**
 * Moves stops after their positions' prices. Each move is an order of its own under a name that the row knows before the platform is
 * asked, so that it is sent once whatever dies in between; the next waits until its outcome is known.
 */
export async function followPrices(parts: FollowingParts, context: JobContext): Promise<void> {
  const rows = await context.sql.many<TrailingRow>(
    `select ${columns} from trailing_stop t join trading_account a using (number)
      where a.platform = $1 and t.status in ('on', 'waits') order by (t.status = 'on') desc, t.id limit ${mostFollowed}`,
    [parts.key],
  );
  const logins = [...new Set(rows.map(({ number }) => number))];
  for (let start = 0; start < logins.length; start += accountsAtOnce) {
    const part = new Set(logins.slice(start, start + accountsAtOnce));
    const waiting = await waitingOrders(rows, part, parts.platform);
    // After the orders: what is filled between both looks is a position by then.
    const answer = await parts.platform.positionsOf([...part]);
    if (answer.outcome !== 'done') return;
    const positions = new Map(answer.positions.map((one) => [`${one.login}/${one.position}`, one]));
    for (const row of rows) {
      if (!part.has(row.number)) continue;
      const position = positions.get(`${row.number}/${row.position}`);
      if (row.status === 'waits') {
        // Whether its order waits still is not known; what follows a position goes on.
        if (!waiting) continue;
        const isThere = waiting.has(`${row.number}/${row.position}`);
        if (position) await begin(row, position, { parts, context });
        else await missed(row, isThere, context);
      } else if (position) await follow(row, position, { parts, context });
      else await end(row, context);
    }
  }
}

interface Hands {
  readonly parts: FollowingParts;
  readonly context: JobContext;
}

/** The orders that wait on these accounts, as far as a stop is set on one; undefined where the platform does not say. */
async function waitingOrders(
  rows: readonly TrailingRow[],
  part: ReadonlySet<number>,
  platform: Platform,
): Promise<ReadonlySet<string> | undefined> {
  const logins = new Set(rows.filter(({ status, number }) => status === 'waits' && part.has(number)).map(({ number }) => number));
  if (logins.size === 0) return new Set();
  const answer = await platform.ordersOf([...logins]);
  return answer.outcome === 'done' ? new Set(answer.orders.map(({ login, order }) => `${login}/${order}`)) : undefined;
}

/** Its order is filled: from the price of the fill on it follows. What the client has set on the position meanwhile stands. */
async function begin(row: TrailingRow, position: Position, hands: Hands): Promise<void> {
  const { context, parts } = hands;
  const found = await parts.platform.symbol(row.symbol);
  if (found.outcome !== 'done') return;
  const begun = { status: 'on', best: position.openPrice, lots: position.lots, digits: found.symbol.digits, tries: 0 } as const;
  const changed = await context.sql.run(
    `update trailing_stop set status = 'on', best = $2, lots = $3, digits = $4, tries = 0 where id = $1 and status = 'waits'
       and not exists (select from trailing_stop o where o.number = $5 and o.position = $6 and o.status = 'on')`,
    [row.id, begun.best, begun.lots, begun.digits, row.number, row.position],
  );
  if (changed === 1) await follow({ ...row, ...begun }, position, hands);
}

/** Neither order nor position is there: gone, when the next look says the same. */
async function missed(row: TrailingRow, isThere: boolean, context: JobContext): Promise<void> {
  if (!isThere && row.tries > 0) return end(row, context);
  const tries = isThere ? 0 : 1;
  if (tries !== row.tries) await context.sql.run('update trailing_stop set tries = $2 where id = $1', [row.id, tries]);
}

async function follow(row: TrailingRow, position: Position, hands: Hands): Promise<void> {
  const { context } = hands;
  if (row.askedStop !== null) return carryOn(row, position, hands);
  const { best, stop } = trailed({ ...row, price: position.currentPrice, stop: position.stopLoss });
  if (best !== row.best) await context.sql.run('update trailing_stop set best = $2 where id = $1', [row.id, best]);
  if (stop === undefined || (row.restsUntil !== null && row.restsUntil > context.now)) return;
  await ask({ ...row, best }, hands);
}

/** A worker may have died between both: what was not written down yet is asked for anew by the next look. */
async function carryOn(row: TrailingRow, position: Position, hands: Hands): Promise<void> {
  const { sql } = hands.context;
  if (await orderOfKey(sql, { clientId: row.clientId, key: keyOf(row) }))
    return move(row, { stop: row.askedStop ?? '', position }, hands);
  await sql.run('update trailing_stop set asked_stop = null where id = $1 and tries = $2', [row.id, row.tries]);
}

/**
 * What the client changes themselves just now is not overtaken, nor undone: the position is read once more, and nothing is moved where
 * another order for it has begun since.
 */
async function ask(row: TrailingRow, hands: Hands): Promise<void> {
  const { sql } = hands.context;
  const { last, isChanging } = await sql.one<{ last: number; isChanging: boolean }>(
    `select coalesce(max(id), 0) as last, coalesce(bool_or(status = 'processing'), false) as "isChanging" from trading_order
      where number = $1 and position = $2`,
    [row.number, row.position],
  );
  if (isChanging) return;
  const answer = await hands.parts.platform.positionsOf([row.number]);
  const position = answer.outcome === 'done' ? answer.positions.find((one) => one.position === row.position) : undefined;
  if (!position) return;
  const { stop } = trailed({ ...row, price: position.currentPrice, stop: position.stopLoss });
  if (stop === undefined) return;
  const changed = await sql.run(
    `update trailing_stop set asked_stop = $2 where id = $1 and status = 'on' and asked_stop is null and distance_points = $3
       and not exists (select from trading_order where number = $4 and position = $5 and id > $6)`,
    [row.id, stop, row.distancePoints, row.number, row.position, last],
  );
  if (changed === 1) await move(row, { stop, position }, hands);
}

const keyOf = ({ id, tries }: TrailingRow): string => `trail:${id}:${tries}`;

async function move(
  row: TrailingRow,
  to: { readonly stop: string; readonly position: Position },
  { parts, context }: Hands,
): Promise<void> {
  const account = await accountOf(context.sql, row.number);
  if (!account) throw new Error(`the account of the trailing stop ${row.id} is gone`);
  const wish: OrderWish & { readonly key: string } = {
    clientId: account.clientId,
    number: accountNumber(row.number),
    kind: 'stops',
    symbol: row.symbol,
    side: row.side,
    lots: row.lots,
    position: row.position,
    terms: {
      stopLoss: to.stop,
      ...(to.position.takeProfit === undefined ? {} : { takeProfit: to.position.takeProfit }),
      trailing: row.id,
    },
    key: keyOf(row),
    now: context.now,
    wall: parts.clock.wall(),
  };
  const order = await carryOutUnasked(wish, { ...parts, account, context });
  if (order.status !== 'processing') await concluded(row, order, { parts, context });
}

/** Its name is used up: the next move has another, and after a refusal its time. One that is refused again and again is told once, and ends. */
async function concluded(row: TrailingRow, order: KeptOrder, { parts, context }: Hands): Promise<void> {
  const isMoved = order.status === 'done';
  const rest: Rest | undefined = isMoved
    ? undefined
    : afterRefusal(order.code, { ...row, now: context.now, opensAt: await opening(order, parts, context.now) });
  const isOver = rest?.isGivenUp ?? false;
  await context.transact(async (sql) => {
    const changed = await sql.run(
      `update trailing_stop set asked_stop = null, tries = tries + 1, moved_at = case when $3 then $4 else moved_at end,
         refusals = $5, rests_until = $6, status = case when $7 and status = 'on' then 'ended' else status end
        where id = $1 and tries = $2`,
      [row.id, row.tries, isMoved, context.now, rest?.refusals ?? 0, rest?.until ?? null, isOver],
    );
    if (changed === 0 || !isOver) return;
    await notify(sql, {
      clientId: row.clientId,
      notice: tradingNotices.trailing_stop_refused,
      values: { number: String(row.number), symbol: row.symbol, points: String(row.distancePoints) },
      key: `trading:trailing:${row.id}:${row.tries}`,
      now: context.now,
    });
  });
  if (isMoved || isOver) await context.stale(clientId(row.clientId), ['positions']);
}

/** When the market opens that has refused; undefined where that is not known, or another reason was told. */
async function opening({ code, symbol }: KeptOrder, { platform }: FollowingParts, now: Date): Promise<Date | undefined> {
  if (code !== 'market_closed') return undefined;
  const found = await platform.symbol(symbol);
  const market = found.outcome === 'done' ? marketAt(found.symbol.sessions, now) : undefined;
  return market?.isOpen === false ? market.opensAt : undefined;
}

/** The position is closed, or its order gone, by whomever. */
async function end(row: TrailingRow, context: JobContext): Promise<void> {
  await context.sql.run(`update trailing_stop set status = 'ended' where id = $1 and status in ('on', 'waits')`, [row.id]);
  await context.stale(clientId(row.clientId), ['positions']);
}
