import type { Sql } from '../../base/sql.ts';
import { after, dayMs, utcDay } from '../../base/time.ts';
import { accountOf } from '../accounts/face.ts';
import { beginWalk, lotsOf, nextDay, walkDays, type Walk } from './days.ts';
import { one, returnBetween, riskOf, type DayPrice } from './rules.ts';
import {
  daysBefore,
  daysSince,
  dealsSince,
  keepReadings,
  lastDay,
  readingsOf,
  standBefore,
  strategyById,
  valuesSince,
  writeDays,
  writeFigures,
  type DayRow,
  type FiguresRow,
  type StrategyRow,
} from './store.ts';

/** So many days are reckoned anew each time, because a deal with an earlier time may appear late. */
const overlapDays = 2;
/** An equity that was told no longer than this after a cash flow is the equity at it. */
const readingSeconds = 60;

type Begun = StrategyRow & { readonly since: Date };

/**
 * Brings the days and the figures of a strategy to now, in the caller's transaction: from the last days on, or from the beginning
 * where an older deal has turned up. Either way they are what all its deals come to.
 */
export async function figureStrategy(sql: Sql, id: number, now: Date): Promise<void> {
  const strategy = await strategyById(sql, id);
  const account = strategy && (await accountOf(sql, strategy.number));
  if (!account || strategy.since === null || strategy.status !== 'active') return;
  const begun: Begun = { ...strategy, since: strategy.since };
  await keepReadings(sql, id, readingSeconds);
  const today = utcDay(now);
  const start = await startOf(sql, begun, today);
  const values = new Map((await valuesSince(sql, begun.number, start.from)).map((each) => [each.day, each]));
  if (account.snapshot) values.set(today, { day: today, ...account.snapshot });
  const deals = await dealsSince(sql, begun.number, start.at);
  const readings = await readingsOf(sql, id);
  await writeDays(sql, id, walkDays(start.walk, { deals, values, readings, from: start.from, till: today }));
  const days = await daysSince(sql, id);
  await writeFigures(sql, id, { ...figuresOf(days), at: now });
}

interface Start {
  readonly walk: Walk;
  readonly from: string;
  readonly at: Date;
}

async function startOf(sql: Sql, strategy: Begun, today: string): Promise<Start> {
  const last = await lastDay(sql, strategy.id);
  const firstDay = utcDay(strategy.since);
  const overlap = utcDay(after(new Date(`${earlier(last ?? firstDay, today)}T00:00:00Z`), -overlapDays * dayMs));
  const [kept] = last === undefined ? [] : await daysBefore(sql, strategy.id, { before: overlap, limit: 1 });
  const { number, since } = strategy;
  if (kept) {
    const from = nextDay(kept.day);
    const at = new Date(`${from}T00:00:00Z`);
    const stand = await standBefore(sql, { number, since, before: at });
    // Otherwise something older has turned up since.
    if (stand.deals === kept.deals && stand.funds === kept.funds)
      return { walk: { course: kept, ...stand, open: openOf(stand.open) }, from, at };
  }
  const stand = await standBefore(sql, { number, since, before: since });
  return { walk: { ...beginWalk(stand), open: openOf(stand.open) }, from: firstDay, at: since };
}

const earlier = (one: string, other: string): string => (one < other ? one : other);

function openOf(open: readonly { readonly position: string; readonly lots: string }[]): Walk['open'] {
  return new Map(open.map(({ position, lots }) => [position, lotsOf(lots)]));
}

/** What the list sorts and filters by, out of the days. */
export function figuresOf(days: readonly DayRow[]): FiguresRow {
  const last = days.at(-1);
  const price = last?.price ?? one;
  const risk = riskOf(days.map(dayPriceOf));
  return {
    totalReturn: returnBetween(one, price),
    monthReturn: returnBetween(days.at(-31)?.price ?? one, price),
    drawdown: last?.drawdown ?? 0,
    dailyMove: risk?.dailyMove,
    risk: risk?.level,
    price,
    equity: last?.equity ?? 0n,
    isEstimated: days.some(({ isEstimated }) => isEstimated),
  };
}

/** A day with deals, or with something open, was traded. */
export function dayPriceOf(row: DayRow): DayPrice {
  return { day: row.day, price: row.price, isTraded: row.result !== 0n || row.equity !== row.funds };
}
