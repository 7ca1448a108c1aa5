import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { profileContract } from './contract.ts';
import { cropping, cutOf, firstPlaced, held, isLargeEnough, leastZoom } from './rules.ts';

test.each([
  [{ width: 1600, height: 2400 }, 0.1, 0.15],
  [{ width: 300, height: 200 }, 0.8, 1.2],
  [{ width: 54, height: 60 }, 2.97, 3],
  [{ width: 8000, height: 6000 }, 0.1, 0.1],
])('a picture of %j is shown no smaller than %d times, at first %d times', (picture, least, first) => {
  expect(leastZoom(picture)).toBeCloseTo(least, 6);
  expect(firstPlaced(picture)).toMatchObject({ zoom: first, x: 0, y: 0 });
});

test('what is smaller than what is cut out at three times its size is not taken', () => {
  expect([isLargeEnough({ width: 54, height: 54 }), isLargeEnough({ width: 53, height: 900 })]).toEqual([true, false]);
});

test('the middle is cut out and drawn at half its size', () => {
  expect(cutOf({ width: 1600, height: 2400 }, { zoom: 0.2, x: 0, y: 0 })).toEqual({ left: 400, top: 800, side: 800, drawn: 400 });
  // Moved to the right, what stood on the left of it is cut out.
  expect(cutOf({ width: 1600, height: 2400 }, { zoom: 0.2, x: 40, y: -40 })).toMatchObject({ left: 200, top: 1000 });
});

test('wherever it is moved and however it is zoomed, only the picture is cut out', () => {
  const length = fc.integer({ min: 54, max: 9000 });
  const offset = fc.double({ min: -5000, max: 5000, noNaN: true });
  const zoom = fc.double({ min: -1, max: 10, noNaN: true });
  fc.assert(
    fc.property(fc.record({ width: length, height: length }), fc.record({ zoom, x: offset, y: offset }), (picture, asked) => {
      const { width, height } = picture;
      const placed = held(picture, asked);
      expect(placed.zoom).toBeGreaterThanOrEqual(cropping.least);
      expect(placed.zoom).toBeLessThanOrEqual(cropping.most);
      expect(Math.abs(placed.zoom * 100 - Math.round(placed.zoom * 100))).toBeLessThan(1e-6);
      expect(held(picture, placed)).toEqual(placed);
      const { left, top, side, drawn } = cutOf(picture, placed);
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
      expect(left + side).toBeLessThanOrEqual(width + 1e-6);
      expect(top + side).toBeLessThanOrEqual(height + 1e-6);
      expect(drawn).toBeGreaterThan(0);
    }),
  );
});

const mails = {
  right: ['a@b.co', ' a.b+c@sub.example.org '],
  wrong: ['', 'a', 'a@', '@b.co', 'a b@c.de', 'a@b', `${'a'.repeat(250)}@b.co`],
};
/** Of every field of the profile's pages: what fits, and what does not. */
const inputs: Readonly<Record<string, { readonly right: readonly unknown[]; readonly wrong: readonly unknown[] }>> = {
  'email.value': mails,
  'secondary_email.value': mails,
  'mobile.value': {
    right: ['12345', '+1234567890123456789012345678901', '0 82-1 2'],
    wrong: ['', '1234', '++27821', '+27(82)1', '12345678901234567890123456789012', 'call me'],
  },
  'pin.pin': { right: ['0000', '1234'], wrong: ['', '123', '12345', '12a4', ' 1234'] },
  'subscriptions.news': { right: [true, false], wrong: ['yes', 1] },
  'subscriptions.promotions': { right: [true, false], wrong: ['yes', 1] },
  'subscriptions.market_analysis': { right: [true, false], wrong: ['yes', 1] },
  'subscriptions.education': { right: [true, false], wrong: ['yes', 1] },
};

test('every field of the profile’s pages takes what the documents say and nothing else', () => {
  const { forms } = profileContract;
  const fields = Object.entries(forms).flatMap(([name, { fields: of }]) => Object.keys(of).map((field) => `${name}.${field}`));
  expect(fields.toSorted()).toEqual(Object.keys(inputs).toSorted());
  for (const [name, { right, wrong }] of Object.entries(inputs)) {
    const [form = '', field = ''] = name.split('.');
    const schema = forms[form as keyof typeof forms].sends.shape as Readonly<Record<string, z.ZodType>>;
    const takes = (value: unknown): boolean => schema[field]?.safeParse(value).success === true;
    expect([name, right.filter((value) => !takes(value)), wrong.filter((value) => takes(value))]).toEqual([name, [], []]);
  }
});
