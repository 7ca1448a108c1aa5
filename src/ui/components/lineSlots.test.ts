import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayMs } from '../../base/time.ts';
import { nearestPoint, slotsOf, type LinePoint } from './lineSlots.ts';

const begin = Date.parse('2026-01-01T00:00:00Z');
const point = (ms: number, value = '1'): LinePoint => ({ at: new Date(begin + ms).toISOString(), value });

/** Courses of points at any times, several of them perhaps at the same. */
const courses = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 3000 * dayMs }), fc.integer({ min: -1000, max: 1000 })), {
    minLength: 2,
    maxLength: 2500,
  })
  .map((all) => all.toSorted(([one], [other]) => one - other).map(([ms, value]) => point(ms, String(value))));

test('every point is on the slot nearest to its time, and there are never many more slots than pixels', () => {
  fc.assert(
    fc.property(courses, (points) => {
      const { times, of } = slotsOf(points);
      const half = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / Math.max(1, times.length - 1) / 2;
      expect(times.length).toBeLessThanOrEqual(1001);
      expect(of).toHaveLength(points.length);
      for (const [index, slot] of of.entries())
        expect(Math.abs((times[slot] ?? NaN) - Date.parse(points[index]?.at ?? ''))).toBeLessThanOrEqual(half + 1);
    }),
  );
});

test('slots are equally long, from the first point to the last, and both of those are drawn', () => {
  fc.assert(
    fc.property(courses, (points) => {
      const { times, drawn } = slotsOf(points);
      expect([times[0], times.at(-1)]).toEqual([Date.parse(points[0]?.at ?? ''), Date.parse(points.at(-1)?.at ?? '')]);
      const step = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / Math.max(1, times.length - 1);
      for (const [slot, at] of times.entries()) expect(at).toBeCloseTo((times[0] ?? 0) + slot * step, 0);
      expect([drawn[0], drawn.at(-1)]).toEqual([times.length > 1 ? 0 : points.length - 1, points.length - 1]);
    }),
  );
});

test('each slot that any point has draws one of its own, and no other slot draws anything', () => {
  fc.assert(
    fc.property(courses, (points) => {
      const { drawn, of } = slotsOf(points);
      for (const [slot, index] of drawn.entries())
        expect(index === undefined ? of.includes(slot) : of[index] !== slot).toBe(false);
    }),
    { numRuns: 30 },
  );
});

test('days that follow each other stand at equal distances', () => {
  const { of } = slotsOf(Array.from({ length: 91 }, (_day, index) => point(index * dayMs)));
  const gaps = of.slice(1).map((slot, index) => slot - (of[index] ?? 0));
  expect(new Set(gaps)).toEqual(new Set([11]));
});

test('after a quiet month the line has gone as far as a month is long', () => {
  const { of, times } = slotsOf([point(0), point(dayMs), point(31 * dayMs), point(62 * dayMs)]);
  expect(of).toEqual([0, 16, 500, 999].map((slot) => Math.round((slot / 999) * (times.length - 1))));
});

test('of more points than slots none that stands out is lost', () => {
  const flat = Array.from({ length: 5000 }, (_minute, index) => point(index * 60_000, index === 2501 ? '900' : '100'));
  const { drawn } = slotsOf(flat);
  expect(drawn).toContain(2501);
});

test('one point, and several at one time, have one slot; none has none', () => {
  expect(slotsOf([point(5)])).toEqual({ times: [begin + 5], drawn: [0], of: [0] });
  expect(slotsOf([point(5), point(5)])).toEqual({ times: [begin + 5], drawn: [1], of: [0, 0] });
  expect(slotsOf([])).toEqual({ times: [], drawn: [], of: [] });
});

test('the point that is nearest to the pointer is told of, from beyond the ends too', () => {
  const slots = slotsOf([point(0), point(dayMs), point(10 * dayMs)]);
  const [, second = 0] = slots.of;
  expect(nearestPoint(slots, -40)).toBe(0);
  expect(nearestPoint(slots, Math.floor(second / 2) - 1)).toBe(0);
  expect(nearestPoint(slots, second + 3)).toBe(1);
  expect(nearestPoint(slots, 5000)).toBe(2);
  expect(nearestPoint(slotsOf([]), 0)).toBeUndefined();
});
