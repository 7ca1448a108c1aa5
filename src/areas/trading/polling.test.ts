import { afterEach, expect, test, vi } from 'vitest';
import { openPlatformBench, wednesday, type PlatformBench } from '../../server/testing/platform.ts';
import type { Platform } from '../../ports/platform/port.ts';
import { watchSeconds } from './contract.ts';
import { openPriceBoard } from './prices.ts';
import { openWatching, type Watch } from './watching.ts';

/* How often a platform is asked for everybody who looks, over the sandbox's platform with a count of its calls. */

let bench: PlatformBench | undefined;
afterEach(async () => bench?.close());

type Asked = Map<string, unknown[][]>;

function counted(platform: Platform): { platform: Platform; asked: Asked } {
  const asked: Asked = new Map();
  const counting = new Proxy(platform, {
    get(target, name: keyof Platform) {
      const call = target[name];
      if (typeof call !== 'function') return call;
      return (...args: never[]) => {
        asked.set(name, [...(asked.get(name) ?? []), args]);
        return Reflect.apply(call, target, args);
      };
    },
  });
  return { platform: counting, asked };
}

/** A stream that takes everything, and how it ends. */
function openStream() {
  const ends: (() => void)[] = [];
  const heard: string[] = [];
  return {
    heard,
    push(events: Buffer): boolean {
      heard.push(String(events));
      return true;
    },
    onEnd: (work: () => void) => void ends.push(work),
    end(): void {
      for (const work of ends) work();
    },
  };
}

async function open() {
  const own = await openPlatformBench('mt5');
  bench = own;
  const { platform, asked } = counted(own.platform);
  const clock = { now: () => wednesday, wall: () => new Date() };
  let aheadMs = 0;
  let hear: (stream: ReturnType<typeof openStream>, payload: unknown) => void = () => undefined;
  const board = openPriceBoard(platform, clock);
  openWatching({
    platforms: { mt5: platform, mt4: platform },
    boards: { mt5: board, mt4: board },
    clock,
    openStreams: {
      hear: (_kind, listener) => {
        hear = listener;
      },
      tell: async () => undefined,
    },
    nowMs: () => performance.now() + aheadMs,
    onFault: (error) => {
      throw error;
    },
  });
  const times = (call: string): number => asked.get(call)?.length ?? 0;
  return {
    own,
    asked,
    times,
    hear: (stream: ReturnType<typeof openStream>, wish: Partial<Watch>) =>
      hear(stream, { tab: 'one', platform: 'mt5', symbols: [], account: null, order: null, ...wish }),
    pass: (ms: number) => (aheadMs += ms),
    more: (call: string, by: number) => {
      const before = times(call);
      return vi.waitUntil(() => times(call) >= before + by, { timeout: 120_000, interval: 5 });
    },
  };
}

/** Nothing is under way and nothing comes any more: several times as long as the fastest round. */
async function untilQuiet(times: () => number): Promise<void> {
  let [last, since] = [times(), performance.now()];
  await vi.waitUntil(
    () => {
      if (times() !== last) [last, since] = [times(), performance.now()];
      return performance.now() - since > 900;
    },
    { timeout: 120_000, interval: 20 },
  );
}

test('fifty browsers that look at the same cost the platform what one costs, in one question for all symbols', async () => {
  const { asked, hear, more, own } = await open();
  const login = await own.funded(100_000n);
  const streams = Array.from({ length: 50 }, openStream);
  streams.forEach((stream, index) =>
    hear(stream, { symbols: ['EURUSD', index % 2 === 0 ? 'GBPUSD' : 'USDJPY'], account: { number: login, currency: 'USD' } }),
  );
  const begun = performance.now();
  await more('ticks', 4);
  await more('accounts', 2);
  const passedMs = performance.now() - begun;
  // Never two questions nearer than their interval; slower is the machine's own matter.
  expect(asked.get('ticks')?.length).toBeLessThanOrEqual(passedMs / 100 + 2);
  expect(asked.get('accounts')?.length).toBeLessThanOrEqual(passedMs / 1000 + 2);
  expect(new Set(asked.get('ticks')?.at(-1)?.[0] as string[])).toEqual(new Set(['EURUSD', 'GBPUSD', 'USDJPY']));
  expect(asked.get('positionsOf')?.at(-1)).toEqual([[login]]);
  await vi.waitUntil(() => streams.every(({ heard }) => heard.join('').includes('event: positions')), { timeout: 120_000 });
  expect(streams[0]?.heard.join('')).not.toContain('USDJPY');
  for (const stream of streams) stream.end();
});

test('a platform that nobody looks at is not asked: the last stream ended, the tab took its wish back, or was not heard of', async () => {
  const { hear, more, times, pass } = await open();
  const ended = openStream();
  hear(ended, { symbols: ['EURUSD'] });
  await more('ticks', 2);
  ended.end();
  await untilQuiet(() => times('ticks'));
  const hidden = openStream();
  hear(hidden, { symbols: ['EURUSD'] });
  await more('ticks', 2);
  hear(hidden, {});
  await untilQuiet(() => times('ticks'));
  hear(hidden, { symbols: ['EURUSD'] });
  await more('ticks', 2);
  pass(watchSeconds * 1000);
  await untilQuiet(() => times('ticks'));
  const told = hidden.heard.length;
  hear(hidden, { symbols: ['EURUSD'] });
  await vi.waitUntil(() => hidden.heard.length > told, { timeout: 120_000 });
  hidden.end();
  await untilQuiet(() => times('ticks'));
  expect(times('symbols')).toBe(1);
});
