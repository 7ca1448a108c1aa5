import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocated, takenFor } from './rules.ts';

const minor = fc.bigInt({ min: 0n, max: 10_000_000n });
const rate = fc.record({ of: fc.bigInt({ min: 1n, max: 100_000n }), per: fc.bigInt({ min: 1n, max: 100_000n }) });

describe('what is taken towards a debt', () => {
  test('is never more than is there, nor pays more than is owed, whatever the rate', () => {
    fc.assert(
      fc.property(minor, minor, fc.option(rate, { nil: undefined }), (available, owed, exact) => {
        const currencies = { sourceCurrency: exact ? 'EUR' : 'USD', currency: 'USD' } as const;
        const taken = takenFor({ available, owed, ...currencies, rate: exact });
        if (!taken) return;
        expect(taken.source > 0n && taken.source <= available).toBe(true);
        expect(taken.pays > 0n && taken.pays <= owed).toBe(true);
        // What is taken is worth what it pays: the broker loses nothing by it.
        const { of, per } = exact ?? { of: 1n, per: 1n };
        expect(taken.source * of >= taken.pays * per).toBe(true);
      }),
    );
  });

  test('pays all of it where there is enough', () => {
    expect(takenFor({ available: 500n, owed: 300n, sourceCurrency: 'USD', currency: 'USD', rate: undefined })).toEqual({
      source: 300n,
      pays: 300n,
    });
    const exact = { of: 2n, per: 1n };
    expect(takenFor({ available: 500n, owed: 301n, sourceCurrency: 'EUR', currency: 'USD', rate: exact })).toEqual({
      source: 151n,
      pays: 301n,
    });
    expect(takenFor({ available: 500n, owed: 300n, sourceCurrency: 'EUR', currency: 'USD', rate: undefined })).toBeUndefined();
  });

  test('goes to the oldest debt first, and all of it to some debt', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 1n, max: 1000n })), fc.nat(10_000), (owed, percent) => {
        const debts = owed.map((remaining, id) => ({ id, remaining }));
        const total = owed.reduce((sum, each) => sum + each, 0n);
        const amount = (total * BigInt(percent)) / 10_000n;
        const paid = allocated(debts, amount);
        expect(paid.reduce((sum, each) => sum + each.minor, 0n)).toBe(amount);
        expect(paid.map(({ debt }) => debt.id)).toEqual(paid.map((_each, index) => index));
        for (const { debt, minor: part } of paid.slice(0, -1)) expect(part).toBe(debt.remaining);
      }),
    );
  });
});
