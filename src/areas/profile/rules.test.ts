import fc from 'fast-check';
import { expect, test } from 'vitest';
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
    fc.property(length, length, zoom, offset, offset, (width, height, asked, x, y) => {
      const picture = { width, height };
      const placed = held(picture, { zoom: asked, x, y });
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
