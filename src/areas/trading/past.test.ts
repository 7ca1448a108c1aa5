import { expect, test } from 'vitest';
import { accountNumber } from '../../base/id.ts';
import { dayMs } from '../../base/time.ts';
import { wednesday } from '../../server/testing/platform.ts';
import type { Deal, DealPage } from '../../ports/platform/port.ts';
import { pastOf } from './past.ts';

/* A platform that tells pages of deals, the oldest first, as the port says. */

const opened = new Date(wednesday.getTime() - 90 * dayMs);
const account = { number: accountNumber(430_000_001), currency: 'USD', openedAt: opened } as const;

function dealt(ticket: number, at: Date): Deal {
  return {
    ticket: String(ticket),
    login: account.number,
    kind: 'buy',
    entry: 'in',
    symbol: 'EURUSD',
    lots: '0.01',
    price: '1.10000',
    openPrice: undefined,
    profit: 0n,
    swap: 0n,
    commission: 0n,
    position: String(ticket),
    tag: '',
    at,
  };
}

function platformWith(all: readonly Deal[]) {
  const asked: DealPage[] = [];
  return {
    asked,
    endedOrders: async () => ({ outcome: 'done', orders: [] }) as const,
    deals: async (page: DealPage) => {
      asked.push(page);
      const inSpan = all.filter(({ at }) => at >= page.from && at <= page.to);
      return { outcome: 'done', deals: inSpan.slice(page.offset, page.offset + page.total) } as const;
    },
  };
}

/** So many deals, evenly over the last 30 days; the last is the newest. */
const busy = (count: number): Deal[] =>
  Array.from({ length: count }, (_none, index) =>
    dealt(index + 1, new Date(wednesday.getTime() - Math.floor(((count - 1 - index) * 29 * dayMs) / count))),
  );

test('of more deals than are told at once the latest come first, and by what is earlier all of them are reached', async () => {
  const count = 7345;
  const platform = platformWith(busy(count));
  const tickets: number[] = [];
  let till = wednesday;
  for (let page = 0; tickets.at(-1) !== 1; page++) {
    expect(page).toBeLessThan(10);
    const answer = await pastOf(platform, account, till);
    if (answer.outcome !== 'done') throw new Error(answer.outcome);
    const told = answer.deals.map(({ deal }) => Number(deal));
    expect(told).toEqual(told.toSorted((one, other) => other - one));
    expect(told.length).toBeLessThanOrEqual(5000);
    // A deal of the very second at which a span begins may be told by both.
    tickets.push(...told.filter((ticket) => ticket < (tickets.at(-1) ?? Infinity)));
    till = new Date(answer.earlier ?? '');
  }
  expect(tickets).toEqual(Array.from({ length: count }, (_none, index) => count - index));
});

test('the usual history is one page, and a whole one asks once whether there is more than one go tells', async () => {
  const few = platformWith(busy(20));
  expect(await pastOf(few, account, wednesday)).toMatchObject({ outcome: 'done', deals: { length: 20 } });
  expect(few.asked).toHaveLength(1);
  const most = platformWith(busy(5000));
  const told = await pastOf(most, account, wednesday);
  expect(told).toMatchObject({ outcome: 'done', deals: { length: 5000 } });
  expect(most.asked.map(({ offset }) => offset)).toEqual([0, 5000, 1000, 2000, 3000, 4000]);
});

test('a second with more than can be told is refused and never cut', async () => {
  const crowded = platformWith(Array.from({ length: 5001 }, (_none, index) => dealt(index, wednesday)));
  expect(await pastOf(crowded, account, wednesday)).toMatchObject({ outcome: 'refused', code: 'range_too_wide' });
});
