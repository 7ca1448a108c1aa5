import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';
import { openSignal } from '../../server/testing/strategyFixture.ts';
import { holdSweeps, sweep } from '../../server/testing/telling.ts';

let app: TestApp;
let books: BookFixture;
let client: SignedIn;
let analyst: StaffSignedIn;
let wallet: number;
let own: number;
let paid: number;
let free: number;

beforeAll(async () => {
  app = await openTestApp();
  await holdSweeps(app, ['copyTrading.renewal', 'strategies.figures', 'idleFees']);
  books = await openBookFixture(app);
  client = await app.signIn('global.active');
  analyst = await app.signInStaff('analyst');
  const manager = await app.signIn('provider.active');
  wallet = await books.wallet(client, { currency: 'USD', amount: '50.00' });
  own = await books.account(client, 'standard', { currency: 'USD', amount: '10.00' });
  paid = await books.account(manager, 'standard', { currency: 'USD', amount: '10.00' });
  free = await books.account(manager, 'standard', { currency: 'USD', amount: '10.00' });
  await openSignal(app, { manager, number: paid, name: 'Paid-one', price: 2000n });
  await openSignal(app, { manager, number: free, name: 'Free-one', price: 0n });
});
afterAll(() => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const get = (path: string, as = client) => app.call({ method: 'GET', path: `api/${path}`, as });
const post = (path: string, body: object, as = client) => app.call({ method: 'POST', path: `api/${path}`, body, as });
const subscribe = (id: number, price: string, as = client) => post('signals-client', { id, price }, as);
const offer = (price: string | undefined, id = paid) =>
  app.call({
    method: 'POST',
    path: '/api/desk/signal-offers',
    body: { id, price, reason: 'as agreed with the provider' },
    as: analyst,
  });
const mine = async () => (await get('signals-client')).data.signals;
const days = (count: number) => app.opened.clock.advance(count * 24 * 3600);

test('whoever has named no account is not logged, and subscribes to nothing; an account of somebody else cannot be named', async () => {
  const { client_details: none, accounts } = (await get('direct/copy-trading/status')).data;
  expect(none).toEqual({ signals_login: null, signals_balance: null, signals_currency: null });
  expect(accounts.map(({ number }: { number: number }) => number)).toContain(own);
  expect((await subscribe(free, '0.00')).errors[0]).toMatchObject({ code: 'signals_login_missing' });
  // On an account that copies a strategy nobody gives orders.
  const copied = await books.account(client, 'standard', { currency: 'USD', amount: '10.00' });
  await app.owner.sql.run(`update trading_account set type_key = 'investor' where number = $1`, [copied]);
  const tradable = (await get('direct/copy-trading/status')).data.accounts.map(({ number }: { number: number }) => number);
  expect(tradable).not.toContain(copied);
  expect(await post('direct/copy-trading/start', { account_number: copied })).toMatchObject({
    errors: [{ code: 'account_not_active' }],
  });
  expect(await post('direct/copy-trading/start', { account_number: paid })).toMatchObject({ httpStatus: 404 });
  expect((await post('direct/copy-trading/start', { account_number: own })).data.client_details).toMatchObject({
    signals_login: own,
    signals_balance: '10.00',
    signals_currency: 'USD',
  });
});

test('signals are listed with the figures of their strategies, free and paid ones apart', async () => {
  const listed = (await get('signals')).data;
  expect(listed).toMatchObject({ total_items: 2, page: 1, page_size: 20 });
  const strategy = (await get(`direct/investment-program/manager-accounts/${paid}`)).data.direct.strategy;
  const signal = listed.signals.find(({ id }: { id: number }) => id === paid);
  expect(signal).toEqual({
    id: paid,
    name: 'Paid-one',
    provider: 'Paid-one',
    price: '20.00',
    currency: 'USD',
    profit: strategy.profit,
    drawdown: strategy.drawdown,
    is_estimated: false,
    subscribers: 0,
    subscribed_until: null,
  });
  expect((await get('signals?page=99')).data.page).toBe(1);
  expect((await get('signals/top')).data.signals).toHaveLength(2);
  const { free: freeOnes, paid: paidOnes } = (await get('signals/free-paid')).data;
  expect([freeOnes[0].id, paidOnes[0].id]).toEqual([free, paid]);
});

test('two subscriptions at once are one, and charged once; a stale price and an empty wallet are refused', async () => {
  expect((await subscribe(paid, '19.00')).errors[0]).toMatchObject({ code: 'signal_price_changed' });
  const both = await Promise.all([subscribe(paid, '20.00'), subscribe(paid, '20.00'), subscribe(paid, '20.00')]);
  expect(both.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200]);
  expect(new Set(both.map(({ data }) => data.signal.subscribed_until)).size).toBe(1);
  expect(await books.inLedger(wallet)).toBe('30.00');
  expect((await subscribe(paid, '20.00')).errors).toEqual([]);
  expect(await books.inLedger(wallet)).toBe('30.00');
  expect(await mine()).toMatchObject([{ id: paid, subscribers: 1, renews: true, agreed_price: '20.00' }]);
  expect((await get('signals-client', await app.signIn('ng.active'))).data.signals).toEqual([]);

  const poor = await app.signIn('in.gold');
  const account = await books.account(poor, 'standard', { currency: 'USD', amount: '1.00' });
  await post('direct/copy-trading/start', { account_number: account }, poor);
  expect((await subscribe(paid, '20.00', poor)).errors[0]).toMatchObject({ code: 'signal_money_short' });
  await books.wallet(poor, { currency: 'USD', amount: '19.99' });
  expect((await subscribe(paid, '20.00', poor)).errors[0]).toMatchObject({ code: 'signal_money_short' });
  expect((await get('signals-client', poor)).data.signals).toEqual([]);
});

test('what a strategy trades is told to subscribers alone', async () => {
  await app.owner.sql.run(
    `insert into platform_deal (server, ticket, number, kind, entry, symbol, lots, price, profit, swap, commission, tag, at, is_posted)
     values ('mt4', 'signal-1', $1, 'buy', 'in', 'EURUSD', 0.1, 1.1, 0, 0, 0, '', $2, false)`,
    [paid, app.opened.clock.now()],
  );
  const { trades } = (await get(`signals-client/${paid}/trades`)).data;
  expect(trades).toMatchObject([{ ticket: 'signal-1', side: 'buy', entry: 'in', symbol: 'EURUSD' }]);
  expect(await get(`signals-client/${free}/trades`)).toMatchObject({ httpStatus: 404 });
  expect(await get(`signals-client/${paid}/trades`, await app.signIn('ng.active'))).toMatchObject({ httpStatus: 404 });
});

test('it is renewed once by however many processes, at the price that was agreed to, and ends for want of money', async () => {
  expect((await offer('25')).errors).toEqual([]);
  await days(30);
  await Promise.all([sweep(app, 'copyTrading.renewal'), sweep(app, 'copyTrading.renewal')]);
  await sweep(app, 'copyTrading.renewal');
  expect(await books.inLedger(wallet)).toBe('10.00');
  expect(await mine()).toMatchObject([{ renews: true, agreed_price: '20.00', price: '25.00' }]);
  await days(31);
  await sweep(app, 'copyTrading.renewal');
  expect(await mine()).toEqual([]);
  expect(await books.inLedger(wallet)).toBe('10.00');
  const told = await app.owner.sql.many<{ type: string }>(
    `select type from notice where client_id = $1 and type like 'signal_subscription%' order by id`,
    [client.clientId],
  );
  expect(told.map(({ type }) => type)).toEqual(['signal_subscription_renewed', 'signal_subscription_ended']);
});

test('what is cancelled stays until its time is over, is taken up again for nothing until then, and is not renewed', async () => {
  await books.wallet(client, { currency: 'USD', amount: '40.00' });
  const held = Number(await books.inLedger(wallet));
  expect((await subscribe(paid, '25.00')).errors).toEqual([]);
  expect(await post(`signals-client/${paid}/cancel`, {})).toMatchObject({ data: { signal: { renews: false } } });
  expect((await subscribe(paid, '25.00')).data.signal.renews).toBe(true);
  expect(Number(await books.inLedger(wallet))).toBe(held - 25);
  await post(`signals-client/${paid}/cancel`, {});
  expect(await post(`signals-client/${free}/cancel`, {})).toMatchObject({ httpStatus: 404 });
  await days(31);
  expect(await get(`signals-client/${paid}/trades`)).toMatchObject({ httpStatus: 404 });
  await sweep(app, 'copyTrading.renewal');
  expect(await mine()).toEqual([]);
  expect(Number(await books.inLedger(wallet))).toBe(held - 25);
});

test('a price is set at the desk by whoever has the right; what is offered no more ends with its time', async () => {
  expect((await subscribe(free, '0.00')).errors).toEqual([]);
  expect((await offer('1000.01')).errors[0]).toMatchObject({ code: 'bad_signal_offer_price' });
  expect((await offer('-1')).errors[0]).toMatchObject({ code: 'bad_signal_offer_price' });
  expect((await offer('5', 1)).errors[0]).toMatchObject({ code: 'strategy_not_found' });
  expect((await offer(undefined, free)).errors).toEqual([]);
  expect((await subscribe(free, '0.00', await app.signIn('ng.active'))).errors[0]?.code).toMatch(/signals_login_missing/);
  expect(await mine()).toMatchObject([{ id: free, renews: false }]);
  const finance = await app.signInStaff('finance');
  const offers = await app.call({ method: 'GET', path: '/api/desk/signal-offers', as: finance });
  expect(offers).toMatchObject({ httpStatus: 403, errors: [{ code: 'not_your_right' }] });
  await days(31);
  await sweep(app, 'copyTrading.renewal');
  expect(await mine()).toEqual([]);
});

test('what is offered comes a page at a time, of each kind as many as there are', async () => {
  const before = (await get('signals/free-paid')).data;
  const manager = await app.signIn('provider.active');
  const numbers = await app.owner.sql.many<{ number: number }>(
    `insert into trading_account select (jsonb_populate_record(t, jsonb_build_object('number', l.number + each))).*
       from trading_account t, (select max(number) as number from trading_account) l, generate_series(1, 25) each
      where t.number = $1 returning number`,
    [free],
  );
  for (const { number } of numbers) await openSignal(app, { manager, number, name: `Free-${number}`, price: 0n });
  const total = before.total_free + numbers.length;
  const first = (await get('signals/free-paid')).data;
  expect(first).toMatchObject({ total_free: total, total_paid: before.total_paid, page_size: 20, page: 1 });
  expect([first.free.length, first.paid.length]).toEqual([20, before.total_paid]);
  const second = (await get('signals/free-paid?page=2')).data;
  expect([second.free.length, second.paid.length, second.page]).toEqual([total - 20, 0, 2]);
  expect(new Set([...first.free, ...second.free].map(({ id }) => id)).size).toBe(total);
  // A page behind the last one is the last.
  expect((await get('signals/free-paid?page=99')).data).toEqual(second);
});
