import { expect, test, vi } from 'vitest';
import { openLane } from './rounds.ts';

/** More than lie between the end of a round and the moment at which the next may begin. */
const mostMicrotasks = 12;
/** A bound of hanging, not of speed. */
const hangingMs = 20_000;

test.each(Array.from({ length: mostMicrotasks }, (_, count) => count))(
  'whoever wakes it %i microtasks after a round has ended has a round',
  async (microtasks) => {
    const first = Promise.withResolvers<boolean>();
    let begun = 0;
    const lane = openLane(
      () => {
        begun += 1;
        return begun === 1 ? first.promise : Promise.resolve(false);
      },
      () => undefined,
    );
    lane.wake();
    first.resolve(false);
    for (let left = microtasks; left > 0; left -= 1) await undefined;
    lane.wake();
    await vi.waitUntil(() => begun > 1, { timeout: hangingMs });
    expect(begun).toBe(2);
  },
);
