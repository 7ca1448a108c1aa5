import { after, dayMs, hourMs, minuteMs } from '../../base/time.ts';
import type { Sql, Transact } from '../../base/sql.ts';
import { signalInstruments } from '../../law/signals.ts';
import type { Candle, Platform } from '../../ports/platform/port.ts';
import { pointsOf, priceOfPoints } from '../trading/face.ts';
import { courseOf, nextMinute, type Course, type Minute } from './rules.ts';
import { lockSignal, openSignals, setCourse, type Ending, type Progress, type SignalRow } from './store.ts';

/* What the market has made of signals: read from its minutes, and written down once it has ended. */

export interface Closing {
  readonly sql: Sql;
  readonly transact: Transact;
  readonly platform: Pick<Platform, 'candles'>;
  readonly now: Date;
}

const pageSize = 50;
/** A day without a single price may be a platform that has lost them: for so long it is asked again. */
const emptyDayMs = dayMs;

/** Looks at every signal that holds; answers how many have changed. One that the platform says nothing of waits for the next time. */
export async function closeSignals(closing: Closing): Promise<number> {
  let changed = 0;
  for (let last = 0; ;) {
    const page = await openSignals(closing.sql, { now: closing.now, after: last, limit: pageSize });
    for (const signal of page) changed += (await closeSignal(closing, signal)) ? 1 : 0;
    last = page.at(-1)?.id ?? 0;
    if (page.length < pageSize) return changed;
  }
}

async function closeSignal(closing: Closing, signal: SignalRow): Promise<boolean> {
  const course = await courseNow(closing, signal);
  if (!course || isAsKnown(signal, course)) return false;
  return closing.transact(async (sql) => {
    const locked = await lockSignal(sql, signal.id);
    // Whoever came in between has closed it, or corrected what was looked at.
    if (!locked || locked.status === 'closed' || locked.versions.length !== signal.versions.length) return false;
    await setCourse(sql, signal.id, { progress: progressOf(signal, course), ending: endingOf(signal, course) });
    return true;
  });
}

/** The minutes are read piece by piece, for many signals end within the first hours. */
const pieceMs = 3 * hourMs;

/** How it has gone by the whole minutes that are over; undefined while the platform does not say. */
async function courseNow({ platform, now }: Closing, signal: SignalRow): Promise<Course | undefined> {
  const isOver = signal.expiresAt <= now;
  const end = isOver ? signal.expiresAt : new Date(Math.floor(now.getTime() / minuteMs) * minuteMs);
  const minutes: Candle[] = [];
  let course = courseBy(signal, minutes, undefined);
  for (let from = nextMinute(signal.countsFrom); from < end && !course.end; from = after(from, pieceMs)) {
    const to = new Date(Math.min(end.getTime(), from.getTime() + pieceMs));
    const answer = await platform.candles({ symbol: signal.instrument, timeframe: '1min', from, to });
    if (answer.outcome !== 'done') return undefined;
    minutes.push(...answer.candles);
    course = courseBy(signal, minutes, undefined);
  }
  if (course.end || !isOver) return course;
  if (minutes.length === 0 && now < after(signal.expiresAt, emptyDayMs)) return undefined;
  return courseBy(signal, minutes, signal.expiresAt);
}

function courseBy(signal: SignalRow, candles: readonly Candle[], overAt: Date | undefined): Course {
  const { digits } = signalInstruments[signal.instrument];
  const points = (price: string): bigint => pointsOf(price, digits);
  const minutes = candles.map(({ at, open, high, low, close }): Minute => ({
    at,
    open: points(open),
    high: points(high),
    low: points(low),
    close: points(close),
  }));
  const versions = signal.versions.map(({ version, entry, stop, targets, madeAt }) => ({
    since: version === 1 ? nextMinute(signal.countsFrom) : nextMinute(madeAt),
    entry: points(entry),
    stop: points(stop),
    targets: targets.map(points),
  }));
  return courseOf({ side: signal.side, versions, minutes, overAt });
}

function isAsKnown(signal: SignalRow, { enteredAt, targetsHit, end }: Course): boolean {
  return end === undefined && enteredAt?.getTime() === signal.enteredAt?.getTime() && targetsHit === signal.targetsHit;
}

function progressOf({ instrument }: SignalRow, { enteredAt, entry, targetsHit }: Course): Progress {
  return {
    enteredAt: enteredAt ?? null,
    entry: entry === undefined ? null : priceOfPoints(entry, signalInstruments[instrument].digits),
    targetsHit,
  };
}

function endingOf({ instrument }: SignalRow, { end }: Course): Ending | undefined {
  if (!end) return undefined;
  const { outcome, at, exit, points } = end;
  return {
    outcome,
    at,
    exit: exit === undefined ? null : priceOfPoints(exit, signalInstruments[instrument].digits),
    points: points === undefined ? null : Number(points),
  };
}
