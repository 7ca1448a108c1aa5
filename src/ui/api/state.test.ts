import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openClientStore } from './state.ts';

// The device's clock stands still, however long the test takes.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

describe('the time that ages are counted from', () => {
  test('is application time, however far this device is from it, and small differences draw nothing anew', () => {
    const store = openClientStore();
    const drawn = vi.fn<() => void>();
    store.subscribe(drawn);
    const after = (ms: number) => new Date(Date.now() + ms);
    store.keepTime(after(-900));
    expect(store.read().aheadMs).toBe(0);
    store.keepTime(after(3 * 86_400_000));
    expect(store.read().aheadMs / 86_400_000).toBeCloseTo(3, 4);
    store.keepTime(after(3 * 86_400_000 + 1500));
    expect(drawn).toHaveBeenCalledTimes(1);
    store.forget();
    expect(store.read().aheadMs / 86_400_000).toBeCloseTo(3, 4);
  });
});
