import { expect, test } from 'vitest';
import { watchSkew } from './skew.ts';

function watched() {
  const told: number[] = [];
  const watch = watchSkew({ warn: (facts: { seconds: number }) => void told.push(facts.seconds) } as never);
  const measured = (askedMs: number, tookMs: number, aheadMs: number) =>
    watch.measured({ askedMs, answeredMs: askedMs + tookMs, databaseMs: askedMs + tookMs / 2 + aheadMs });
  return { watch, told, measured };
}

test('a clock that is ahead or behind is told when that begins, once a minute while it lasts, and when it is over', () => {
  const { watch, told, measured } = watched();
  measured(0, 10, 1900);
  expect([watch.skewMs, told]).toEqual([1900, []]);
  for (let second = 1; second <= 61; second += 1) measured(second * 1000, 10, -5000);
  expect(told).toEqual([-5, -5]);
  measured(62_000, 10, 100);
  measured(63_000, 10, 100);
  expect(told).toEqual([-5, -5, 0.1]);
});

test('an answer that was long in coming says nothing of the clocks', () => {
  const { watch, told, measured } = watched();
  measured(0, 1500, 60_000);
  expect([watch.skewMs, told]).toEqual([0, []]);
});
