import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byCurrency, dueOf, givenBy, lastDueOf, noticeDue, remainderOf, remainingOf, howStands } from './rules.ts';

const at = (day: number, hour = 0) => new Date(Date.UTC(2026, 10, day, hour));

test('what comes later goes back with the first of it, and never after its own days', () => {
  expect(dueOf(at(1), 15, [])).toEqual(at(16));
  expect(dueOf(at(9), 15, [{ arrivedAt: at(1), dueAt: at(16) }])).toEqual(at(16));
  // The days were shortened meanwhile.
  expect(dueOf(at(3), 5, [{ arrivedAt: at(1), dueAt: at(16) }])).toEqual(at(8));
  expect(dueOf(at(3), 5, [{ arrivedAt: null, dueAt: null }])).toEqual(at(8));
});

describe('a notice before the end', () => {
  const of = (now: Date, days = 15) => noticeDue({ dueAt: at(16), days }, [7, 1], now);
  test.each([
    [at(8, 23), undefined],
    [at(9), 7],
    [at(14, 23), 7],
    [at(15), 1],
    [at(15, 23), 1],
    [at(16), undefined],
  ])('at %s is that of %s days', (now, wanted) => expect(of(now)).toBe(wanted));

  test('is none where the money itself came no earlier', () => {
    expect(of(at(10), 7)).toBeUndefined();
    expect(of(at(15), 7)).toBe(1);
    expect(of(at(15, 12), 1)).toBeUndefined();
  });
});

test('of a deposit each unit was taken back, went back or is here, and it has ended only when none is', () => {
  const part = fc.bigInt({ min: 0n, max: 500n });
  fc.assert(
    fc.property(fc.tuple(fc.bigInt({ min: 1n, max: 1000n }), part, part), fc.boolean(), ([minor, taken, went], isUnderWay) => {
      const gone = taken + went > minor ? (minor > taken ? minor - taken : 0n) : went;
      const stood = { minor, taken, gone, isUnderWay };
      const here = remainingOf(stood);
      expect(here >= 0n && (taken > minor || here + taken + gone === minor)).toBe(true);
      const ended = isUnderWay ? 'on_way' : gone > 0n ? 'returned' : 'taken';
      expect(howStands(stood)).toBe(here > 0n ? 'here' : ended);
    }),
  );
});

test('what is here of several is said currency by currency', () => {
  const of = (currency: 'EUR' | 'USD', minor: bigint, gone = 0n) => ({ currency, minor, taken: 0n, gone });
  const parts = [of('EUR', 500n, 200n), of('USD', 70n), of('EUR', 100n)];
  expect([...byCurrency(parts)].map(([currency, some]) => [currency, remainderOf(some).minor])).toEqual([
    ['EUR', 400n],
    ['USD', 70n],
  ]);
});

test('a line gives back the deposit that it names as far as that is here, and then whatever is', () => {
  const deposit = (id: number, minor: bigint) => ({ id, minor, taken: 0n, gone: 0n });
  const deposits = [deposit(1, 100n), deposit(2, 50n)];
  // The rate has changed since the first was paid in.
  const lines = [
    { id: 7, sourceId: 1, minor: 103n },
    { id: 8, sourceId: null, minor: 40n },
  ];
  expect(givenBy(lines, deposits)).toEqual([
    { line: 7, deposit: 1, minor: 100n },
    { line: 7, deposit: 2, minor: 3n },
    { line: 8, deposit: 2, minor: 40n },
  ]);
  expect(givenBy([{ id: 7, sourceId: 9, minor: 500n }], [{ ...deposit(1, 100n), taken: 30n, gone: 70n }])).toEqual([]);
});

test('all the time that is given counts from what came first', () => {
  const one = { arrivedAt: at(1), days: 15 };
  expect(lastDueOf([{ arrivedAt: at(9), days: 15 }, one, { arrivedAt: null, days: 1 }])).toEqual(at(46));
});
