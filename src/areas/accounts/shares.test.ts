import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountNumber, type AccountNumber } from '../../base/id.ts';
import { tax, trading } from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { openMarkets } from '../../server/testing/dealer.ts';
import { holdSweeps, sweep } from '../../server/testing/telling.ts';
import { tallyTrades } from '../deals/face.ts';

/* What shares bring, from the platform's deals to the ledger and the account's page. */

let app: TestApp;
let client: SignedIn;
let number: AccountNumber;

const platform = () => app.opened.app.platforms.mt5;
const get = async (path: string) => app.call({ method: 'GET', path, as: client });
const shares = async () => (await get(`api/accounts/${number}/shares`)).data;
const act = async (body: object) => {
  const answer = await app.call({ method: 'POST', path: '/sandbox/corporate-actions', body: { symbol: 'AAPL', ...body } });
  expect(answer.errors).toEqual([]);
  return answer.data;
};
const owner = () => ({ company: 3, clientId: client.clientId });
const inLedger = () => balanceOf(app.database.sql, trading(owner(), 'USD', number));
const owedToState = () => balanceOf(app.database.sql, tax(3, 'USD'));
const atPlatform = async () => {
  const answer = await platform().account(number);
  if (answer.outcome !== 'done') throw new Error(answer.outcome);
  return answer.account.balance;
};
const read = async () => sweep(app, 'mirror.deals');
const compare = async () => {
  await app.owner.sql.run(`update cursor_mark set updated_at = now() - interval '1 day' where name like 'reconciled:%'`);
  await sweep(app, 'mirror.reconcile');
};

beforeAll(async () => {
  app = await openTestApp();
  await holdSweeps(app);
  await openMarkets(app);
  // In the afternoon, when New York trades too.
  await app.opened.clock.advance(6 * 3600);
  client = await app.signIn('ng.active');
  const body = { account: 'advantage mt5', currency: 'USD', leverage: 100, i_agree_tc: true };
  number = accountNumber((await app.call({ method: 'POST', path: 'api/accounts/live', body, as: client })).data.number);
  await platform().balanceOperation({ login: number, kind: 'correction', amount: 1_000_000n, currency: 'USD', tag: 'shares' });
  // It stood there long before, so that deals may bear an earlier day.
  await app.owner.sql.run(`update trading_account set mirrored_from = mirrored_from - interval '30 days' where number = $1`, [
    number,
  ]);
  const bought = await platform().marketOrder({ login: number, symbol: 'AAPL', side: 'buy', lots: '2', tag: 'shares:buy' });
  if (bought.outcome !== 'filled') throw new Error(bought.outcome);
  await read();
});
afterAll(async () => app.close());

test('an account without shares that paid tells nothing, and a stranger is told of no account', async () => {
  expect(await shares()).toEqual({ currency: 'USD', dividends: [], next: null, splits: [] });
  const other = await app.signIn('global.active');
  for (const what of ['shares', 'orders']) {
    const answer = await app.call({ method: 'GET', path: `api/accounts/${number}/${what}`, as: other });
    expect(answer).toMatchObject({ httpStatus: 404, errors: [{ code: 'account_not_found' }] });
  }
});

test('a dividend is told before tax, with its tax and after it, and the ledger owes the tax to the state', async () => {
  const [before, owed] = [await inLedger(), await owedToState()];
  await act({ per_share: '0.25', tax_percent: 15 });
  await read();
  const { dividends } = await shares();
  expect(dividends).toEqual([
    { day: expect.any(String), symbol: 'AAPL', gross: '0.50', tax: '-0.08', net: '0.42', tax_percent: '16' },
  ]);
  expect((await inLedger()) - before).toBe(42n);
  expect((await owedToState()) - owed).toBe(8n);
});

test('booked late under a day that was read long ago, it is found by the comparison and makes no difference that stays', async () => {
  await act({ per_share: '100', dated_back_seconds: 5 * 86_400 });
  await read();
  const missing = (await atPlatform()) - (await inLedger());
  await compare();
  await read();
  expect((await atPlatform()) - (await inLedger())).toBe(missing - 14_000n);
  expect((await shares()).dividends).toMatchObject([
    { gross: '0.50' },
    { gross: '200.00', tax: '-60.00', net: '140.00', tax_percent: '30' },
  ]);
});

test('paid twice and taken back, the day is told as what is left of it', async () => {
  const before = await inLedger();
  await act({ per_share: '0.25', tax_percent: 15 });
  await act({ per_share: '0.25', tax_percent: 15, is_reversal: true });
  await read();
  await read();
  expect(await inLedger()).toBe(before);
  expect((await shares()).dividends[0]).toMatchObject({ gross: '0.50', tax: '-0.08', net: '0.42' });
});

test('a split is no trade and no profit: the position is told in its new lots, and its closing counts from the new price', async () => {
  const before = await inLedger();
  await act({ split: { to: 4, from: 1 } });
  await read();
  const { splits } = await shares();
  expect(splits).toMatchObject([{ symbol: 'AAPL', lots_before: '2', lots_after: '8' }]);
  expect(Number(splits[0].price_before) / 4).toBeCloseTo(Number(splits[0].price_after), 1);
  expect(await inLedger()).toBe(before);
  const closed = await app.database.sql.many('select 1 from closed_trade where number = $1', [number]);
  expect(closed).toEqual([]);

  const part = await platform().closePosition({ login: number, position: splits[0].position, lots: '6', tag: 'shares:part' });
  expect(part.outcome).toBe('filled');
  await read();
  const { trades } = (await get(`api/accounts/${number}/trades`)).data;
  expect(trades).toMatchObject([
    { position: splits[0].position, open_price: splits[0].price_after, lots: expect.stringMatching(/^6/) },
  ]);
  const tally = await tallyTrades(app.database.sql, { number, since: '2000-01-01' });
  expect(tally.all?.trades).toBe(1);
  await compare();
  await read();
});

test('a split that is known only after the closing corrects what was told of it', async () => {
  const { splits } = await shares();
  const asTold = await app.database.sql.one<{ price: string; commission: bigint }>(
    'select open_price::text as price, commission from closed_trade where number = $1',
    [number],
  );
  await app.owner.sql.run(`update closed_trade set open_price = 1, commission = 7 where number = $1`, [number]);
  await app.owner.sql.run(`delete from platform_deal where number = $1 and kind = 'split'`, [number]);
  await compare();
  const span = {
    login: number,
    from: new Date(0),
    to: new Date(app.opened.clock.now().getTime() + 1000),
    offset: 0,
    total: 1000,
  };
  const answer = await platform().deals(span);
  if (answer.outcome !== 'done') throw new Error(answer.outcome);
  const { keepDeals } = await import('../deals/face.ts');
  await keepDeals(app.owner.sql, 'mt5', answer.deals);
  expect(
    await app.database.sql.one('select open_price::text as price, commission from closed_trade where number = $1', [number]),
  ).toEqual(asTold);
  expect((await shares()).splits).toEqual(splits);
});

test('a day on which more shares paid than a page holds is told whole, and so is what was before', async () => {
  await app.owner.sql.run(
    `insert into platform_deal (server, ticket, number, kind, symbol, lots, price, profit, swap, commission, tag, at, is_posted)
     select 'mt5', 'many-' || share, $1, 'dividend', 'SHARE' || share, 0, 0, 100, 0, 0, '',
       case when share > 60 then '2020-01-01'::timestamptz else '2020-01-02'::timestamptz end + interval '12 hours', false
       from generate_series(1, 63) share`,
    [number],
  );
  const told = new Map<string, number>();
  let before = '';
  do {
    const { dividends, next } = (await get(`api/accounts/${number}/shares${before}`)).data;
    for (const { day } of dividends) told.set(day, (told.get(day) ?? 0) + 1);
    before = next === null ? '' : `?before=${next}`;
  } while (before !== '');
  expect([told.get('2020-01-02'), told.get('2020-01-01')]).toEqual([60, 3]);
});

test('orders that wait and those that ended stand on the account’s page, the newest first, however long ago', async () => {
  const post = async (path: string, body: object) => app.call({ method: 'POST', path: `api/${path}`, body, as: client });
  const waits = { account: number, symbol: 'EURUSD', side: 'buy', lots: '0.01', type: 'limit', at_price: '0.50000' };
  const [first, second] = [await post('trading/orders', waits), await post('trading/orders', { ...waits, at_price: '0.51000' })];
  expect([first.errors, second.errors]).toEqual([[], []]);
  expect((await post(`trading/pending/${first.data.order.pending}/cancel`, { account: number })).errors).toEqual([]);
  const page = (await get(`api/accounts/${number}/orders`)).data;
  expect(page).toMatchObject({
    waiting: [{ order: second.data.order.pending, price: '0.51000' }],
    orders: [{ order: first.data.order.pending, state: 'cancelled', price: '0.50000' }],
    next: null,
  });
  await app.call({ method: 'POST', path: '/sandbox/faults', body: { target: 'trading', mode: 'error' } });
  expect(await get(`api/accounts/${number}/orders`)).toMatchObject({
    httpStatus: 503,
    errors: [{ code: 'platform_unavailable' }],
    data: { since: expect.any(String) },
  });
  await app.call({ method: 'POST', path: '/sandbox/faults', body: { target: 'trading', mode: 'none' } });
});
