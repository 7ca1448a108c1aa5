import { LRUCache } from 'lru-cache';
import { secondMs } from '../../base/time.ts';

/** How many there are of what `key` names; `count` is asked where nobody has counted them lately. */
export type CountOnce = (key: string, count: () => Promise<number>) => Promise<number>;

/**
 * Everybody is told the same number for so long: counting is the one part of a list that takes longer the more there are, and nobody
 * chooses by it (our own rule).
 */
const goodForMs = 2 * secondMs;
/** More questions than this are forgotten, first those that nobody has asked for longest. */
const mostKept = 500;

export function openCounting(nowMs: () => number): CountOnce {
  const kept = new LRUCache<string, { readonly untilMs: number; readonly counted: Promise<number> }>({ max: mostKept });
  return (key, count) => {
    const before = kept.get(key);
    if (before && before.untilMs > nowMs()) return before.counted;
    const counted = count();
    kept.set(key, { untilMs: nowMs() + goodForMs, counted });
    // What could not be counted is asked again by the next.
    counted.catch(() => {
      if (kept.get(key)?.counted === counted) kept.delete(key);
    });
    return counted;
  };
}
