import { expect, test } from 'vitest';
import { backOffMs, readTopics } from './line.ts';

test('a browser that lost the line comes back with doubling pauses, at most a minute apart', () => {
  expect([1, 2, 3, 4].map((failures) => backOffMs(failures, 1))).toEqual([1000, 2000, 4000, 8000]);
  expect(backOffMs(50, 1)).toBe(60_000);
});

test('no two browsers come back at the same moment', () => {
  expect(backOffMs(3, 0)).toBe(2000);
  expect(backOffMs(3, 0.5)).toBe(3000);
});

test('a line that cannot be read makes everything stale', () => {
  expect(readTopics('{"topics":["accounts"]}')).toEqual(['accounts']);
  expect(readTopics('{"topics":"accounts"}')).toEqual(['*']);
  expect(readTopics('<html>')).toEqual(['*']);
});
