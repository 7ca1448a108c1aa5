import { afterAll, beforeAll, expect, test } from 'vitest';
import { after, minuteMs } from '../../base/time.ts';
import {
  benchManagerPassword,
  must,
  openPlatformBench,
  usdGroup,
  wednesday,
  type PlatformBench,
} from '../../server/testing/platform.ts';
import { pairTrades } from './mt5/closedTrades.ts';
import type { Deal } from './port.ts';

let bench: PlatformBench;

beforeAll(async () => {
  bench = await openPlatformBench('mt5');
});

afterAll(() => bench.close());

test('an account is brought in with two years of trades that end at exactly the given balance', async () => {
  const newcomer = veteran();
  expect(await (await importing([newcomer])).json()).toEqual({ imported: [newcomer.login], skipped: [] });
  const account = must(await bench.platform.account(newcomer.login)).account;
  expect(account.balance).toBe(421_037n);
  const deals = await allDeals(newcomer.login);
  const trades = pairTrades(deals);
  expect(trades.length).toBeGreaterThan(350);
  expect(trades.every((trade) => trade.openedAt !== undefined && trade.openedAt < trade.closedAt)).toBe(true);
  const winners = trades.filter((trade) => trade.profit > 0n).length / trades.length;
  expect(winners).toBeGreaterThan(0.3);
  expect(winners).toBeLessThan(0.75);
  let balance = 0n;
  for (const deal of deals) {
    balance += deal.profit + deal.swap + deal.commission;
    expect(balance).toBeGreaterThan(0n);
  }
  expect(balance).toBe(421_037n);
  const check = { login: newcomer.login, which: 'main', password: 'Sandbox2026!' } as const;
  expect(must(await bench.platform.checkPassword(check)).matches).toBe(true);
});

test('the past traded at the prices that the chart shows for that time', async () => {
  const newcomer = veteran();
  await importing([newcomer]);
  const sales = (await allDeals(newcomer.login)).filter((deal) => deal.kind === 'sell' && deal.entry === 'in');
  expect(sales.length).toBeGreaterThan(10);
  for (const sale of sales.slice(0, 10)) {
    const from = new Date(Math.floor(sale.at.getTime() / (5 * minuteMs)) * 5 * minuteMs);
    const range = { symbol: sale.symbol ?? '', timeframe: '5min', from, to: after(from, minuteMs) } as const;
    const [candle] = must(await bench.platform.candles(range)).candles;
    expect(Number(sale.price)).toBeGreaterThanOrEqual(Number(candle?.low));
    expect(Number(sale.price)).toBeLessThanOrEqual(Number(candle?.high));
  }
});

test('an account that is brought in twice is there once, and a stranger brings in nothing', async () => {
  const newcomer = veteran();
  await importing([newcomer]);
  expect(await (await importing([newcomer])).json()).toEqual({ imported: [], skipped: [newcomer.login] });
  expect((await importing([veteran()], 'guess')).status).toBe(403);
  expect((await importing([{ ...veteran(), group: 'no\\such' }])).status).toBe(422);
});

test('positions that are still open are brought in at the price of their opening, and pay their nights', async () => {
  const saturday = '2026-11-14T12:00:00Z';
  const holder = { ...veteran(), positions: [{ symbol: 'EURUSD', side: 'buy', lots: '0.20', openedAt: saturday }] };
  expect((await importing([holder])).status).toBe(200);
  const { positions } = must(await bench.platform.positions(holder.login));
  expect(positions).toMatchObject([{ symbol: 'EURUSD', side: 'buy', lots: '0.2', openedAt: new Date('2026-11-16T00:00:00Z') }]);
  expect(positions[0]?.swap).toBeLessThan(0n);
  expect(
    (await importing([{ ...holder, login: bench.freshLogin(), positions: [{ ...holder.positions[0], symbol: 'NONE' }] }])).status,
  ).toBe(422);
});

test('prices can fail on their own, and one lost answer is asked for again', async () => {
  bench.server().fault('error', 1, 'prices');
  expect(await bench.platform.ticks(['EURUSD'])).toMatchObject({ outcome: 'refused', code: 'server_fault' });
  bench.server().fault('timeout_before', 1, 'prices');
  const hasty = bench.connect({ timeoutMs: 1500 });
  expect(must(await hasty.ticks(['EURUSD'])).ticks).toHaveLength(1);
  bench.server().fault('timeout_before', 2, 'prices');
  expect((await hasty.ticks(['EURUSD'])).outcome).toBe('unknown');
  await hasty.close();
});

test('money alone can be brought in, and what was opened costs its commission once', async () => {
  const { history: _none, ...saver } = veteran();
  await importing([saver]);
  expect(must(await bench.platform.account(saver.login)).account.balance).toBe(250_000n);
  const opening = { ...tradeDeal, ticket: '1', entry: 'in', kind: 'buy', commission: -300n, openPrice: undefined } as const;
  const parts = ['2', '3'].map((ticket) => ({ ...tradeDeal, ticket, entry: 'out', kind: 'sell', commission: -150n }) as const);
  expect(pairTrades([opening, ...parts]).map((trade) => trade.commission)).toEqual([-450n, -150n]);
});

const tradeDeal: Omit<Deal, 'ticket' | 'entry' | 'kind' | 'commission'> = {
  login: 1,
  symbol: 'EURUSD',
  lots: '0.1',
  price: '1.16000',
  openPrice: '1.16000',
  profit: 0n,
  swap: 0n,
  position: '7',
  tag: '',
  at: wednesday,
};

function veteran() {
  return {
    login: bench.freshLogin(),
    group: usdGroup,
    name: 'Ama Active',
    leverage: 200,
    password: 'Sandbox2026!',
    registeredAt: '2024-11-18T09:00:00Z',
    movements: [
      { at: '2024-11-20T10:00:00Z', amount: '3000.00', comment: 'deposit:1' },
      { at: '2025-06-10T12:00:00Z', amount: '-500.00', comment: 'withdrawal:1' },
    ],
    history: {
      seed: 'life',
      from: '2024-11-20T11:00:00Z',
      to: '2026-11-17T18:00:00Z',
      tradesPerWeek: 5,
      endBalance: '4210.37',
    },
  };
}

function importing(users: unknown, secret = benchManagerPassword): Promise<Response> {
  return fetch(`${bench.server().address}/sandbox-admin/import`, {
    method: 'POST',
    headers: { 'x-sandbox-secret': secret },
    body: JSON.stringify({ users }),
  });
}

async function allDeals(login: number): Promise<Deal[]> {
  const page = { login, from: new Date(0), to: wednesday, total: 1000 };
  const [first, second] = [
    await bench.platform.deals({ ...page, offset: 0 }),
    await bench.platform.deals({ ...page, offset: 1000 }),
  ];
  return [...must(first).deals, ...must(second).deals];
}
