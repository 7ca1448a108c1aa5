import { expect, test } from 'vitest';
import { padded } from './padded.ts';

test('a line keeps its distance from both edges, whatever it is made of', () => {
  expect(padded(1000, 1100)).toEqual([988, 1112]);
  expect(padded(1000, 1000)).toEqual([880, 1120]);
  expect(padded(0, 0)).toEqual([0, 1]);
  expect(padded(-100, 100)).toEqual([-124, 124]);
  expect(padded(null, null)).toEqual([0, 1]);
});

test('what was never below zero does not look so', () => {
  expect(padded(5, 1000)).toEqual([0, 1119.4]);
});
