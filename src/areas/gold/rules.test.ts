import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buyFor, buyWeight, gramPrice, sellFor, sellWeight, unitPrice, wishAfter, type GoldAmounts } from './rules.ts';

const market = fc
  .record({ bid: fc.bigInt(10_000n, 2_000_000n), gap: fc.bigInt(0n, 5_000n), digits: fc.integer({ min: 0, max: 3 }) })
  .map(({ bid, gap, digits }) => ({ bid, ask: bid + gap, digits }));
const terms = fc.record({ spread: fc.bigInt(0n, 500n), tax: fc.bigInt(0n, 2_000n) });
const weight = fc.bigInt(1n, 10_000_000_000n);
const amount = fc.bigInt(1n, 1_000_000_000n);

/** What is paid or received is the gold's worth with what is taken, or less it, and nothing is taken that is less than nothing. */
const isWhole = ({ metal, spread, tax, total }: GoldAmounts, side: 'buy' | 'sell') =>
  total === (side === 'buy' ? metal + spread + tax : metal - spread) && spread >= 0n && tax >= 0n && metal >= 0n && total >= 0n;

test('buying and selling at once never profits the client, whatever the rate and however often', () => {
  fc.assert(
    fc.property(market, terms, fc.array(amount, { minLength: 1, maxLength: 8 }), (at, by, amounts) => {
      const paid = amounts.map((each) => buyFor(each, at, by));
      const gold = paid.reduce((sum, each) => sum + each.weight, 0n);
      const cost = paid.reduce((sum, each) => sum + each.total, 0n);
      const inOne = sellWeight(gold, at, by).total;
      const apart = paid.reduce((sum, each) => sum + sellWeight(each.weight, at, by).total, 0n);
      expect(inOne).toBeLessThanOrEqual(cost);
      expect(apart).toBeLessThanOrEqual(inOne);
    }),
  );
});

test('and neither does buying by weight and selling by amount', () => {
  fc.assert(
    fc.property(market, terms, weight, (at, by, held) => {
      const cost = buyWeight(held, at, by).total;
      // To receive more than was paid, more gold has to go than was bought.
      expect(sellFor(cost + 1n, at, by).weight).toBeGreaterThan(held);
    }),
  );
});

test('every cent of a purchase and a sale has its row, and none is below nothing', () => {
  const asked = fc.record({ held: weight, wanted: amount });
  fc.assert(
    fc.property(market, terms, asked, (at, by, { held, wanted }) => {
      for (const each of [buyWeight(held, at, by), buyFor(wanted, at, by)]) expect(isWhole(each, 'buy')).toBe(true);
      for (const each of [sellWeight(held, at, by), sellFor(wanted, at, by)]) expect(isWhole(each, 'sell')).toBe(true);
    }),
  );
});

test('by amount one pays no more than it, with nothing left that would have bought more, and receives just it', () => {
  fc.assert(
    fc.property(market, terms, amount, (at, by, asked) => {
      const bought = buyFor(asked, at, by);
      expect(bought.total).toBeLessThanOrEqual(asked);
      expect(buyWeight(bought.weight + 1n, at, by).total).toBeGreaterThan(bought.total - 1n);
      expect(sellFor(asked, at, by).total).toBeGreaterThanOrEqual(asked);
    }),
  );
});

test('an ounce at 4000.00 to 4000.22 with 0.40 % and a tax of 3 %', () => {
  const at = { bid: 400_000n, ask: 400_022n, digits: 2 };
  const by = { spread: 40n, tax: 300n };
  // 4000.22 and 0.40 % are 4016.23; 3 % of it are 120.49; the middle is 4000.11.
  expect(buyWeight(311_034_768n, at, by)).toEqual({
    weight: 311_034_768n,
    metal: 400_011n,
    spread: 1_612n,
    tax: 12_049n,
    total: 413_672n,
  });
  expect(sellWeight(311_034_768n, at, by)).toEqual({
    weight: 311_034_768n,
    metal: 400_011n,
    spread: 1_611n,
    tax: 0n,
    total: 398_400n,
  });
  expect(unitPrice({ unit: 'oz', side: 'buy' }, at, by)).toBe('4016.23');
  expect(unitPrice({ unit: 'g', side: 'sell' }, at, by)).toBe('128.08');
  expect(gramPrice(400_000n, 2)).toBe('128.60');
});

test('how much is asked anew with what it is asked by, and what is held then holds still', () => {
  const wish = fc.record({ by: fc.constantFrom('amount', 'g', 'oz'), amount: fc.constantFrom('', '1', '12.5') });
  fc.assert(
    fc.property(wish, wish, (next, before) => {
      const held = wishAfter(next, before);
      expect(held.by).toBe(next.by);
      expect([next.amount, '']).toContain(held.amount);
      expect(wishAfter(held, held)).toEqual(held);
    }),
  );
  expect(wishAfter({ by: 'g', amount: '100' }, { by: 'amount', amount: '100' })).toEqual({ by: 'g', amount: '' });
});
