import { expect, test } from 'vitest';
import { after, dayMs } from '../../../base/time.ts';
import { must, openPlatformBench, wednesday } from '../../../server/testing/platform.ts';
import { candlesOf, type Bar } from './records.ts';

test('a server that draws minutes only shows the same candles, however many pieces it cuts them into', async () => {
  const [plain, able] = [await openPlatformBench('mt5', { drawsPeriods: false }), await openPlatformBench('mt5')];
  // Fifty thousand minutes are drawn at once, as fast as the machine can.
  const patient = plain.connect({ timeoutMs: 120_000 });
  try {
    const ranges = [
      { symbol: 'EURUSD', timeframe: '1d', from: after(wednesday, -60 * dayMs), to: wednesday },
      { symbol: 'XAUUSD', timeframe: '1mon', from: after(wednesday, -40 * dayMs), to: wednesday },
      { symbol: 'US500', timeframe: '4h', from: after(wednesday, -5 * dayMs), to: wednesday },
    ] as const;
    for (const range of ranges) {
      const [joined, drawn] = [must(await patient.candles(range)).candles, must(await able.platform.candles(range)).candles];
      const prices = (candles: typeof joined) =>
        candles.map(({ at, open, high, low, close }) => ({ at, open, high, low, close }));
      expect(joined.length).toBeGreaterThan(0);
      expect(prices(joined)).toEqual(prices(drawn));
    }
  } finally {
    await patient.close();
    await Promise.all([plain.close(), able.close()]);
  }
});

test('weeks begin on Monday and months on their first, in the server’s clock', () => {
  const bars = [bar('2026-10-30T12:00:00Z', 10), bar('2026-11-01T23:59:00Z', 20), bar('2026-11-02T00:00:00Z', 30)];
  expect(candlesOf(bars, '1w', 1).map((candle) => [candle.at.toISOString().slice(0, 10), candle.open, candle.close])).toEqual([
    ['2026-10-26', '10.0', '20.0'],
    ['2026-11-02', '30.0', '30.0'],
  ]);
  expect(candlesOf(bars, '1mon', 1).map((candle) => [candle.at.toISOString().slice(0, 10), candle.high, candle.low])).toEqual([
    ['2026-10-01', '11.0', '9.0'],
    ['2026-11-01', '31.0', '19.0'],
  ]);
});

function bar(at: string, price: number): Bar {
  return { atMs: Date.parse(at), open: price, high: price + 1, low: price - 1, close: price, ticks: 1 };
}
