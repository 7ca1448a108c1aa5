import { expect, test } from 'vitest';
import { figureOf } from './candleFigures.ts';

const at = Date.parse('2026-11-23T10:00:00Z');
const overlay = (points: readonly object[], name = 'segment') => ({ id: 'a', name, points: [...points] });

test('what was drawn is told by instants and prices of the digits of its symbol', () => {
  const points = [
    { timestamp: at, value: 1.1 },
    { timestamp: at + 60_000, value: 1.234567 },
  ];
  expect(figureOf(overlay(points), 5)).toEqual({
    id: 'a',
    kind: 'segment',
    points: [
      { at: '2026-11-23T10:00:00.000Z', price: '1.10000' },
      { at: '2026-11-23T10:01:00.000Z', price: '1.23457' },
    ],
  });
});

test.each([
  ['at no time', overlay([{ timestamp: at, value: 1.1 }, { value: 1.2 }])],
  ['at no price', overlay([{ timestamp: at }])],
  ['below zero', overlay([{ timestamp: at, value: -1 }])],
  ['of a kind that clients do not draw', overlay([{ timestamp: at, value: 1 }], 'level')],
])('what stands %s is no figure', (_name, drawn) => {
  expect(figureOf(drawn, 5)).toBeUndefined();
});
