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

/** What an attack did that it may not, by how many times longer the others' p95 was. */
export function faultsOf(ratios: ReadonlyMap<string, number>): string[] {
  return [...ratios]
    .filter(([, ratio]) => ratio > mostRatio)
    .map(([name, ratio]) => `${name}: the others' p95 is ${ratio.toFixed(2)} × while it goes on, and may be ${mostRatio} ×`);
}
