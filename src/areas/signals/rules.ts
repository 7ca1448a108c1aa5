import type { SignalOutcome, SignalSide } from './contract.ts';

/*
 * What becomes of a signal, by the bids that the market told, minute by minute. Prices are whole points.
 *
 * - It is entered in the first minute in which the price has come to its entry, a leap over it included.
 * - From then on its stop and its targets count. A minute that has come to the stop and to a target counts as the stop, for nobody
 *   knows which was first; so does the minute of the entry, in which no target counts.
 * - It ends at its stop, at its last target, or with its day. Whoever has come to a target before has hit it, however it ends.
 * - What ended with neither, or was never entered, has expired.
 * - A correction counts from the first whole minute after it was made.
 */

/** The levels of a signal, and since when they hold. */
export interface LevelsSince {
  readonly since: Date;
  readonly entry: bigint;
  readonly stop: bigint;
  readonly targets: readonly bigint[];
}

/** A minute of the market. */
export interface Minute {
  readonly at: Date;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
}

export interface Course {
  readonly enteredAt: Date | undefined;
  readonly entry: bigint | undefined;
  readonly targetsHit: number;
  readonly end: CourseEnd | undefined;
}

export interface CourseEnd {
  readonly outcome: SignalOutcome;
  readonly at: Date;
  /** The price that the result counts to; undefined where it was never entered. */
  readonly exit: bigint | undefined;
  /** What it came to, negative where it lost. */
  readonly points: bigint | undefined;
}

export interface CourseQuestion {
  readonly side: SignalSide;
  /** The oldest first. */
  readonly versions: readonly LevelsSince[];
  /** The oldest first; whole minutes, up to now. */
  readonly minutes: readonly Minute[];
  /** Set once the signal's day is over: when that was. */
  readonly overAt: Date | undefined;
}

const minuteMs = 60_000;

/** How a signal has gone. The same minutes always tell the same. */
export function courseOf({ side, versions, minutes, overAt }: CourseQuestion): Course {
  let state: State = { enteredAt: undefined, entry: undefined, hit: [] };
  let before: bigint | undefined;
  for (const minute of minutes) {
    const levels = levelsAt(versions, minute.at);
    if (levels) {
      const next = passed(state, { side, levels, minute, before });
      if ('end' in next) return courseWith(next.state, next.end);
      state = next.state;
    }
    before = minute.close;
  }
  if (overAt === undefined) return courseWith(state, undefined);
  const last = state.hit.at(-1);
  const exit = state.entry === undefined ? undefined : (last ?? before);
  const outcome = last === undefined ? 'expired' : 'target';
  return courseWith(state, { outcome, at: overAt, exit, points: resultOf(side, state.entry, exit) });
}

interface State {
  readonly enteredAt: Date | undefined;
  readonly entry: bigint | undefined;
  /** The targets that were hit, at their prices of then. */
  readonly hit: readonly bigint[];
}

interface Passing {
  readonly side: SignalSide;
  readonly levels: LevelsSince;
  readonly minute: Minute;
  /** The close of the minute before. */
  readonly before: bigint | undefined;
}

type Passed = { readonly state: State } | { readonly state: State; readonly end: CourseEnd };

function passed(state: State, passing: Passing): Passed {
  const { side, levels, minute } = passing;
  const isEntering = state.entry === undefined;
  if (isEntering && !reachesEntry(passing)) return { state };
  const entered: State = isEntering ? { ...state, enteredAt: minute.at, entry: levels.entry } : state;
  if (isBeyond(side === 'buy' ? 'sell' : 'buy', minute, levels.stop))
    return { state: entered, end: endAt(entered, passing, levels.stop) };
  if (isEntering) return { state: entered };
  const ahead = levels.targets.slice(entered.hit.length);
  const reached = ahead.filter((target) => isBeyond(side, minute, target));
  const next = { ...entered, hit: [...entered.hit, ...reached] };
  return ahead.length > reached.length ? { state: next } : { state: next, end: endAt(next, passing, undefined) };
}

/** At the stop, unless a target was hit before: then at the furthest of them. */
function endAt(state: State, { side, minute }: Passing, stop: bigint | undefined): CourseEnd {
  const target = state.hit.at(-1);
  const exit = target ?? stop;
  const at = new Date(minute.at.getTime() + minuteMs);
  return { outcome: target === undefined ? 'stop' : 'target', at, exit, points: resultOf(side, state.entry, exit) };
}

/** The price was there, or leapt over it since the minute before. */
function reachesEntry({ levels: { entry }, minute, before }: Passing): boolean {
  const from = before ?? minute.open;
  return (from < minute.low ? from : minute.low) <= entry && entry <= (from > minute.high ? from : minute.high);
}

/** Whether a minute has come as far as that price, upwards for a buyer's target and downwards for a seller's. */
function isBeyond(side: SignalSide, { high, low }: Minute, price: bigint): boolean {
  return side === 'buy' ? high >= price : low <= price;
}

/** Whether a target still lies before the price. */
export function isAhead(side: SignalSide, target: bigint, price: bigint): boolean {
  return side === 'buy' ? target > price : target < price;
}

function levelsAt(versions: readonly LevelsSince[], at: Date): LevelsSince | undefined {
  return versions.findLast(({ since }) => since <= at);
}

function resultOf(side: SignalSide, entry: bigint | undefined, exit: bigint | undefined): bigint | undefined {
  if (entry === undefined || exit === undefined) return undefined;
  return side === 'buy' ? exit - entry : entry - exit;
}

function courseWith(state: State, end: CourseEnd | undefined): Course {
  return { enteredAt: state.enteredAt, entry: state.entry, targetsHit: state.hit.length, end };
}

/** The first whole minute that begins then or later: what happened within one counts from the next. */
export function nextMinute(at: Date): Date {
  return new Date(Math.ceil(at.getTime() / minuteMs) * minuteMs);
}

export type LevelField = 'entry' | 'stop' | 'targets';

/** Which side levels are of; the field that does not fit where they are of none: the stop behind the entry, targets ahead, in order. */
export function sideOf(levels: Omit<LevelsSince, 'since'>): SignalSide | LevelField {
  const { entry, stop, targets } = levels;
  const [first] = targets;
  if (entry <= 0n) return 'entry';
  if (stop <= 0n || stop === entry) return 'stop';
  if (first === undefined || targets.some((target) => target <= 0n)) return 'targets';
  const side = stop < entry ? 'buy' : 'sell';
  const isInOrder = targets.every((target, index) => {
    const behind = index === 0 ? entry : (targets[index - 1] ?? entry);
    return side === 'buy' ? target > behind : target < behind;
  });
  return isInOrder ? side : 'targets';
}

/** Every signal counts: those that were never entered, and those that ended with their day, too. */
export interface Tally {
  readonly open: number;
  readonly target: number;
  readonly stop: number;
  readonly expired: number;
}

/** In tenths of a per cent of all that are closed; undefined while none is. */
export function hitRate({ target, stop, expired }: Tally): number | undefined {
  const closed = target + stop + expired;
  return closed === 0 ? undefined : Math.round((target / closed) * 1000);
}
