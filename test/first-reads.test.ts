import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../src/server/testing/app.ts';
import { openBookFixture } from '../src/server/testing/bookFixture.ts';
import { openMarkets } from '../src/server/testing/dealer.ts';

/* Small calls that pages begin with or forms ask on the way: each by its whole path. */

let app: TestApp;
let client: SignedIn;
let other: SignedIn;
let account: number;
let wallet: number;

beforeAll(async () => {
  app = await openTestApp();
  const books = await openBookFixture(app);
  await openMarkets(app);
  client = await app.signIn('global.active');
  other = await app.signIn('ng.active');
  account = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '25.00' });
  wallet = await books.wallet(client, { currency: 'USD', amount: '100.00' });
});
afterAll(() => app.close());

const get = (path: string, as?: SignedIn) => app.call({ method: 'GET', path, ...(as ? { as } : {}) });

test('anybody reads the countries, and the states of those whose clients are asked for theirs', async () => {
  const { countries } = (await get('api/direct/forextime/countries')).data;
  expect(countries.length).toBeGreaterThan(200);
  const { states } = (await get('api/direct/forextime/states?country_id=156')).data;
  expect(states.map(({ name }: { name: string }) => name)).toContain('Lagos');
  expect((await get('api/direct/forextime/states?country_id=999')).data).toEqual({ states: [] });
});

test('a client reads of an account that was opened where it is, and nobody else does', async () => {
  const told = await get(`api/accounts/${account}/opened`, client);
  expect(told.data).toMatchObject({ number: account, currency: 'USD', is_demo: false, is_open: true });
  expect(JSON.stringify(told.data)).not.toMatch(/password/i);
  expect((await get(`api/accounts/${account}/opened`, other)).errors[0]?.code).toBe('account_not_found');
});

test('reports are of a client’s own live accounts', async () => {
  const numbers = async (as: SignedIn) =>
    (await get('api/direct/tradereport/accounts', as)).data.accounts.map(({ number }: { number: number }) => number);
  expect([await numbers(client), await numbers(other)]).toEqual([[account], []]);
});

test('a withdrawal is quoted before anything is confirmed, from an account of the client’s alone', async () => {
  const asked = `api/payments/withdraw/quote?account_number=${wallet}&amount=50`;
  expect((await get(asked, client)).errors).toEqual([]);
  expect((await get(asked, other)).errors[0]?.code).toBe('unknown_account');
  const kept = await app.owner.sql.one('select count(*)::integer as count from remittance where client_id = $1', [
    client.clientId,
  ]);
  expect(kept).toEqual({ count: 0 });
  // A PIN is sent again for what was confirmed, and nothing was.
  const pin = { method: 'POST', path: 'api/payments/withdraw/pin', body: { remittance_id: '1' }, as: client } as const;
  expect((await app.call(pin)).errors[0]?.code).toBe('unknown_remittance');
});

test('means are told anew from their lists', async () => {
  const body = { financial_income: '2', net_worth: '2', funds_source: '1' };
  const tell = (more: object) => app.call({ method: 'POST', path: 'api/profile/means', body: { ...body, ...more }, as: client });
  expect((await tell({})).errors).toEqual([]);
  expect((await tell({ net_worth: '99' })).httpStatus).toBe(422);
});

test('an analyst reads the price of an instrument before a signal is posted', async () => {
  const as = await app.signInStaff('analyst');
  const { data } = await app.call({ method: 'GET', path: '/api/desk/signals/price?instrument=EURUSD', as });
  expect(Number(data.ask)).toBeGreaterThanOrEqual(Number(data.bid));
});
