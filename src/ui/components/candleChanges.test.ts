import { expect, test } from 'vitest';
import { candleChanges } from './candleChanges.ts';

const candle = (minute: number, close = '1.10') => ({
  at: `2026-11-23T10:${String(minute).padStart(2, '0')}:00Z`,
  open: '1.10',
  high: '1.20',
  low: '1.00',
  close,
});
const drawn = [candle(0), candle(1), candle(2)];

test('what has not changed is not drawn again', () => {
  expect(candleChanges(drawn, [...drawn])).toEqual([]);
});

test('a price moves the newest candle, and the next one begins behind it', () => {
  expect(candleChanges(drawn, [candle(0), candle(1), candle(2, '1.15')])).toEqual([candle(2, '1.15')]);
  expect(candleChanges(drawn, [...drawn, candle(3)])).toEqual([candle(3)]);
  expect(candleChanges(drawn, [candle(1), candle(2, '1.15'), candle(3)])).toEqual([candle(2, '1.15'), candle(3)]);
});

test('candles of longer ago that were looked at stay while the newest move', () => {
  expect(candleChanges([candle(0), ...drawn.slice(1)], [candle(1), candle(2), candle(3)])).toEqual([candle(3)]);
});

test.each([
  ['a correction of an earlier one', [candle(0), candle(1, '1.05'), candle(2)]],
  ['a gap behind what is drawn', [candle(8), candle(9)]],
  ['one that came between', [candle(0), candle(2), candle(3)]],
  ['nothing', []],
])('%s is drawn anew', (_name, now) => {
  expect(candleChanges(drawn, now)).toBe('anew');
});

test('the first of all is drawn anew', () => {
  expect(candleChanges([], drawn)).toBe('anew');
});
