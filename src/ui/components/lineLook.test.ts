import { expect, test } from 'vitest';
import type { Colours } from './candleLook.ts';
import { lineKey, lineStyles, markOverlay } from './lineLook.ts';

const colours: Colours = { ink: 'a', 'ink-soft': 'b', line: 'c', surface: 'd', accent: 'rgb(1, 2, 3)', gain: 'f', loss: 'g' };

test('a line is drawn in the accent with the same softly below it, straight from point to point', () => {
  const area = lineStyles({ colours, family: 'Inter', isAlone: false }).candle?.area;
  expect(area).toMatchObject({
    value: lineKey,
    lineColor: 'rgb(1, 2, 3)',
    smooth: 1,
    backgroundColor: 'rgba(1, 2, 3, 0.08)',
  });
});

test('only a point that is alone is shown by itself, and nothing of it moves', () => {
  const pointOf = (isAlone: boolean) => lineStyles({ colours, family: 'Inter', isAlone }).candle?.area?.point;
  expect(pointOf(true)).toMatchObject({ show: true, animation: false });
  expect(pointOf(false)).toMatchObject({ show: false });
});

test.each([
  ['in', -1],
  ['out', 1],
] as const)('what went %s is a triangle that points that way', (mark, way) => {
  const overlay = { extendData: { ink: 'a', surface: 'd', accent: 'e', 'ink-soft': 'b', mark } };
  const drawn = markOverlay.createPointFigures?.({ coordinates: [{ x: 50, y: 50 }], overlay } as never);
  const { attrs } = [drawn ?? []].flat()[0] ?? {};
  const [tip, ...feet] = (attrs as { readonly coordinates: readonly { readonly x: number; readonly y: number }[] }).coordinates;
  expect(Math.sign((tip?.y ?? 0) - (feet[0]?.y ?? 0))).toBe(way);
  expect(tip?.x).toBe(50);
});
