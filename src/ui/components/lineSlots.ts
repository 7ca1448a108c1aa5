import { plotted } from './chartColours.ts';

export interface LinePoint {
  /** ISO time. */
  readonly at: string;
  /** Decimal string. */
  readonly value: string;
  /** Something came in or went out here that is no part of the course itself. */
  readonly mark?: 'in' | 'out' | undefined;
}

/** Equal steps of time, of which each point has the nearest: the library draws whatever it is told of at equal distances. */
export interface LineSlots {
  /** When each begins, in milliseconds since 1970. */
  readonly times: readonly number[];
  /** Which point is drawn at each; undefined where there is none, and the line goes straight past. */
  readonly drawn: readonly (number | undefined)[];
  /** The slot of each point. */
  readonly of: readonly number[];
}

/** As many steps put no point further than half a pixel from its time on a line of 1000 pixels. */
const mostSteps = 1000;

/** `points` by time, oldest first. The first and the last have the slots at the ends; evenly spaced points stand evenly. */
export function slotsOf(points: readonly LinePoint[]): LineSlots {
  const instants = points.map(({ at }) => Date.parse(at));
  const from = instants[0] ?? 0;
  const span = (instants.at(-1) ?? 0) - from;
  const between = points.length - 1;
  const steps = span <= 0 ? 0 : between > mostSteps ? mostSteps : between * Math.floor(mostSteps / between);
  const of = instants.map((at) => (steps === 0 ? 0 : Math.round(((at - from) / span) * steps)));
  const slots = points.length === 0 ? 0 : steps + 1;
  return {
    times: Array.from({ length: slots }, (_slot, index) => (steps === 0 ? from : from + (span * index) / steps)),
    drawn: drawnOn(points, of, slots),
    of,
  };
}

/** Of several points on one slot the one that is furthest from what was drawn before it, so that no peak is lost; at the ends the ends. */
function drawnOn(points: readonly LinePoint[], of: readonly number[], slots: number): (number | undefined)[] {
  const drawn = Array.from<number | undefined>({ length: slots });
  let before = 0;
  for (const [slot, [first = 0, ...others]] of Map.groupBy(of.keys(), (index) => of[index] ?? 0)) {
    const distance = (index: number): number => Math.abs(valueAt(points, index) - valueAt(points, before));
    const furthest = others.reduce((one, other) => (distance(other) > distance(one) ? other : one), first);
    before = slot === slots - 1 ? (others.at(-1) ?? first) : slot === 0 ? first : furthest;
    drawn[slot] = before;
  }
  return drawn;
}

function valueAt(points: readonly LinePoint[], index: number): number {
  return plotted(points[index]?.value ?? '0');
}

/** The point that is drawn nearest to a slot; undefined where nothing is. */
export function nearestPoint({ drawn }: LineSlots, slot: number): number | undefined {
  const from = Math.min(Math.max(slot, 0), drawn.length - 1);
  for (let distance = 0; distance < drawn.length; distance += 1) {
    const found = drawn[from - distance] ?? drawn[from + distance];
    if (found !== undefined) return found;
  }
  return undefined;
}
