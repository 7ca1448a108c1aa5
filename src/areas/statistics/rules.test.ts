import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deepestOf, drawdownsOf, hundredths, percentOf, ratioOf } from './rules.ts';

const day = (equity: bigint, flow = 0n, index = 0) => ({ day: `2026-01-${String(index + 1).padStart(2, '0')}`, equity, flow });

describe('the drawdown', () => {
  test('is how far below its best an account stands, and none at a new best', () => {
    const days = [100_000n, 120_000n, 90_000n, 108_000n, 130_000n].map((equity, index) => day(equity, 0n, index));
    expect(drawdownsOf(days).map(({ drawdown }) => hundredths(drawdown))).toEqual(['0.00', '0.00', '-25.00', '-10.00', '0.00']);
    expect(deepestOf(drawdownsOf(days))).toMatchObject({ day: '2026-01-03' });
  });

  test('is not moved by money that is paid in or taken out', () => {
    const days = [day(100_000n), day(150_000n, 50_000n, 1), day(75_000n, -75_000n, 2), day(37_500n, 0n, 3)];
    expect(drawdownsOf(days).map(({ drawdown }) => hundredths(drawdown))).toEqual(['0.00', '0.00', '0.00', '-50.00']);
  });

  test('of an account that was emptied by trading is all of it, and it begins anew with the next money', () => {
    const days = [day(100_000n), day(0n, 0n, 1), day(50_000n, 50_000n, 2), day(25_000n, 0n, 3)];
    expect(drawdownsOf(days).map(({ drawdown }) => hundredths(drawdown))).toEqual(['0.00', '-100.00', '0.00', '-50.00']);
  });

  test('of any course without flows is what a second, independent reckoning by plain equity says', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 1_000n, max: 100_000_000n }), { minLength: 1, maxLength: 60 }), (course) => {
        const days = course.map((equity, index) => day(equity, 0n, index % 28));
        const drawn = drawdownsOf(days);
        for (const [index, { drawdown }] of drawn.entries()) {
          const best = course.slice(0, index + 1).reduce((most, one) => (one > most ? one : most));
          const plain = (Number(course[index]) / Number(best) - 1) * 10_000;
          expect(Math.abs(Number(drawdown) - plain)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test('lies between nothing and everything, whatever comes and goes', () => {
    const course = fc.array(
      fc.record({ equity: fc.bigInt({ min: -500n, max: 10_000_000n }), flow: fc.bigInt({ min: -900_000n, max: 900_000n }) }),
    );
    fc.assert(
      fc.property(course, (days) => {
        for (const { drawdown } of drawdownsOf(days.map(({ equity, flow }, index) => day(equity, flow, index % 28)))) {
          expect(drawdown).toBeLessThanOrEqual(0n);
          expect(drawdown).toBeGreaterThanOrEqual(-10_000n);
        }
      }),
    );
  });
});

test('shares have two decimals, and of nothing there is none', () => {
  expect(percentOf(1n, 3n)).toBe('33.33');
  expect(percentOf(0n, 0n)).toBe('0.00');
  expect(ratioOf(150n, 100n)).toBe('1.50');
  expect(ratioOf(5n, 0n)).toBeNull();
  expect(hundredths(-5n)).toBe('-0.05');
});
