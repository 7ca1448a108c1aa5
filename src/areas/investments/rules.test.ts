import fc from 'fast-check';
import { expect, test } from 'vitest';
import { protectedEquity, withMoneyIn, withMoneyOut } from './face.ts';
import {
  investmentStatuses,
  lastPeriod,
  markAfterShare,
  mayBecome,
  performanceShare,
  shownShare,
  simulatedProtection,
  simulatedShare,
  simulatedWithdrawal,
  withdrawalShare,
} from './rules.ts';

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

test('shares of profits: of what is above the mark, of a withdrawal its part, and none of what was lost before', () => {
  expect(performanceShare({ equity: 1200_00n, highWater: 1000_00n, share: 20 })).toBe(40_00n);
  expect(performanceShare({ equity: 1000_00n, highWater: 1000_00n, share: 20 })).toBe(0n);
  expect(markAfterShare({ equity: 1200_00n, highWater: 1000_00n, paid: 40_00n })).toBe(1160_00n);
  expect(markAfterShare({ equity: 900_00n, highWater: 1000_00n, paid: 0n })).toBe(1000_00n);
  // Trade rules: share × return × (withdrawal / equity).
  expect(withdrawalShare({ equity: 1200_00n, highWater: 1000_00n, share: 20, amount: 600_00n })).toBe(20_00n);
  expect(withdrawalShare({ equity: 900_00n, highWater: 1000_00n, share: 20, amount: 600_00n })).toBe(0n);
  const shown = { amount: '600', equity: '1200.00', highWater: '1000.00', share: 20, currency: 'USD' };
  expect(simulatedWithdrawal(shown)).toEqual({ share: '20.00', arrives: '580.00' });
  expect(simulatedWithdrawal({ ...shown, amount: '1200.01' })).toBeUndefined();
});

// Global Financial Management, "Performance Fees With A High Water Mark – Example Calculation" (gfmasset.com, September 2017): a fifth
// of what is above the mark, by quarters, of an account of 100 dollars to which nothing comes and from which nothing goes.
test('a published example of a mark, four quarters long, comes to its shares and marks', () => {
  let highWater = 100_00n;
  const quarters = [110_00n, 95_00n, 105_00n, 113_00n].map((equity) => {
    const paid = performanceShare({ equity, highWater, share: 20 });
    highWater = markAfterShare({ equity, highWater, paid });
    return [paid, highWater];
  });
  expect(quarters).toEqual([
    [2_00n, 108_00n],
    [0n, 108_00n],
    [0n, 108_00n],
    [1_00n, 112_00n],
  ]);
});

test.each([
  // A tenth more than 1000, of which 100 are above the mark.
  [10, '1000.00', { equity: '1100.00', share: '20.00', left: '1080.00' }],
  [10, '1050.00', { equity: '1100.00', share: '10.00', left: '1090.00' }],
  // What was lost before is made good first.
  [10, '1100.00', { equity: '1100.00', share: '0.00', left: '1100.00' }],
  [-20, '1000.00', { equity: '800.00', share: '0.00', left: '800.00' }],
] as const)('the simulator of the fee shows for %s per cent and a mark of %s only what is above the mark', (...row) => {
  const [percent, highWater, told] = row;
  expect(simulatedShare({ equity: '1000.00', highWater, share: 20, percent, currency: 'USD' })).toEqual(told);
  expect(simulatedShare({ equity: '1000.00', highWater, share: 20, percent, currency: 'none' })).toBeUndefined();
});

test('before anybody joins, the equity at which all would be closed is shown of the amount that is typed', () => {
  expect(simulatedProtection({ amount: '500', protection: 40, currency: 'USD' })).toBe('200.00');
  expect(simulatedProtection({ amount: '1.01', protection: 50, currency: 'USD' })).toBe('0.51');
  for (const amount of ['', '0', '-5', 'five'])
    expect(simulatedProtection({ amount, protection: 50, currency: 'USD' })).toBeUndefined();
});

test.each([
  ['0.0000', '< 0.01'],
  ['0.0099', '< 0.01'],
  ['0.0100', '0.01'],
  ['33.3333', '33.33'],
  ['100.0000', '100.00'],
] as const)('a part of %s per cent is told as %s', (percent, told) => expect(shownShare(percent)).toBe(told));

test('a period is over 30 times 24 hours after activation, and the last one stands for those before it', () => {
  const begun = new Date('2026-03-01T10:00:00Z');
  expect(lastPeriod(begun, new Date('2026-03-31T09:59:59Z'))).toBeUndefined();
  expect(lastPeriod(begun, new Date('2026-03-31T10:00:00Z'))).toEqual({ nth: 1, dueAt: new Date('2026-03-31T10:00:00Z') });
  expect(lastPeriod(begun, new Date('2026-06-10T00:00:00Z'))?.nth).toBe(3);
});

/** What may happen to a follow. Gains are in hundredths of a per cent of the equity. */
type Step =
  | { readonly kind: 'traded'; readonly basis: number }
  | { readonly kind: 'in' | 'out'; readonly parts: number }
  | { readonly kind: 'period' };

/**
 * A second computation, in units as funds have them: money in buys units at their price and brings its own cost, a withdrawal sells
 * units and takes their part of that cost, and a share is sold units too. Real numbers, nothing rounded.
 */
function inUnits(steps: readonly Step[], share: number) {
  let [units, price, cost, paid] = [1000, 100, 100_000, 0];
  for (const step of steps) {
    const worth = units * price;
    if (step.kind === 'traded') price *= 1 + step.basis / 10_000;
    if (step.kind === 'in') {
      units += step.parts;
      cost += step.parts * price;
    }
    const owed = (Math.max(0, worth - cost) * share) / 100;
    if (step.kind === 'out') {
      const part = step.parts / 1000;
      paid += owed * part;
      units *= 1 - part;
      cost *= 1 - part;
    }
    if (step.kind === 'period' && owed > 0) {
      paid += owed;
      units -= owed / price;
      cost = units * price;
    }
  }
  return { paid, worth: units * price };
}

/** The same by the product's rules, in minor units. */
function inMinor(steps: readonly Step[], share: number) {
  let [equity, paid, price, wrong] = [100_000n, 0n, 100, false];
  let shares = { invested: 100_000n, highWater: 100_000n };
  for (const step of steps) {
    if (step.kind === 'traded') {
      equity += (equity * BigInt(step.basis)) / 10_000n;
      price *= 1 + step.basis / 10_000;
    }
    if (step.kind === 'in') {
      const amount = BigInt(Math.round(step.parts * price));
      shares = withMoneyIn(shares, amount);
      equity += amount;
    }
    const { highWater } = shares;
    if (step.kind === 'out') {
      const amount = (equity * BigInt(step.parts)) / 1000n;
      paid += withdrawalShare({ equity, highWater, share, amount });
      shares = withMoneyOut(shares, { amount, equity });
      equity -= amount;
    }
    if (step.kind === 'period') {
      const owed = performanceShare({ equity, highWater, share });
      shares = { ...shares, highWater: markAfterShare({ equity, highWater, paid: owed }) };
      wrong ||= equity <= highWater && owed > 0n;
      paid += owed;
      equity -= owed;
    }
  }
  return { paid, equity, wrong };
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('traded' as const), basis: fc.integer({ min: -3000, max: 3000 }) }),
    fc.record({ kind: fc.constantFrom('in' as const, 'out' as const), parts: fc.integer({ min: 1, max: 900 }) }),
    fc.constant({ kind: 'period' as const }),
  ),
  { maxLength: 40 },
);

test('over any course of trading and payments shares are what a second computation says, and never more than roundings above it', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 0, max: 50 }), (course, share) => {
      const [ours, theirs] = [inMinor(course, share), inUnits(course, share)];
      // Nothing is charged below the mark.
      expect(ours.wrong).toBe(false);
      // Each step rounds once or twice, and trading makes of what was rounded what it makes of the rest.
      const grown = Math.max(1, ...course.map((_step, place) => growthSince(course, place)));
      const most = 2 * (course.length + 1) * grown;
      expect(Math.abs(Number(ours.paid) - theirs.paid)).toBeLessThanOrEqual(most);
      expect(Math.abs(Number(ours.equity) - theirs.worth)).toBeLessThanOrEqual(most);
    }),
    { numRuns: 500 },
  );
});

function growthSince(course: readonly Step[], place: number): number {
  return course
    .slice(place)
    .reduce((grown, step) => (step.kind === 'traded' ? grown * (1 + Math.abs(step.basis) / 10_000) : grown), 1);
}

test('one withdrawal after the other owes no more than all at once', () => {
  const minor = fc.bigInt({ min: 1n, max: 10n ** 10n });
  fc.assert(
    fc.property(fc.tuple(minor, minor, minor), fc.integer({ min: 0, max: 50 }), ([equity, highWater, asked], share) => {
      const whole = performanceShare({ equity, highWater, share });
      const amount = asked > equity ? equity : asked;
      const first = withdrawalShare({ equity, highWater, share, amount });
      const left = withMoneyOut({ invested: highWater, highWater }, { amount, equity });
      const second = performanceShare({ equity: equity - amount, highWater: left.highWater, share });
      expect(first + second).toBeLessThanOrEqual(whole);
      expect(whole - first - second).toBeLessThanOrEqual(3n);
    }),
  );
});
