/**
 * One web process as far as the event stream goes, for `ticks.ts`: the product's stream, watches and polling over a platform
 * that is made up. It has 20 symbols, each with a new price four times a second, and an account for each terminal that
 * changes each second. Tells its port on its first line, and how often it asked when it is told anything. Ends with its parent.
 */
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { openPriceBoard } from '../../src/areas/trading/prices.ts';
import { openWatching } from '../../src/areas/trading/watching.ts';
import { clientId } from '../../src/base/id.ts';
import type { Database } from '../../src/base/sql.ts';
import type { Platform, PlatformAccount, Tick } from '../../src/ports/platform/port.ts';
import type { Reach } from '../../src/server/database/reach.ts';
import { openOpenStreams } from '../../src/server/live/openStreams.ts';
import { openLiveStream } from '../../src/server/live/stream.ts';

const symbols = Array.from({ length: 20 }, (_, index) => `PAIR${String(index).padStart(2, '0')}`);
const priceEveryMs = 250;
const answerMs = 5;
const clock = { now: () => new Date(), wall: () => new Date() };

const ticks = new Map<string, Tick>();
symbols.forEach((symbol, index) => {
  let points = 108_000 + index;
  const move = (): void => {
    points += 1;
    const text = (price: number): string => `1.${String(price).slice(1)}`;
    ticks.set(symbol, { symbol, digits: 5, bid: text(points), ask: text(points + 12), at: new Date() });
  };
  move();
  setTimeout(() => setInterval(move, priceEveryMs), (priceEveryMs * index) / symbols.length);
});

const asked = { ticks: 0, accounts: 0 };

const madeUp: Partial<Platform> = {
  symbols: async () => ({
    outcome: 'done',
    symbols: symbols.map((name) => ({
      name,
      path: 'Forex\\Major',
      description: name,
      digits: 5,
      currencyBase: 'EUR',
      currencyProfit: 'USD',
      contractSize: '100000',
      lotsMin: '0.01',
      lotsMax: '50',
      lotsStep: '0.01',
      swap: undefined,
      sessions: [],
    })),
  }),
  candles: async () => ({
    outcome: 'done',
    candles: [{ at: new Date(), open: '1.08000', high: '1.08000', low: '1.08000', close: '1.08000', ticks: 1 }],
  }),
  async ticks(names) {
    asked.ticks += 1;
    await wait(answerMs);
    return { outcome: 'done', ticks: names.flatMap((name) => ticks.get(name) ?? []) };
  },
  async accounts(logins) {
    asked.accounts += 1;
    await wait(answerMs);
    return { outcome: 'done', accounts: logins.map(accountOf) };
  },
  positionsOf: async () => ({ outcome: 'done', positions: [] }),
  ordersOf: async () => ({ outcome: 'done', orders: [] }),
};

function accountOf(login: number): PlatformAccount {
  const equity = 1_000_000n + BigInt(Math.floor(Date.now() / 1000) % 10_000);
  const money = { balance: 1_000_000n, credit: 0n, equity, margin: 0n, marginFree: equity, floating: equity - 1_000_000n };
  const facts = { group: 'bench', currency: 'USD', marginLevel: undefined, leverage: 100, access: 'full' } as const;
  return { login, ...money, ...facts, readAt: new Date() };
}

const platform = madeUp as Platform;
const nothingStored = { sql: { one: async () => ({ id: 0n }), many: async () => [], run: async () => 0 } } as unknown as Database;
const openStreams = openOpenStreams(nothingStored.sql);
const board = openPriceBoard(platform, clock);
const watching = openWatching({
  platforms: { mt5: platform, mt4: platform },
  boards: { mt5: board, mt4: board },
  clock,
  openStreams,
  nowMs: () => performance.now(),
  onFault: (error) => {
    throw error;
  },
});
const stream = openLiveStream({
  database: nothingStored,
  sessions: { profile: async (sids) => new Set(sids), forgetClient: () => undefined },
  reach: { failed: (error) => process.stderr.write(`${String(error)}\n`) } as Pick<Reach, 'failed'> as Reach,
  openStreams: {
    hold(of) {
      const held = openStreams.hold(of);
      const account = { number: Number(of.sid), currency: 'USD' } as const;
      const wish = { tab: 'one', platform: 'mt5', symbols, account, order: null } as const;
      void watching.begin({ stream: held.name, sid: of.sid }, { ...wish, symbols: [...symbols] });
      return held;
    },
  },
});

const server = createServer((request, response) => {
  const terminal = Number(request.url?.slice(1));
  void stream.attach({ clientId: clientId(terminal), sid: String(terminal), response, headers: {}, lastId: undefined });
});
server.listen(0, '127.0.0.1', () => {
  const bound = server.address();
  process.stdout.write(`${typeof bound === 'object' && bound ? bound.port : 0}\n`);
});
process.on('message', () => process.send?.(asked));
process.on('disconnect', () => process.exit());
