import { expect, test, vi } from 'vitest';
import { accountNumber } from '../../base/id.ts';
import { dayMs } from '../../base/time.ts';
import type { EndedOrder, Platform } from '../../ports/platform/port.ts';
import { ordersOf } from './history.ts';

const now = new Date('2026-11-20T12:00:00Z');
const account = { number: accountNumber(512), openedAt: new Date(now.getTime() - 400 * dayMs) };

/** A platform on which so many orders ended, evenly between two times that long ago. */
function platformWith({ count, from, to }: { readonly count: number; readonly from: number; readonly to: number }) {
  const known = Array.from({ length: count }, (_none, place): EndedOrder => {
    const endedAt = new Date(now.getTime() - (from - ((from - to) * place) / count) * dayMs);
    const kind = { order: String(place), login: 512, symbol: 'EURUSD', side: 'buy', lots: '0.01', kind: 'limit' } as const;
    return { ...kind, price: '1.0', placedAt: endedAt, state: 'cancelled', endedAt } as EndedOrder;
  });
  const endedOrders = vi.fn<Platform['endedOrders']>(async (asked) => {
    const found = known.filter(({ endedAt }) => endedAt >= asked.from && endedAt <= asked.to);
    return { outcome: 'done', orders: found.slice(asked.offset, asked.offset + asked.total) };
  });
  return { endedOrders, orders: async () => ({ outcome: 'done', orders: [] }) as const };
}

test.each([
  ['a few of a year ago', { count: 3, from: 390, to: 380 }],
  ['more than a page of last month', { count: 2500, from: 20, to: 1 }],
  ['nothing lately and more than a page in the month before', { count: 2500, from: 59, to: 31 }],
  ['nothing for long and more than a page within a day', { count: 2500, from: 301, to: 300 }],
] as const)('%s: every order that ended is on a page, in few looks at the platform', async (_what, told) => {
  const platform = platformWith(told);
  const seen = new Set<string>();
  let before: Date | undefined;
  let pages = 0;
  do {
    const page = await ordersOf(platform, account, { before, now });
    if (!page) throw new Error('the platform tells');
    for (const { order } of page.orders) seen.add(order);
    before = page.next === null ? undefined : new Date(page.next);
    pages += 1;
  } while (before !== undefined && pages < 50);
  expect(seen.size).toBe(told.count);
  expect(platform.endedOrders.mock.calls.length).toBeLessThan(20 * pages);
});

test('more than a page within one second is told as what cannot be shown, after few looks', async () => {
  const platform = platformWith({ count: 1500, from: 100, to: 100 });
  expect(await ordersOf(platform, account, { before: undefined, now })).toBeUndefined();
  expect(platform.endedOrders.mock.calls.length).toBeLessThan(40);
});
