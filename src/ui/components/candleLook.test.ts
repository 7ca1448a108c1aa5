import { expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../base/time.ts';
import { makeFormat } from '../words/format.ts';
import type { Words } from '../words/words.ts';
import { candleStyles, periodOf, roomRight, intervalOf, tickTexts, written, writtenPrice, type Colours } from './candleLook.ts';

const words = { ...makeFormat('en-GB'), direction: 'ltr' } as unknown as Words;
const colours: Colours = { ink: 'a', 'ink-soft': 'b', line: 'c', surface: 'd', accent: 'e', gain: 'f', loss: 'g' };

test('the label on the axis is the price of now and never that of the last bar in sight', () => {
  expect(candleStyles(colours, 'Inter').candle?.priceMark).toEqual({ show: false });
});

test('the newest bar keeps its distance from the axis', () => {
  expect(roomRight).toBeGreaterThan(0);
});

test('figures of the library are written as everywhere, with the digits that they have, and what is none is left', () => {
  const format = written(words).thousandsSeparator?.format ?? String;
  expect(format('12345.60')).toBe('12,345.60');
  expect(format('-0.00012')).toBe('-0.00012');
  expect(format('n/a')).toBe('n/a');
});

test('a place of the drawing is a price of the digits of its symbol', () => {
  expect(writtenPrice(1.1, 5)).toBe('1.10000');
  expect(writtenPrice(0.004, 2)).toBe('0.00');
  expect(writtenPrice(17.6, 0)).toBe('18');
});

test('hours stand along the bottom, and the day where it changes', () => {
  const ticks = [0, 6, 12, 18, 24, 30].map((hour) => ({
    coord: hour,
    value: new Date(2026, 10, 22, 6 + hour).getTime(),
    text: '',
  }));
  expect(tickTexts(ticks, hourMs, words).map(({ text }) => text)).toEqual([
    '22 Nov',
    '12:00',
    '18:00',
    '23 Nov',
    '06:00',
    '12:00',
  ]);
});

test('a closed market makes no candle longer', () => {
  expect(intervalOf([0, hourMs, 2 * hourMs, 50 * hourMs])).toBe(hourMs);
  expect(periodOf(15 * minuteMs)).toEqual({ type: 'minute', span: 15 });
  expect(periodOf(7 * dayMs)).toEqual({ type: 'day', span: 7 });
});
