import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sellWeight } from '../gold/face.ts';
import { goldCollateralSettings } from './settings.ts';
import {
  coverageOf,
  creditSold,
  creditWith,
  creditWithout,
  lentOn,
  levelOf,
  returnable,
  soldForLevel,
  soldForLoss,
  worthAt,
} from './valuing.ts';

const lends = goldCollateralSettings.shipped.goldCollateral;
const market = fc
  .record({ bid: fc.bigInt(10_000n, 2_000_000n), gap: fc.bigInt(0n, 5_000n), digits: fc.integer({ min: 0, max: 3 }) })
  .map(({ bid, gap, digits }) => ({ bid, ask: bid + gap, digits }));
const valuing = fc
  .record({ market, spread: fc.bigInt(0n, 500n) })
  .map(({ market: at, spread }) => ({ market: at, terms: { spread, tax: 0n }, lends }));
const weight = fc.bigInt(1n, 10_000_000_000n);
const share = fc.bigInt(0n, 100n);

test('what is lent on gold is never more than seven tenths of what it would bring, however it is added', () => {
  fc.assert(
    fc.property(valuing, fc.array(weight, { minLength: 1, maxLength: 6 }), (by, added) => {
      let pledged = { weight: 0n, credit: 0n };
      for (const each of added)
        pledged = { weight: pledged.weight + each, credit: pledged.credit + creditWith(each, pledged, by) };
      expect(pledged.credit).toBeLessThanOrEqual((worthAt(pledged.weight, by) * 7n) / 10n);
    }),
  );
});

test('what is given back leaves no more lent than the rest carries, and takes no more off than is free', () => {
  fc.assert(
    fc.property(valuing, weight, share, (by, held, percent) => {
      const pledged = { weight: held, credit: lentOn(worthAt(held, by), lends) };
      const free = (pledged.credit * percent) / 100n;
      const most = returnable(pledged, { ...by, free });
      const goes = creditWithout(most, pledged, by);
      expect(goes).toBeLessThanOrEqual(free);
      expect(pledged.credit - goes).toBeLessThanOrEqual(lentOn(worthAt(held - most, by), lends));
      expect(most).toBeLessThanOrEqual(held);
    }),
  );
});

test('all of it is given back when all of the credit is free', () => {
  fc.assert(
    fc.property(valuing, weight, (by, held) => {
      const pledged = { weight: held, credit: lentOn(worthAt(held, by), lends) };
      expect(returnable(pledged, { ...by, free: pledged.credit })).toBe(held);
      expect(creditWithout(held, pledged, by)).toBe(pledged.credit);
    }),
  );
});

test('a sale brings what is lent down to what the rest carries, or sells all, and then nothing is lent', () => {
  fc.assert(
    fc.property(valuing, weight, fc.bigInt(7_000n, 15_000n), (by, held, lent) => {
      const pledged = { weight: held, credit: (worthAt(held, by) * lent) / 10_000n };
      const sold = soldForLevel(pledged, by);
      expect(sold).toBeLessThanOrEqual(held);
      const { total } = sold === 0n ? { total: 0n } : sellWeight(sold, by.market, by.terms);
      const credit = pledged.credit - creditSold(pledged, { weight: sold, total });
      expect(credit).toBeLessThanOrEqual(lentOn(worthAt(held - sold, by), lends));
    }),
  );
});

test('a sale for a loss brings it, or sells all', () => {
  fc.assert(
    fc.property(valuing, weight, fc.bigInt(1n, 1_000_000n), (by, held, loss) => {
      const sold = soldForLoss({ weight: held, credit: 0n }, loss, by);
      expect(sold).toBeLessThanOrEqual(held);
      expect(sold === held || worthAt(sold, by) >= loss).toBe(true);
    }),
  );
});

test.each([
  [0n, 'none', 'none'],
  [7_699n, 'none', 'none'],
  [7_700n, 'none', 'warning'],
  [8_300n, 'none', 'call'],
  [9_000n, 'warning', 'sale'],
  // One that was told is left behind when the credit has come down some way.
  [7_650n, 'warning', 'warning'],
  [7_599n, 'warning', 'none'],
  [8_250n, 'call', 'call'],
  [8_100n, 'call', 'warning'],
  [7_000n, 'call', 'none'],
  [20_000n, 'none', 'sale'],
] as const)('with %d cents lent on a hundred dollars, and told %s before, the level is %s', (credit, told, level) => {
  expect(levelOf({ credit, worth: 10_000n }, told, lends)).toBe(level);
});

test('what is worth nothing carries nothing', () => {
  expect(coverageOf({ credit: 1n, worth: 0n })).toBeUndefined();
  expect(levelOf({ credit: 1n, worth: 0n }, 'none', lends)).toBe('sale');
  expect(levelOf({ credit: 0n, worth: 0n }, 'call', lends)).toBe('none');
});
