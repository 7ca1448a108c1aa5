import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../base/time.ts';
import { timeTicks } from './timeTicks.ts';

const local = (...parts: readonly [number, number, number?, number?]): number =>
  new Date(parts[0], parts[1], parts[2] ?? 1, parts[3] ?? 0).getTime();

test('as many times as there is room for, in order and between the two that are asked for', () => {
  const instants = fc.integer({ min: Date.parse('2000-01-01'), max: Date.parse('2060-01-01') });
  fc.assert(
    fc.property(instants, fc.integer({ min: 1, max: 30 * 365 * dayMs }), fc.integer({ min: 2, max: 12 }), (from, span, most) => {
      const { at } = timeTicks(from, from + span, most);
      expect(at.length).toBeGreaterThanOrEqual(2);
      expect(at.length).toBeLessThanOrEqual(most);
      expect(at).toEqual(at.toSorted((one, other) => one - other));
      expect(new Set(at).size).toBe(at.length);
      expect([at.every((each) => each >= from), at.every((each) => each <= from + span)]).toEqual([true, true]);
    }),
  );
});

test('a quarter is told by months, a month by days, an afternoon by hours', () => {
  expect(timeTicks(local(2026, 8, 20), local(2026, 11, 18), 4).at).toEqual([local(2026, 9), local(2026, 10), local(2026, 11)]);
  expect(timeTicks(local(2026, 8, 20, 5), local(2026, 9, 19, 5), 6).at).toEqual(
    [27, 34, 41, 48].map((day) => local(2026, 8, day)),
  );
  expect(timeTicks(local(2026, 8, 20, 12), local(2026, 8, 20, 18), 4)).toEqual({
    at: [12, 14, 16, 18].map((hour) => local(2026, 8, 20, hour)),
    step: 2 * hourMs,
  });
});

test('years begin with January', () => {
  expect(timeTicks(local(2020, 5), local(2026, 5), 7).at).toEqual(
    [2021, 2022, 2023, 2024, 2025, 2026].map((year) => local(year, 0)),
  );
});

test('where no hour and no day begins between the two, they are named themselves', () => {
  const from = local(2026, 8, 20, 12) + minuteMs / 2;
  expect(timeTicks(from, from + 10_000, 5).at).toEqual([from, from + 10_000]);
  expect(timeTicks(from, from, 5).at).toEqual([from]);
});
