import { dayMs, minuteMs } from '../../base/time.ts';

/** How far apart the times along an axis may be: what a clock and a calendar count by. */
const steps = [
  ...[1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720].map((count) => ({ unit: 'minute', count, ms: count * minuteMs }) as const),
  ...[1, 2, 3, 7, 14, 21].map((count) => ({ unit: 'day', count, ms: count * dayMs }) as const),
  ...[1, 2, 3, 6, 12, 24, 60, 120].map((count) => ({ unit: 'month', count, ms: count * 28 * dayMs }) as const),
];
type Step = (typeof steps)[number];

export interface TimeTicks {
  /** In milliseconds since 1970, oldest first. */
  readonly at: readonly number[];
  /** The least distance between two. */
  readonly step: number;
}

/**
 * Times between two, at most so many: whole hours, midnights and firsts of months by the clock of who looks. Where fewer than two of them
 * would be between, the two themselves.
 */
export function timeTicks(from: number, to: number, most: number): TimeTicks {
  const step = steps.find((each) => (to - from) / each.ms <= most && ticksBy(each, from, to).length <= most);
  const at = step ? ticksBy(step, from, to) : [];
  const own = to > from ? [from, to] : [from];
  return { at: at.length > 1 ? at : own, step: step?.ms ?? dayMs };
}

function ticksBy(step: Step, from: number, to: number): number[] {
  const found: number[] = [];
  for (let index = 0; ; index += 1) {
    const at = tickOf(step, new Date(from), index);
    if (at > to) return found;
    // An hour that the clock leaves out in spring is the next one.
    if (at >= from && at !== found.at(-1)) found.push(at);
  }
}

/** The tick of that number, counted from the beginning of the day, the month or the years in which the axis begins. */
function tickOf({ unit, count }: Step, first: Date, index: number): number {
  const [year, month, day] = [first.getFullYear(), first.getMonth(), first.getDate()];
  if (unit === 'minute') return new Date(year, month, day, 0, index * count).getTime();
  if (unit === 'day') return new Date(year, month, day + index * count).getTime();
  const begun = Math.floor((year * 12 + month) / count) * count;
  return new Date(0, begun + index * count - 1900 * 12).getTime();
}
