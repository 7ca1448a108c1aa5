import { expect, test } from 'vitest';
import type { ToldDeal } from '../src/areas/deals/face.ts';
import { clientId } from '../src/base/id.ts';
import { after, dayMs, hourMs } from '../src/base/time.ts';
import { accountTypeNamed } from '../src/law/accountTypes.ts';
import { planFollow } from './follows.ts';
import { personas } from './personas.ts';
import type { PlannedAccount } from './plan.ts';

const begun = new Date('2026-03-02T08:00:00Z');
const limits = new Map([['EURUSD', { lotsMin: '0.01', lotsMax: '100.00', lotsStep: '0.01' }]]);

function accountOf(login: number, holding: Partial<PlannedAccount['holding']>): PlannedAccount {
  const [persona] = personas;
  const type = accountTypeNamed('investor');
  if (!persona || !type) throw new Error('there is nobody');
  return {
    login,
    client: { id: clientId(1), persona, holdings: {} },
    key: 'one',
    holding: { type: 'investor', currency: 'USD', openedDaysAgo: 1, ...holding },
    type,
    leverage: 200,
    groupName: 'group',
    openedAt: begun,
  };
}

const leader = accountOf(1, { strategy: { name: 'One', description: '', share: 20, minimum: '100' } });
const of = {
  login: 1,
  swap: 0n,
  commission: 0n,
  tag: '',
  symbol: undefined,
  entry: undefined,
  position: undefined,
  lots: '0',
} as const;
const paidIn: ToldDeal = { ...of, ticket: '1', kind: 'balance', price: '0', profit: 10_000_00n, at: after(begun, -dayMs) };

function trade(
  position: string,
  { hours, lots, profit }: { readonly hours: number; readonly lots: string; readonly profit: bigint },
): ToldDeal[] {
  const at = after(begun, hours * hourMs);
  const shared = { ...of, symbol: 'EURUSD', position, lots, price: '1.10000' } as const;
  return [
    { ...shared, ticket: `${position}1`, kind: 'buy', entry: 'in', profit: 0n, at },
    { ...shared, ticket: `${position}2`, kind: 'sell', entry: 'out', profit, at: after(at, hourMs) },
  ];
}

const planned = (trades: readonly ToldDeal[], days: number, isSafe = false) =>
  planFollow({
    account: accountOf(2, { follows: { of: 'one', strategy: 'one', protection: 50, ...(isSafe && { isSafe }) } }),
    leader,
    first: { login: 2, amount: 1000_00n, currency: 'USD', tag: 't1', at: begun },
    deals: [paidIn, ...trades],
    limits,
    now: after(begun, days * dayMs),
  });

test('a follow of the past is copied in proportion from its first money on, at half where it is safe', () => {
  const before = trade('9', { hours: -2, lots: '1.00', profit: 0n });
  const trades = [
    ...before,
    ...trade('10', { hours: 1, lots: '1.00', profit: 500_00n }),
    ...trade('11', { hours: 5, lots: '0.05', profit: 5_00n }),
  ];
  const shown = (isSafe: boolean) =>
    planned(trades, 10, isSafe).copies.map(({ copy }) => ('lots' in copy ? [copy.lots, copy.profit] : copy.reason));
  expect(shown(false)).toEqual([['0.10', 50_00n], 'below_minimum']);
  expect(shown(true)).toEqual([['0.05', 25_00n], 'below_minimum']);
});

test('each period pays of what is above the mark, once nothing is open, and losses are made good before the next', () => {
  const daysIn = (days: number) => days * 24;
  const trades = [
    ...trade('10', { hours: 1, lots: '1.00', profit: 1000_00n }),
    // Open while the first period ends.
    ...trade('11', { hours: daysIn(30) - 0.5, lots: '1.00', profit: 0n }),
    ...trade('12', { hours: daysIn(40), lots: '1.00', profit: -1000_00n }),
    ...trade('13', { hours: daysIn(70), lots: '1.00', profit: 100_00n }),
  ];
  const { shares, highWater } = planned(trades, 95);
  expect(shares.map(({ nth, equity, highWater: mark, amount }) => [nth, equity, mark, amount])).toEqual([
    [1, 1100_00n, 1000_00n, 20_00n],
    [2, 990_00n, 1080_00n, 0n],
    [3, 999_00n, 1080_00n, 0n],
  ]);
  expect(shares[0]?.decidedAt.getTime()).toBeGreaterThan(after(begun, 30 * dayMs + hourMs / 2).getTime());
  expect(highWater).toBe(1080_00n);
});
