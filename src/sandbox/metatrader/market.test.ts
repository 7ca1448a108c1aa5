import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayMs, minuteMs } from '../../base/time.ts';
import { Market, periods, type Period, type TimedBar } from './market.ts';
import { symbolByName, symbols, type SymbolFacts } from './symbols.ts';

const market = new Market('test');
const now = Date.UTC(2026, 10, 18, 14, 37, 12);

function symbolNamed(name: string): SymbolFacts {
  const symbol = symbolByName.get(name);
  if (!symbol) throw new Error(name);
  return symbol;
}

function bars(symbol: SymbolFacts, period: Period, span: { fromMs: number; toMs: number }): TimedBar[] {
  return market.bars(symbol, { ...span, nowMs: now }, { period, limit: 100_000 });
}

function together(parts: readonly TimedBar[]) {
  return {
    open: parts[0]?.open,
    high: Math.max(...parts.map((bar) => bar.high)),
    low: Math.min(...parts.map((bar) => bar.low)),
    close: parts.at(-1)?.close,
  };
}

describe('the markets', () => {
  test('offer at least forty symbols over all the groups that the documents need', () => {
    expect(symbols.length).toBeGreaterThanOrEqual(40);
    const folders = new Set(symbols.map((symbol) => symbol.path.split('\\').slice(0, -1).join('\\')));
    expect([...folders].toSorted()).toEqual([
      'Crypto',
      'Energies',
      'Forex\\Exotic',
      'Forex\\Major',
      'Forex\\Minor',
      'Indices',
      'Metals',
      'Shares\\US',
    ]);
  });

  test('show the same price for the same second, whoever asks and after whatever restart', () => {
    const again = new Market('test');
    for (const symbol of symbols) expect(again.quote(symbol, now)).toEqual(market.quote(symbol, now));
    expect(new Market('other').quote(symbolNamed('EURUSD'), now)).not.toEqual(market.quote(symbolNamed('EURUSD'), now));
  });

  test('agree across timeframes: shorter candles make up exactly the longer one', () => {
    const twoYearsMs = 730 * dayMs;
    const pairs: (readonly [Period, Period])[] = [
      [1, 5],
      [5, 15],
      [15, 30],
      [1, 60],
      [30, 60],
      [60, 240],
      [5, 1440],
      [240, 1440],
      [1440, 10_080],
      [1440, 43_200],
    ];
    assert(
      property(
        constantFrom(...symbols),
        constantFrom(...pairs),
        integer({ min: 0, max: twoYearsMs }),
        (symbol, [short, long], back) => {
          const [candle] = bars(symbol, long, { fromMs: now - back, toMs: now - back + 40 * dayMs });
          if (!candle) return;
          const nextMs =
            long === 43_200
              ? Date.UTC(new Date(candle.atMs).getUTCFullYear(), new Date(candle.atMs).getUTCMonth() + 1, 1)
              : candle.atMs + long * minuteMs;
          const parts = bars(symbol, short, { fromMs: candle.atMs, toMs: nextMs });
          const { open, high, low, close } = candle;
          expect(together(parts)).toEqual({ open, high, low, close });
        },
      ),
      { numRuns: 150, seed: 7 },
    );
  });

  test('never leave a candle: open and close lie between low and high, and every price is positive', () => {
    for (const symbol of symbols) {
      for (const period of periods.filter((one) => one >= 60)) {
        for (const bar of bars(symbol, period, { fromMs: now - 40 * dayMs, toMs: now })) {
          expect(bar.low).toBeGreaterThan(0);
          expect(bar.low).toBeLessThanOrEqual(Math.min(bar.open, bar.close));
          expect(bar.high).toBeGreaterThanOrEqual(Math.max(bar.open, bar.close));
        }
      }
    }
  });

  test('go on from second to second without jumps larger than a day would make', () => {
    const eurusd = symbolNamed('EURUSD');
    let moved = 0;
    for (let second = 0; second < 3600; second++) {
      const step = Math.abs(market.quote(eurusd, now + second * 1000).bid - market.quote(eurusd, now + (second + 1) * 1000).bid);
      expect(step).toBeLessThan(60);
      if (step > 0) moved++;
    }
    expect(moved).toBeGreaterThan(1200);
  });

  test('end the present candle at the present price', () => {
    for (const name of ['EURUSD', 'XAUUSD', 'US500', 'AAPL', 'BTCUSD']) {
      const symbol = symbolNamed(name);
      const latest = bars(symbol, 5, { fromMs: now - dayMs, toMs: now + dayMs }).at(-1);
      expect(latest?.close).toBe(market.quote(symbol, now).bid);
    }
  });

  test('keep their hours: currencies rest at the weekend, shares at night, crypto never', () => {
    const saturday = Date.UTC(2026, 10, 21, 12);
    const tuesdayNight = Date.UTC(2026, 10, 17, 23, 30);
    expect(market.isOpen(symbolNamed('EURUSD'), saturday)).toBe(false);
    expect(market.isOpen(symbolNamed('EURUSD'), tuesdayNight)).toBe(true);
    expect(market.isOpen(symbolNamed('AAPL'), tuesdayNight)).toBe(false);
    expect(market.isOpen(symbolNamed('BTCUSD'), saturday)).toBe(true);
    expect(bars(symbolNamed('EURUSD'), 60, { fromMs: Date.UTC(2026, 10, 14), toMs: Date.UTC(2026, 10, 16) })).toEqual([]);
    expect(market.quote(symbolNamed('EURUSD'), saturday).bid).toBe(
      market.quote(symbolNamed('EURUSD'), saturday - 12 * 3_600_000 - 1).bid,
    );
  });

  test('reach back through two years in each of the eight timeframes, and stay near realistic prices', () => {
    const eurusd = symbolNamed('EURUSD');
    for (const period of periods.slice(1)) {
      const old = bars(eurusd, period, { fromMs: now - 730 * dayMs, toMs: now - 690 * dayMs });
      expect(old.length).toBeGreaterThan(0);
    }
    const closes = bars(eurusd, 1440, { fromMs: now - 3650 * dayMs, toMs: now }).map((bar) => bar.close);
    expect(Math.min(...closes)).toBeGreaterThan(80_000);
    expect(Math.max(...closes)).toBeLessThan(165_000);
  });

  test('convert between currencies so that there and back is the same money to a millionth', () => {
    for (const [from, to] of [
      ['USD', 'EUR'],
      ['GBP', 'JPY'],
      ['NGN', 'USD'],
      ['USC', 'USD'],
    ] as const) {
      const product = market.rate(from, to, now) * market.rate(to, from, now);
      expect(Math.abs(Number(product) / 1e20 - 1)).toBeLessThan(1e-4);
    }
    expect(market.rate('USD', 'USC', now)).toBe(100n * 10n ** 10n);
  });
});
