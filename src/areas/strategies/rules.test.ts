import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFilters } from '../../law/strategies.ts';
import {
  beginCourse,
  fallPercent,
  flowed,
  monthlyPrices,
  one,
  returnBetween,
  riskOf,
  shownPercent,
  shownPrice,
  valued,
} from './rules.ts';

const percentOf = (price: bigint): string => shownPercent(returnBetween(one, price));

describe('Published worked examples', () => {
  // Investopedia, "Time-Weighted Rate of Return": two investors of the same fund, 16.25 % and -5.56 %, 9.79 % both.
  test('who pays in half-way has the return of the fund', () => {
    const paid = flowed(beginCourse(1_000_000_00n), { equity: 1_162_484_00n, amount: 100_000_00n });
    expect(percentOf(paid.price)).toBe('16.25');
    expect(percentOf(valued(paid, 1_192_328_00n).price)).toBe('9.79');
  });

  test('and so has who takes out half-way', () => {
    const taken = flowed(beginCourse(1_000_000_00n), { equity: 1_162_484_00n, amount: -100_000_00n });
    expect(percentOf(valued(taken, 1_003_440_00n).price)).toBe('9.79');
  });

  // Investopedia, "Maximum Drawdown": 500 000, 750 000, 400 000, 600 000, 350 000, 800 000 fell by 53.33 % at the most.
  test('the deepest fall is from the highest peak to the lowest trough behind it', () => {
    const course = [750, 400, 600, 350, 800].reduce(
      (so, equity) => valued(so, BigInt(equity) * 1000_00n),
      beginCourse(500_000_00n),
    );
    expect(fallPercent(course.drawdown)).toBe('53.33');
    expect(percentOf(course.price)).toBe('60.00');
  });
});

/** A month of anything: the equity before a flow, in per mille of what was there, and the flow. */
const stretches = fc.array(fc.record({ move: fc.integer({ min: 1, max: 3000 }), flow: fc.integer({ min: -900, max: 4000 }) }), {
  minLength: 1,
  maxLength: 60,
});

/**
 * The same return by another way: a fund whose investors buy and give back units at the price of the moment, in exact fractions. What
 * a unit costs in the end is the return, and nothing of it is rounded on the way.
 */
function byUnits(start: bigint, moves: readonly { readonly equity: bigint; readonly amount: bigint }[], last: bigint) {
  let units = { of: start, per: 1n };
  for (const { equity, amount } of moves) {
    // Units come by amount divided by equity ÷ units.
    const of = units.of * (equity + amount);
    const per = units.per * equity;
    const divisor = greatest(of, per);
    units = { of: of / divisor, per: per / divisor };
  }
  return { of: last * units.per, per: units.of };
}

function greatest(first: bigint, second: bigint): bigint {
  return second === 0n ? first : greatest(second, first % second);
}

test('the return is that of a unit of a fund, reckoned independently and exactly, whatever came and went', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100_00, max: 5_000_000_00 }), stretches, (start, all) => {
      let equity = BigInt(start);
      let course = beginCourse(equity);
      const moves: { equity: bigint; amount: bigint }[] = [];
      let exact = { of: 1n, per: 1n };
      for (const { move, flow } of all) {
        equity = (equity * BigInt(move)) / 1000n + 1n;
        course = valued(course, equity);
        exact = byUnits(BigInt(start), moves, equity);
        const amount = (equity * BigInt(flow)) / 1000n;
        // Beyond what is kept of prices the course stands still.
        if (exact.of >= exact.per * 100_000n || exact.of * 100_000n <= exact.per) break;
        expect(differs(course.price, exact)).toBe(false);
        moves.push({ equity, amount });
        course = flowed(course, { equity, amount });
        equity += amount;
      }
      expect(course.drawdown).toBeGreaterThanOrEqual(0);
      expect(course.drawdown).toBeLessThanOrEqual(1_000_000);
    }),
  );
});

/** By more than a millionth of the price. */
function differs(price: bigint, { of, per }: { readonly of: bigint; readonly per: bigint }): boolean {
  const exact = (of * one) / per;
  const apart = price > exact ? price - exact : exact - price;
  return apart > exact / 1_000_000n + 1_000_000n;
}

test('money that comes or goes changes no return, and what is lost whole stays lost', () => {
  const course = valued(beginCourse(100_00n), 150_00n);
  expect(flowed(course, { equity: 150_00n, amount: 9_999_00n }).price).toBe(course.price);
  const ruined = flowed(valued(course, 0n), { equity: 0n, amount: 500_00n });
  expect(percentOf(valued(ruined, 1_000_00n).price)).toBe('-100.00');
  expect(fallPercent(ruined.drawdown)).toBe('100.00');
  // Taken out whole and begun anew: the price goes on from where it was.
  const empty = flowed(course, { equity: 150_00n, amount: -150_00n });
  expect(valued(empty, 0n).price).toBe(course.price);
  expect(percentOf(valued(flowed(empty, { equity: 0n, amount: 10_00n }), 11_00n).price)).toBe('65.00');
});

test('the risk is the average absolute return of the days on which something was at stake', () => {
  const prices = [100, 101, 100, 101, 100, 101].map((price, index) => ({
    day: `2026-11-0${index + 1}`,
    price: (one * BigInt(price)) / 100n,
    isTraded: true,
  }));
  expect(riskOf(prices)).toEqual({ dailyMove: 100, level: 5 });
  expect(riskOf(prices.map((day, index) => ({ ...day, isTraded: index !== 3 })))).toBeUndefined();
});

test('a month has its own return, and the months together are the whole', () => {
  const days = [
    { day: '2026-01-01', price: one, isTraded: false },
    { day: '2026-01-31', price: (one * 110n) / 100n, isTraded: true },
    { day: '2026-02-27', price: (one * 99n) / 100n, isTraded: true },
  ];
  expect(monthlyPrices(days).map(({ day, price }) => [day, shownPrice(price)])).toEqual([
    ['2026-01-31', '1.100000'],
    ['2026-02-27', '0.900000'],
  ]);
});

test('filters are those of the list, each once', () => {
  expect(readFilters('risk<=2,profit>=10')).toEqual([
    { name: 'risk', operator: '<=', value: 2 },
    { name: 'profit', operator: '>=', value: 10 },
  ]);
  expect(readFilters('')).toEqual([]);
  for (const wrong of ['risk<=9', 'risk=1,risk<=2', 'x=1', 'risk', 'profit>=10;drop']) expect(readFilters(wrong)).toBeUndefined();
});
