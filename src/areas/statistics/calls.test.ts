import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { keepDeals } from '../deals/face.ts';

let app: TestApp;
let client: SignedIn;
let number: number;
beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('ng.active');
  const order = { account: 'advantage mt5', currency: 'USD', leverage: 100, i_agree_tc: true };
  ({ number } = (await app.call({ method: 'POST', path: 'api/accounts/live', body: order, as: client })).data);
  await keepDeals(app.owner.sql, 'mt5', traded());
});
afterAll(async () => app.close());

/** Two trades of EURUSD, one of gold: opened at 9 and closed at 11 two days ago. */
function traded() {
  const dayBefore = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  return [
    ['EURUSD', 'buy', 12_000n],
    ['EURUSD', 'sell', -4_000n],
    ['XAUUSD', 'buy', -1_500n],
  ].flatMap(([symbol, kind, profit], index) => {
    const usual = { login: number, symbol: String(symbol), lots: '0.5', price: '1.1', position: `statistics-${index}`, tag: '' };
    const money = { swap: 0n, commission: -100n };
    return [
      {
        ...usual,
        ...money,
        ticket: `s-in-${index}`,
        kind: String(kind),
        entry: 'in' as const,
        profit: 0n,
        at: new Date(`${dayBefore}T09:00:00Z`),
      },
      {
        ...usual,
        ...money,
        ticket: `s-out-${index}`,
        kind: kind === 'buy' ? 'sell' : 'buy',
        entry: 'out' as const,
        profit: BigInt(String(profit)),
        at: new Date(`${dayBefore}T11:00:00Z`),
      },
    ];
  });
}

const read = async (as = client, days = 90) =>
  app.call({ method: 'GET', path: `api/accounts/statistics/${number}?days=${days}`, as });

test('an account’s statistics are the sums of its closed trades, together, by symbol and by hour', async () => {
  const { data } = await read();
  expect(data.totals).toMatchObject({
    trades: 3,
    won: 1,
    lost: 2,
    buys: 2,
    sells: 1,
    won_percent: '33.33',
    lots: '1.5',
    result: '59.00',
    gained: '118.00',
    given: '-59.00',
    commission: '-6.00',
    profit_factor: '2.00',
    average_won: '118.00',
    average_lost: '-29.50',
    best: '118.00',
    worst: '-42.00',
    average_seconds: 7200,
  });
  expect(data.by_symbol).toMatchObject([
    { symbol: 'EURUSD', trades: 2, result: '76.00', won_percent: '50.00' },
    { symbol: 'XAUUSD', trades: 1, result: '-17.00' },
  ]);
  expect(data.by_hour).toMatchObject([{ hour: 9, trades: 3, result: '59.00' }]);
});

test('what was closed before the days that were asked for does not count', async () => {
  expect((await read(client, 1)).data).toMatchObject({ totals: null, by_symbol: [], by_hour: [] });
});

test('somebody else’s account answers like one that does not exist', async () => {
  expect(await read(await app.signIn('ke.active'))).toMatchObject({ httpStatus: 404, errors: [{ code: 'account_not_found' }] });
});
