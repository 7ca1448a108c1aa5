import fc from 'fast-check';
import { expect, test } from 'vitest';
import { valueTicks } from './valueTicks.ts';

test('a drawdown has its nought, and what is below it in round steps', () => {
  expect(valueTicks(-4.09, 0.44, 7)).toEqual({ values: [-4, -3, -2, -1, 0], decimals: 0 });
  expect(valueTicks(-0.41, 0.04, 7)).toEqual({ values: [-0.4, -0.3, -0.2, -0.1, 0], decimals: 1 });
});

test('steps are ones, twos, quarters and halves of a power of ten', () => {
  expect(valueTicks(10_200, 11_800, 7).values).toEqual([10_250, 10_500, 10_750, 11_000, 11_250, 11_500, 11_750]);
  expect(valueTicks(150, 170, 7).values).toEqual([150, 155, 160, 165, 170]);
  expect(valueTicks(1.10012, 1.1009, 7)).toEqual({ values: [1.1002, 1.1004, 1.1006, 1.1008], decimals: 4 });
});

test('whatever the line is of, there are no more values than there is room for, each between the two and of the digits told', () => {
  const ends = fc.double({ min: -1e9, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(ends, fc.double({ min: 1e-4, max: 1e9, noNaN: true }), fc.integer({ min: 2, max: 12 }), (from, span, most) => {
      const { values, decimals } = valueTicks(from, from + span, most);
      expect(values.length).toBeLessThanOrEqual(most + 1);
      for (const value of values) {
        expect(value).toBeGreaterThanOrEqual(from - span * 1e-6);
        expect(value).toBeLessThanOrEqual(from + span * (1 + 1e-6));
        expect(Math.abs(Number(value.toFixed(decimals)) - value)).toBeLessThanOrEqual(Math.abs(value) * 1e-12);
      }
    }),
  );
});

test('between a value and itself there is nothing to tell', () => {
  expect(valueTicks(5, 5, 7)).toEqual({ values: [], decimals: 0 });
});
