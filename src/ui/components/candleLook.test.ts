import { expect, test } from 'vitest';
import { LineStyle } from 'lightweight-charts';
import { candleLook, priceLook, timeLook } from './candleLook.ts';

test('the label on the axis is the price of now and never that of the last bar in sight', () => {
  expect(candleLook).toEqual({ lastValueVisible: false, priceLineVisible: false });
  expect(priceLook).toMatchObject({ axisLabelVisible: true, lineVisible: true, lineStyle: LineStyle.Dashed });
});

test('the newest bar keeps its distance from the axis', () => {
  expect(timeLook.rightOffset).toBeGreaterThan(0);
});
