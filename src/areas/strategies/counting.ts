import { secondMs } from '../../base/time.ts';

/** How many there are of what `key` names; `count` is asked where nobody has counted them lately. */
export type CountOnce = (key: string, count: () => Promise<number>) => Promise<number>;

/**
 * Everybody is told the same number for so long: counting is the one part of a list that takes longer the more there are, and nobody
 * chooses by it (our own rule).
 */
const goodForMs = 2 * secondMs;
/** More questions than this are forgotten, the oldest first. */
const mostKept = 500;

export function openCounting(nowMs: () => number): CountOnce {
  const kept = new Map<string, { readonly untilMs: number; readonly counted: Promise<number> }>();
  return (key, count) => {
    const before = kept.get(key);
    if (before && before.untilMs > nowMs()) return before.counted;
    const counted = count();
    kept.delete(key);
    kept.set(key, { untilMs: nowMs() + goodForMs, counted });
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    // What could not be counted is asked again by the next.
    counted.catch(() => {
      if (kept.get(key)?.counted === counted) kept.delete(key);
    });
    return counted;
  };
}
