import fc from 'fast-check';
import { expect, test } from 'vitest';
import { protectedEquity, withMoneyIn, withMoneyOut } from './face.ts';
import { investmentStatuses, mayBecome } from './rules.ts';

test('an investment that was closed stays closed, and one that closes does nothing else', () => {
  expect(investmentStatuses.filter((to) => mayBecome('closed', to))).toEqual([]);
  expect(investmentStatuses.filter((to) => mayBecome('closing', to))).toEqual(['closed']);
  expect(mayBecome('paused', 'active')).toBe(true);
  expect(mayBecome('opening', 'paused')).toBe(false);
});

test('money that comes is nobody’s profit, and money that goes takes its part of the mark', () => {
  expect(withMoneyIn({ invested: 0n, highWater: 0n }, 1000_00n)).toEqual({ invested: 1000_00n, highWater: 1000_00n });
  // A half of 1200 is taken out: a half of the mark stays, so that a half of the profit is still to be shared.
  const half = withMoneyOut({ invested: 1000_00n, highWater: 1000_00n }, { amount: 600_00n, equity: 1200_00n });
  expect(half).toEqual({ invested: 500_00n, highWater: 500_00n });
  expect(withMoneyOut(half, { amount: 600_00n, equity: 600_00n })).toEqual({ invested: 0n, highWater: 0n });
});

test('taking money out never makes a profit of what was none', () => {
  const minor = fc.bigInt({ min: 1n, max: 10n ** 12n });
  fc.assert(
    fc.property(minor, minor, minor, (highWater, equity, asked) => {
      const amount = asked > equity ? equity : asked;
      const after = withMoneyOut({ invested: highWater, highWater }, { amount, equity });
      const profit = (of: bigint, mark: bigint): bigint => (of > mark ? of - mark : 0n);
      expect(profit(equity - amount, after.highWater)).toBeLessThanOrEqual(profit(equity, highWater));
    }),
  );
});

test('the protection level is a part of what was put in', () => {
  expect(protectedEquity({ invested: 1000_00n, protection: 50 })).toBe(500_00n);
  expect(protectedEquity({ invested: 101n, protection: 50 })).toBe(51n);
});
