import { bringHoliday, bringSignal, closeSignals } from '../src/areas/signals/face.ts';
import type { Sql } from '../src/base/sql.ts';
import { after, dayMs, hourMs, utcDay } from '../src/base/time.ts';
import {
  isWeekend,
  sessionTimes,
  signalInstruments,
  type SignalInstrument,
  type SignalMarket,
  type SignalSession,
} from '../src/law/signals.ts';
import { chance } from './chance.ts';
import { mustTell, type SeedPlatform, type ToldCandle } from './needs.ts';
import { dayAgo } from './plan.ts';

/** For which instruments the analyst has posted, in which session, and on every how-manieth day. */
const plan: readonly (readonly [SignalInstrument, SignalSession, every: number])[] = [
  ['EURUSD', 2, 1],
  ['USDJPY', 1, 3],
  ['XAUUSD', 3, 2],
];
const daysBack = 12;

/** Days on which markets rest, as long as they do so every year. */
const holidays: readonly (readonly [SignalMarket, monthDay: string, name: string])[] = [
  ['tokyo', '01-01', 'New Year’s Day'],
  ['london', '01-01', 'New Year’s Day'],
  ['new_york', '01-01', 'New Year’s Day'],
  ['london', '12-25', 'Christmas Day'],
  ['new_york', '12-25', 'Christmas Day'],
  ['london', '12-26', 'Boxing Day'],
];

/**
 * The signals of the last two weeks, put where the platform's prices stood when each session began, and ended as the same prices
 * went on: nobody has chosen how they end.
 */
export async function seedSignals(
  sql: Sql,
  { platform, now }: { readonly platform: SeedPlatform; readonly now: Date },
): Promise<void> {
  for (const [market, monthDay, name] of holidays) {
    const day = nextOn(monthDay, now);
    await bringHoliday(sql, { market, day, name, addedBy: 'analyst', at: dayAgo(now, 30) });
  }
  for (const [instrument, session, every] of plan) {
    const range = { symbol: instrument, timeframe: '1h', from: dayAgo(now, daysBack + 4), to: now } as const;
    const { candles } = mustTell(await platform.candles(range), `the prices of ${instrument}`);
    for (let ago = daysBack; ago >= 0; ago -= every)
      await seedSignal(sql, { instrument, session, candles, day: dayOf(now, ago), now });
  }
  await closeSignals({ sql, transact: async (work) => work(sql), now, platform: toldBy(platform) });
}

interface Seeded {
  readonly instrument: SignalInstrument;
  readonly session: SignalSession;
  readonly candles: readonly ToldCandle[];
  readonly day: string;
  readonly now: Date;
}

async function seedSignal(sql: Sql, { instrument, session, candles, day, now }: Seeded): Promise<void> {
  const { startsAt } = sessionTimes(session, day);
  if (isWeekend(day) || startsAt >= now) return;
  const before = candles.filter(({ at }) => at < startsAt && at >= after(startsAt, -30 * hourMs));
  const last = before.at(-1);
  if (!last) return;
  const { digits } = signalInstruments[instrument];
  const scale = 10 ** digits;
  const ranges = before.map(({ high, low }) => Number(high) - Number(low));
  const range = (ranges.reduce((sum, each) => sum + each, 0) / ranges.length) * scale;
  // The way that the hours before have gone; some wait for the price to come back a little.
  const first = before[0] ?? last;
  const side = Number(last.close) >= Number(first.open) ? 1 : -1;
  const isWaiting = chance(`${instrument}/${day}/entry`) > 0.6;
  const entry = Number(last.close) * scale - (isWaiting ? side * range * 0.8 : 0);
  const price = (points: number): string => (Math.round(points) / scale).toFixed(digits);
  await bringSignal(sql, {
    instrument,
    day,
    session,
    side: side > 0 ? 'buy' : 'sell',
    postedBy: 'analyst',
    countsFrom: startsAt,
    entry: price(entry),
    stop: price(entry - side * range * 1.6),
    targets: [price(entry + side * range * 1.6), price(entry + side * range * 3)],
  });
}

/** The platform answers that nothing came of what it refuses, which does not happen here. */
function toldBy(platform: SeedPlatform): Parameters<typeof closeSignals>[0]['platform'] {
  return {
    candles: async ({ symbol, from, to }) => {
      const { candles } = mustTell(await platform.candles({ symbol, timeframe: '1min', from, to }), `the minutes of ${symbol}`);
      return { outcome: 'done', candles };
    },
  };
}

const dayOf = (now: Date, ago: number): string => utcDay(after(now, -ago * dayMs));

/** The next date of that month and day, today included. */
function nextOn(monthDay: string, now: Date): string {
  const day = `${now.getUTCFullYear()}-${monthDay}`;
  return day >= utcDay(now) ? day : `${now.getUTCFullYear() + 1}-${monthDay}`;
}
