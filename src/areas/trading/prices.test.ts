import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPlatformBench, wednesday, type PlatformBench } from '../../server/testing/platform.ts';
import type { Platform } from '../../ports/platform/port.ts';
import { openPriceBoard } from './prices.ts';

let bench: PlatformBench;

beforeAll(async () => {
  bench = await openPlatformBench('mt5');
});

afterAll(() => bench.close());

/** The platform with a count of what it is asked. */
function counted(): { platform: Platform; asked: Map<string, number> } {
  const asked = new Map<string, number>();
  const platform = new Proxy(bench.platform, {
    get(target, name: keyof Platform) {
      const call = target[name];
      if (typeof call !== 'function') return call;
      return (...args: never[]) => {
        asked.set(name, (asked.get(name) ?? 0) + 1);
        return Reflect.apply(call, target, args);
      };
    },
  });
  return { platform, asked };
}

/** Both clocks stand still until the test moves them. */
function stoppedClock(): { now: () => Date; wall: () => Date; move: (ms: number) => void } {
  let at = wednesday.getTime();
  return { now: () => new Date(at), wall: () => new Date(at), move: (ms) => (at += ms) };
}

test('a hundred browsers that ask for prices in the same moment cost the platform one call', async () => {
  const { platform, asked } = counted();
  const clock = stoppedClock();
  const board = openPriceBoard(platform, clock);
  const answers = await Promise.all(Array.from({ length: 100 }, () => board.ticks(['EURUSD', 'GBPUSD'])));
  expect(asked.get('ticks')).toBe(1);
  expect(answers.every((answer) => answer.outcome === 'done' && answer.ticks.length === 2)).toBe(true);
  clock.move(400);
  await board.ticks(['EURUSD']);
  expect(asked.get('ticks')).toBe(1);
  clock.move(200);
  await board.ticks(['EURUSD']);
  expect(asked.get('ticks')).toBe(2);
});

test('names that the platform does not have are left out and never asked for', async () => {
  const { platform, asked } = counted();
  const board = openPriceBoard(platform, stoppedClock());
  expect(await board.ticks(['NOTHING', 'ELSE'])).toEqual({ outcome: 'done', ticks: [] });
  expect(asked.get('ticks')).toBeUndefined();
});

test('the day before is asked for once a symbol and day', async () => {
  const { platform, asked } = counted();
  const board = openPriceBoard(platform, stoppedClock());
  const answer = await board.ticks(['EURUSD']);
  const [tick] = answer.outcome === 'done' ? answer.ticks : [];
  if (!tick) throw new Error('no tick came');
  expect(await board.change(tick)).toMatch(/^-?\d+\.\d\d$/);
  await board.change(tick);
  expect(asked.get('candles')).toBe(1);
});

test('an account that has just traded is asked anew', async () => {
  const { platform, asked } = counted();
  const board = openPriceBoard(platform, stoppedClock());
  const login = await bench.funded(100_000n);
  await Promise.all([board.positions(login), board.positions(login)]);
  expect(asked.get('positions')).toBe(1);
  board.forget(login);
  await board.positions(login);
  expect(asked.get('positions')).toBe(2);
});
