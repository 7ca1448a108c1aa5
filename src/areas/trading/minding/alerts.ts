import { clientId, type ClientId } from '../../../base/id.ts';
import type { Sql } from '../../../base/sql.ts';
import { after, dayMs, hourMs, minuteMs } from '../../../base/time.ts';
import type { PlatformKey } from '../../../law/platforms.ts';
import type { Candle, Platform } from '../../../ports/platform/port.ts';
import type { JobContext } from '../../../protocol/call.ts';
import { notify } from '../../notices/face.ts';
import { mostAlerts, type PriceAlert } from '../contract.ts';
import { tradingNotices } from '../notices.ts';
import { pointsOf, priceOfPoints } from '../rules.ts';
import { isReached } from './following.ts';

/** Those that were reached are shown for so long. */
const shownDays = 7;
const mostShown = 2 * mostAlerts;
/** Looked through at once on one platform; the next look has the others. */
const mostLooked = 5000;
const ticksAtOnce = 200;
/** A worker that was away for longer looks through hours instead of minutes, and no further back than this. */
const minutesSpanMs = dayMs;
const hoursSpanMs = 90 * dayMs;

interface AlertRow {
  readonly id: number;
  readonly platform: PlatformKey;
  readonly symbol: string;
  readonly digits: number;
  readonly price: string;
  readonly direction: 'rises' | 'falls';
  readonly status: 'waiting' | 'reached';
  readonly reachedPrice: string | null;
  readonly reachedAt: Date | null;
  readonly createdAt: Date;
}

const columns = `id, platform, symbol, digits, price, direction, status, reached_price as "reachedPrice", reached_at as "reachedAt",
  created_at as "createdAt"`;

/** What a client's alerts are, those that wait first. */
export async function alertsOf(sql: Sql, client: ClientId, now: Date): Promise<PriceAlert[]> {
  const rows = await sql.many<AlertRow>(
    `select ${columns} from price_alert
      where client_id = $1 and (status = 'waiting' or (status = 'reached' and reached_at > $2))
      order by status desc, coalesce(reached_at, created_at) desc, id desc limit ${mostShown}`,
    [client, after(now, -shownDays * dayMs)],
  );
  return rows.map(shown);
}

function shown({ id, platform, symbol, price, direction, status, reachedPrice, reachedAt, createdAt }: AlertRow): PriceAlert {
  return {
    id,
    platform,
    symbol,
    price,
    direction,
    status,
    reached_price: reachedPrice,
    reached_at: reachedAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
  };
}

export interface AlertWish {
  readonly clientId: ClientId;
  readonly platform: PlatformKey;
  readonly symbol: string;
  readonly digits: number;
  readonly price: string;
  /** Where the bid stands. */
  readonly bid: string;
  readonly now: Date;
}

/** Keeps an alert; the same one that waits already is the same. False when too many wait. One client's go one after the other. */
export async function keepAlert(sql: Sql, wish: AlertWish): Promise<boolean> {
  const { digits } = wish;
  const points = pointsOf(wish.price, digits);
  await sql.run(`select pg_advisory_xact_lock(hashtext('price_alert'), $1)`, [wish.clientId]);
  const { count } = await sql.one<{ count: number }>(
    `select count(*)::integer as count from price_alert where client_id = $1 and status = 'waiting'`,
    [wish.clientId],
  );
  if (count >= mostAlerts) return false;
  await sql.run(
    `insert into price_alert (client_id, platform, symbol, digits, price, direction, created_at, looked_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)
     on conflict (client_id, platform, symbol, price) where status = 'waiting' do nothing`,
    [
      wish.clientId,
      wish.platform,
      wish.symbol,
      digits,
      priceOfPoints(points, digits),
      points >= pointsOf(wish.bid, digits) ? 'rises' : 'falls',
      wish.now,
    ],
  );
  return true;
}

export async function removeAlert(sql: Sql, of: { readonly clientId: ClientId; readonly id: number }): Promise<void> {
  await sql.run(`update price_alert set status = 'removed' where id = $1 and client_id = $2 and status = 'waiting'`, [
    of.id,
    of.clientId,
  ]);
}

type Waiting = AlertRow & { readonly clientId: ClientId; readonly lookedAt: Date };

/**
 * Looks where the prices are, and through what they were since the last look, so that an alert that was touched while no worker ran is
 * told too. Told once: the row that stops waiting and the notice are one commit.
 */
export async function lookAtAlerts(
  platform: Pick<Platform, 'ticks' | 'candles'>,
  key: PlatformKey,
  context: JobContext,
): Promise<void> {
  const rows = await context.sql.many<Waiting>(
    `select ${columns}, client_id as "clientId", looked_at as "lookedAt" from price_alert
      where platform = $1 and status = 'waiting' order by looked_at, id limit ${mostLooked}`,
    [key],
  );
  const bySymbol = [...Map.groupBy(rows, ({ symbol }) => symbol)];
  for (let start = 0; start < bySymbol.length; start += ticksAtOnce) {
    const part = bySymbol.slice(start, start + ticksAtOnce);
    const answer = await platform.ticks(part.map(([symbol]) => symbol));
    // Nothing is known: the next look goes on from where this one would have.
    if (answer.outcome !== 'done') return;
    const bids = new Map(answer.ticks.map(({ symbol, bid }) => [symbol, bid]));
    for (const [symbol, own] of part) {
      const past = await since(platform, own, context.now);
      const touched = own.flatMap((row) => {
        const price = touchedBy(row, past ?? [], bids.get(symbol));
        return price === undefined ? [] : [{ row, price }];
      });
      for (const each of touched) await reach(each, context);
      if (past) await lookedAt(context, own);
    }
  }
}

/** The candles of what was not looked at, asked for once a minute; undefined while less has passed, and while nobody answers. */
async function since(
  platform: Pick<Platform, 'candles'>,
  rows: readonly Waiting[],
  now: Date,
): Promise<readonly Candle[] | undefined> {
  const oldest = Math.min(...rows.map(({ lookedAt: at }) => at.getTime()));
  if (Math.floor(oldest / minuteMs) === Math.floor(now.getTime() / minuteMs)) return undefined;
  const isLong = now.getTime() - oldest > minutesSpanMs;
  const stepMs = isLong ? hourMs : minuteMs;
  const fromMs = Math.max(oldest, now.getTime() - hoursSpanMs);
  const from = new Date(Math.floor(fromMs / stepMs) * stepMs);
  const [first] = rows;
  const answer = first && (await platform.candles({ symbol: first.symbol, timeframe: isLong ? '1h' : '1min', from, to: now }));
  return answer?.outcome === 'done' ? answer.candles : undefined;
}

/** The price that reached it: of now, or its own where the market came to it between two looks. What was before it was set does not count. */
function touchedBy(row: Waiting, past: readonly Candle[], bid: string | undefined): string | undefined {
  if (bid !== undefined && isReached(row, { low: bid, high: bid })) return bid;
  return past.some((candle) => candle.at >= row.createdAt && isReached(row, candle)) ? row.price : undefined;
}

async function reach({ row, price }: { readonly row: Waiting; readonly price: string }, context: JobContext): Promise<void> {
  const client = clientId(row.clientId);
  const isFirst = await context.transact(async (sql) => {
    const changed = await sql.run(
      `update price_alert set status = 'reached', reached_price = $2, reached_at = $3 where id = $1 and status = 'waiting'`,
      [row.id, price, context.now],
    );
    if (changed === 0) return false;
    return notify(sql, {
      clientId: client,
      notice: tradingNotices.price_alert_reached,
      values: { symbol: row.symbol, price: row.price, bid: price },
      key: `trading:alert:${row.id}`,
      now: context.now,
    });
  });
  if (isFirst) await context.stale(client, ['positions']);
}

async function lookedAt(context: JobContext, rows: readonly Waiting[]): Promise<void> {
  await context.sql.run('update price_alert set looked_at = $2 where id = any($1::integer[])', [
    rows.map(({ id }) => id),
    context.now,
  ]);
}
