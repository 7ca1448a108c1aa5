/** How the others' p95 was while one attack went on. */
export interface Felt {
  readonly ratio: number;
  readonly duringMs: number;
}

export const mostRatio = 2;
/** A wait that nobody notices is no harm, however often it fits into a shorter one. */
const unnoticedMs = 20;

export const isFelt = ({ ratio, duringMs }: Felt): boolean => ratio > mostRatio && duringMs > unnoticedMs;

/** What an attack did that it may not. */
export function faultsOf(felt: ReadonlyMap<string, Felt>): string[] {
  return [...felt]
    .filter(([, each]) => isFelt(each))
    .map(([name, { ratio }]) => `${name}: the others' p95 is ${ratio.toFixed(2)} × while it goes on, and may be ${mostRatio} ×`);
}

/** What a drill without faults has seen: which of the attacks were more than twice, and let through since nobody notices so short a wait. */
export function greenOf(felt: ReadonlyMap<string, Felt>): string {
  const unnoticed = [...felt].filter(([, { ratio }]) => ratio > mostRatio);
  if (unnoticed.length === 0) return `nobody else's p95 was more than ${mostRatio} ×`;
  const told = unnoticed
    .map(([name, { ratio, duringMs }]) => `${name} ${ratio.toFixed(2)} ×, ${duringMs.toFixed(1)} ms`)
    .join('; ');
  return `nobody else waited more than ${mostRatio} × and ${unnoticedMs} ms at p95; more than ${mostRatio} × within those ${unnoticedMs} ms: ${told}`;
}
