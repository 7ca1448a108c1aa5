import { p95 } from './quiet.ts';

/**
 * How long the others waited, in milliseconds, spell by spell: one without the attack, one during it, and so on in turns, the last one
 * without it again.
 */
export interface Felt {
  readonly without: readonly (readonly number[])[];
  readonly during: readonly (readonly number[])[];
}

export const mostRatio = 2;

/**
 * How many times longer the others' p95 was. Each spell of the attack is held to the two beside it, so that what else the machine does
 * falls on both, and the median of these is what counts: a spell in which something else happened does not decide.
 */
export function ratioOf({ without, during }: Felt): number {
  if (during.length === 0 || without.length !== during.length + 1) throw new RangeError('the spells did not take turns');
  const ratios = during.map((spell, turn) => p95(spell) / p95([...(without[turn] ?? []), ...(without[turn + 1] ?? [])]));
  const [lower = 0, upper = lower] = middleOf(ratios.toSorted((first, second) => first - second));
  return (lower + upper) / 2;
}

function middleOf(sorted: readonly number[]): readonly number[] {
  const middle = sorted.length / 2;
  return sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
}

/** What came of an attack. */
export interface Outcome {
  /** So many times longer the others' p95 was. */
  readonly ratio: number;
  /** How often the attacker was answered with what; 0 is cut off. */
  readonly statuses: ReadonlyMap<number, number>;
}

/** What an attack did that it may not, and the attacks of which nothing arrived: they say nothing of the portal. */
export function faultsOf(outcomes: ReadonlyMap<string, Outcome>): string[] {
  return [...outcomes].flatMap(([name, { ratio, statuses }]) => {
    const felt = `${name}: the others' p95 is ${ratio.toFixed(2)} × while it goes on, and may be ${mostRatio} ×`;
    return [...unarrived(name, statuses), ...(ratio > mostRatio ? [felt] : [])];
  });
}

function unarrived(name: string, statuses: Outcome['statuses']): string[] {
  const answered = [...statuses].some(([status, count]) => status !== 0 && count > 0);
  return answered ? [] : [`${name}: not one request of it was answered, so that nobody can have felt it`];
}
