import { expect, test } from 'vitest';
import { levelNames } from '../contract.ts';
import { isDrawable } from './distances.ts';

const none = Object.fromEntries(levelNames.map((name) => [name, null]));
const told = {
  ...none,
  symbol: 'EURUSD',
  timeframe: '1d',
  digits: 5,
  current_price: '1.08345',
  pivot_point: '1.08300',
  distances: { pivot_point: { points: -45, percent: '-0.04' } },
  chart: [{ at: '2026-11-20T00:00:00.000Z', open: '1.1', high: '1.2', low: '1.0', close: '1.1' }],
};

test('what is answered as our own server does is drawn', () => {
  expect(isDrawable(told)).toBe(true);
  expect(isDrawable({ ...told, more: 'of theirs' })).toBe(true);
});

test.each([
  [undefined],
  [null],
  ['nonsense'],
  [[]],
  [{ levels: [] }],
  [{ ...told, timeframe: '2h' }],
  [{ ...told, digits: '5' }],
  [{ ...told, current_price: 1.08345 }],
  [{ ...told, support1: 'NaN' }],
  [{ ...told, resistance5: undefined }],
  [{ ...told, distances: null }],
  [{ ...told, distances: { pivot_point: { points: 0.5, percent: '0' } } }],
  [{ ...told, chart: {} }],
  [{ ...told, chart: [{ ...told.chart[0], at: 'never' }] }],
  [{ ...told, chart: [{ ...told.chart[0], low: null }] }],
])('%j is not', (answer) => {
  expect(isDrawable(answer)).toBe(false);
});
