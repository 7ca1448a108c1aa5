import { useEffect, useState, useSyncExternalStore } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { isMore } from '../../../base/amount.ts';
import type { Candle } from '../../../ui/components/CandleChart.tsx';
import type { PlatformKey } from '../../../law/platforms.ts';
import { mostTicks, tradingContract, type Tick } from '../contract.ts';

/** The last prices of those symbols, asked for again and again while they are looked at. */
export function useTicks(platform: PlatformKey, names: readonly string[], everyMs: number): ReadonlyMap<string, Tick> {
  const asked = names.slice(0, mostTicks);
  const { data } = useRead(
    tradingContract.calls.ticks,
    { platform, symbols: asked.join(',') },
    { everyMs, enabled: asked.length > 0, keepsLast: true },
  );
  return new Map(data?.ticks.map((tick) => [tick.symbol, tick]));
}

/** The candles with the price of now in the last of them. */
export function withTick(candles: readonly Candle[], tick: Tick | undefined): readonly Candle[] {
  const last = candles.at(-1);
  if (!last || !tick || tick.at < last.at) return candles;
  const high = isMore(tick.bid, last.high) ? tick.bid : last.high;
  const low = isMore(last.low, tick.bid) ? tick.bid : last.low;
  return [...candles.slice(0, -1), { ...last, high, low, close: tick.bid }];
}

export type Width = 'phone' | 'middle' | 'wide';

/** The frame's own breaks (look): under 768 a phone, from 1200 three columns. */
const queries = { middle: '(min-width: 48rem)', wide: '(min-width: 75rem)' } as const;

export function useWidth(): Width {
  return useSyncExternalStore(subscribeWidth, readWidth);
}

function subscribeWidth(listener: () => void): () => void {
  const lists = Object.values(queries).map((query) => matchMedia(query));
  for (const list of lists) list.addEventListener('change', listener);
  return () => {
    for (const list of lists) list.removeEventListener('change', listener);
  };
}

function readWidth(): Width {
  if (matchMedia(queries.wide).matches) return 'wide';
  return matchMedia(queries.middle).matches ? 'middle' : 'phone';
}

/** A value once it has stood still for a moment, so that not every key asks the server. */
export function useStill<Value>(value: Value, ms: number): Value {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return still;
}
