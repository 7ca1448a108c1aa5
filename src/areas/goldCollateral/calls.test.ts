import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { accountNumber } from '../../base/id.ts';
import { parseWeight } from '../../base/weight.ts';
import { post } from '../../ledger/book.ts';
import * as chart from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';
import { openMarkets } from '../../server/testing/dealer.ts';
import { outlastOperations } from '../../server/testing/operations.ts';
import { must } from '../../server/testing/platform.ts';
import { runOf } from '../../server/testing/paymentsFixture.ts';
import { holdGoldPrice } from '../../server/testing/goldPrice.ts';
import { holdSweeps, sweep } from '../../server/testing/telling.ts';
import { openGoldPrices, type GoldMarket } from '../gold/face.ts';
import { reconcile } from '../reconciliation/reconciliation.ts';
import { valuePledges } from './watching.ts';

/* India's clients of company 3 hold gold and trade with ten times what they have. Each test has a client's account of its own. */

let app: TestApp;
let books: BookFixture;
let client: SignedIn;
let number: number;
/** With gold pledged for it, and with none. */
let first: number;
let empty: number;

beforeAll(async () => {
  app = await openTestApp();
  await holdSweeps(app, ['goldCollateral.orders']);
  holdGoldPrice(app);
  books = await openBookFixture(app);
  client = await app.signIn('in.gold');
  const leg = { from: chart.opening(3, 'XAU'), to: chart.gold(owner()), minor: parseWeight('900', 'g') ?? 0n };
  const at = app.opened.clock.now();
  await post(app.owner.sql, { movement: { key: 'opening:collateral', kind: 'opening_balance', legs: [leg], at } });
  first = await opened();
  empty = await opened();
});
beforeEach(async () => {
  await openMarkets(app);
  number = first;
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, both books must be the same and without fault
afterEach(async () => expect([await books.faults(), await differences()]).toEqual([[], []]));

/** An account of a test's own; a client may have ten. */
const opened = () => books.account(client, 'advantage mt5', { currency: 'USD', amount: '0' });
const context = () => ({ ...runOf(app), now: app.opened.clock.now(), stale: async () => undefined });
const owner = () => ({ company: 3, clientId: client.clientId });
const wish = (amount: string, by = 'g') => ({ account: String(number), by, amount });
const send = (path: string, body: object, as = client) => app.call({ method: 'POST', path: `api/gold/${path}`, body, as });
const internal = async () => (await app.call({ method: 'GET', path: 'api/gold/internal', as: client })).data;
const own = async () => (await internal()).pledges.find(({ account }: { account: number }) => account === number);
const cents = (amount: string) => BigInt(amount.replace('.', ''));

/** What the book has: gold that is free, pledged for the account, and the credit. */
const held = async () => {
  const login = accountNumber(number);
  const accounts = [chart.gold(owner()), chart.pledge(owner(), login), chart.goldCredit(owner(), 'USD', login)];
  return Promise.all(accounts.map((each) => balanceOf(app.owner.sql, each)));
};
const told = async () => must(await app.opened.app.platforms.mt5.account(number)).account;

/** Where the ledger and the platform are not the same, looked at twice. */
async function differences(): Promise<unknown[]> {
  await app.owner.sql.run(`delete from cursor_mark where name in ('reconcile:mt5', 'compared:mt5')`);
  const of = { server: 'mt5', platform: app.opened.app.platforms.mt5 } as const;
  await reconcile(of, { ...context(), settings: withoutRest() });
  return app.owner.sql.many('select number, measure from reconciliation_difference where closed_at is null and number = $1', [
    number,
  ]);
}

function withoutRest() {
  const settings = app.opened.settings.current();
  return { ...settings, platform: { ...settings.platform, reconcileSeconds: 0 } };
}

/** Pledges what must not be refused. */
async function pledged(grams: string) {
  const shown = await send('collateral/preview', wish(grams));
  expect(shown.errors).toEqual([]);
  const done = await send('collateral', { ...wish(grams), credit: shown.data.credit });
  expect(done.errors).toEqual([]);
  return { shown: shown.data, order: done.data.order };
}

/** Values every pledge at so many per cent of the price of now, in a market that is open or closed. */
async function valuedAt(percent: bigint, state: GoldMarket['state'] = { isOpen: true }): Promise<void> {
  const real = openGoldPrices(app.opened.app);
  const now = async (settings: Parameters<typeof real.now>[0]) => {
    const market = await real.now(settings);
    return market && { ...market, bid: (market.bid * percent) / 100n, ask: (market.ask * percent) / 100n, state };
  };
  await app.owner.sql.run('update gold_pledge set valued_at = null where number = $1', [number]);
  await valuePledges({ prices: { ...real, now }, platforms: app.opened.app.platforms }, context());
}

const noticesOf = async () =>
  (
    await app.owner.sql.many<{ type: string }>(
      `select type from notice where client_id = $1 and values ->> 'number' = $2 and type like 'gold%' order by id`,
      [client.clientId, String(number)],
    )
  ).map(({ type }) => type);

test('pledged gold gives seven tenths of what it would bring, as credit on the platform and in the book', async () => {
  number = await opened();
  const [free] = await held();
  const { shown, order } = await pledged('10');
  expect(order).toMatchObject({ kind: 'pledge', phase: 'done', weight: { g: '10.0000000' }, credit: shown.credit });
  expect(cents(shown.credit)).toBe((cents(shown.worth_then) * 7n) / 10n);
  expect(await held()).toEqual([(free ?? 0n) - 100_000_000n, 100_000_000n, cents(shown.credit)]);
  expect(await told()).toMatchObject({ balance: 0n, credit: cents(shown.credit), marginFree: cents(shown.credit) });
  await sweep(app, 'goldCollateral.value');
  expect(await own()).toMatchObject({ weight: { g: '10.0000000' }, credit: shown.credit, level: 'none', waits: false });
  expect(Number((await own()).lent_percent)).toBeCloseTo(70, 1);
  expect(await noticesOf()).toEqual(['gold_pledged']);
});

test('pledged gold is neither sold nor delivered, and the credit is not withdrawn', async () => {
  const [free = 0n] = await held();
  await pledged('10');
  expect((await internal()).held.g).toBe((await app.call({ method: 'GET', path: 'api/gold/trading', as: client })).data.weight.g);
  expect(cents((await internal()).held.g)).toBe(free - 100_000_000n);
  const all = String(free / 10_000_000n);
  expect((await send('sell/quote', { by: 'g', amount: all })).errors[0]).toMatchObject({ code: 'gold_short' });
  const out = { account_number: number, target_account_number: number + 1, amount: '1' };
  expect((await app.call({ method: 'POST', path: 'api/internal', body: out, as: client })).success).toBe(false);
});

test('all of it is given back with all of its credit, when nothing needs that', async () => {
  number = empty;
  await pledged('10');
  const [free = 0n] = await held();
  const left = await app.call({ method: 'GET', path: `api/gold/return?account=${number}`, as: client });
  expect(left.data).toMatchObject({ most: { g: '10.0000000' }, pledged: { g: '10.0000000' } });
  const shown = await send('return/preview', wish('10'));
  const done = await send('return', { ...wish('10'), credit: shown.data.credit });
  expect(done.data.order).toMatchObject({ kind: 'return', phase: 'done' });
  expect(await held()).toEqual([free + 100_000_000n, 0n, 0n]);
  expect((await told()).credit).toBe(0n);
  expect(await own()).toBeUndefined();
});

test('what positions need stays: no more is given back than free margin leaves', async () => {
  number = await opened();
  await pledged('100');
  const order = { account: number, symbol: 'EURUSD', side: 'buy', lots: '1.00' };
  const bought = await app.call({ method: 'POST', path: 'api/trading/orders', body: order, as: client });
  expect(bought.errors).toEqual([]);
  const left = (await app.call({ method: 'GET', path: `api/gold/return?account=${number}`, as: client })).data;
  expect(cents(left.free)).toBeLessThan(cents(left.credit));
  expect(Number(left.most.g)).toBeGreaterThan(0);
  expect(Number(left.most.g)).toBeLessThan(100);
  const answer = await send('return/preview', wish('100'));
  expect(answer.errors[0]).toMatchObject({ code: 'gold_margin_needed' });
  expect(answer.errors[0]?.validation_messages).toHaveProperty('amount');
  const part = String(Math.floor(Number(left.most.g) / 2));
  const shown = await send('return/preview', wish(part));
  expect((await send('return', { ...wish(part), credit: shown.data.credit })).data.order.phase).toBe('done');
  await sweep(app, 'mirror.deals');
});

test('a price that falls is told at two levels, each once, and at the third as much is sold as brings it down again', async () => {
  number = await opened();
  const { shown } = await pledged('100');
  const [, weight = 0n, credit = 0n] = await held();
  await valuedAt(90n);
  await valuedAt(90n);
  expect((await own()).level).toBe('warning');
  await valuedAt(84n);
  await valuedAt(84n);
  expect((await own()).level).toBe('call');
  expect(await noticesOf()).toEqual(['gold_pledged', 'gold_credit_warning', 'gold_credit_call']);
  await valuedAt(77n);
  const [, left = 0n, lent = 0n] = await held();
  expect(left).toBeLessThan(weight);
  const { balance, credit: onPlatform } = await told();
  expect(onPlatform).toBe(lent);
  // What the gold brought took the place of as much credit: the account has what it had.
  expect(balance + lent).toBe(credit);
  expect(cents(await books.inLedger(number))).toBe(balance);
  expect((await internal()).orders[0]).toMatchObject({ kind: 'sale', why: 'level', phase: 'done' });
  await valuedAt(77n);
  expect(Number((await own()).lent_percent)).toBeLessThanOrEqual(70);
  expect((await noticesOf()).at(-1)).toBe('gold_pledge_sold');
  expect(cents(shown.credit)).toBe(credit);
});

test('more gold that is pledged brings what is lent on all of it', async () => {
  await pledged('100');
  const [, weight = 0n, credit = 0n] = await held();
  const more = await pledged('10');
  expect(cents(more.shown.credit_then)).toBeGreaterThan(credit);
  expect((await held())[1]).toBe(weight + 100_000_000n);
});

test('while the market is closed nothing is sold and nobody is called: it waits, and the client is told so once', async () => {
  number = await opened();
  await pledged('100');
  const before = await held();
  const closed = { isOpen: false, opensAt: undefined } as const;
  await valuedAt(77n, closed);
  await valuedAt(77n, closed);
  expect(await held()).toEqual(before);
  expect(await own()).toMatchObject({ waits: true, level: 'none' });
  expect(await noticesOf()).toEqual(['gold_pledged', 'gold_credit_waits']);
  await valuedAt(77n);
  expect((await held())[1]).toBeLessThan(before[1] ?? 0n);
  expect(await own()).toMatchObject({ waits: false });
});

test('on a weekend nothing is pledged, and it is said when the market opens', async () => {
  await app.opened.clock.advance(3 * 24 * 3600);
  const answer = await send('collateral/preview', wish('1'));
  expect(answer).toMatchObject({ httpStatus: 422, errors: [{ code: 'gold_market_closed' }] });
  expect(answer.data.opens_at).toMatch(/T/);
  expect(await internal()).toMatchObject({ is_open: false, opens_at: answer.data.opens_at });
});

test('what an account has lost beyond its own is paid out of its gold, with as much credit', async () => {
  number = await opened();
  await pledged('100');
  const [, , credit = 0n] = await held();
  const { platforms, book, clock } = app.opened.app;
  const loss = {
    login: number,
    kind: 'correction',
    amount: -50_000n,
    currency: 'USD',
    tag: `loss-${number}`,
    checkMargin: false,
  } as const;
  await platforms.mt5.balanceOperation(loss);
  const account = chart.trading(owner(), 'USD', accountNumber(number));
  const legs = [{ from: account, to: chart.broker(3, 'USD', 'mt5'), minor: 50_000n }] as const;
  await book.submit({ movement: { key: `deal:test:${number}`, kind: 'deal', legs, at: clock.now() } });
  await valuedAt(100n);
  const [, left = 0n, lent = 0n] = await held();
  const { balance, credit: onPlatform } = await told();
  expect(balance).toBeGreaterThanOrEqual(0n);
  expect(balance).toBeLessThan(10n);
  expect([onPlatform, credit - lent]).toEqual([lent, 50_000n + balance]);
  expect(left).toBeLessThan(1_000_000_000n);
  expect((await internal()).orders[0]).toMatchObject({ kind: 'sale', why: 'loss', phase: 'done' });
});

test('an answer of the platform that is lost leaves it under way, and it is gone on with, once', async () => {
  number = await opened();
  const shown = await send('collateral/preview', wish('10'));
  await books.fail('trading', 'timeout_after');
  const begun = await send('collateral', { ...wish('10'), credit: shown.data.credit });
  expect(begun.errors).toEqual([]);
  await outlastOperations(app);
  await sweep(app, 'goldCollateral.orders');
  expect((await held())[2]).toBe(cents(shown.data.credit));
  expect((await told()).credit).toBe(cents(shown.data.credit));
  expect((await own()).under_way).toBeNull();
});

test('what the platform refuses is not pledged', async () => {
  number = empty;
  const shown = await send('collateral/preview', wish('10'));
  await app.owner.sql.run(`update trading_account set status = 'disabled' where number = $1`, [number]);
  const before = await held();
  const answer = await send('collateral', { ...wish('10'), credit: shown.data.credit });
  expect(answer.errors[0]).toMatchObject({ code: 'gold_account_not_pledgeable' });
  expect(await held()).toEqual(before);
  await app.owner.sql.run(`update trading_account set status = 'active' where number = $1`, [number]);
});

test('of two who pledge the same gold at once, one does', async () => {
  const shown = await send('collateral/preview', wish('10'));
  const [before = 0n, pledgedBefore = 0n] = await held();
  const answers = await Promise.all([1, 2, 3].map(() => send('collateral', { ...wish('10'), credit: shown.data.credit })));
  const done = answers.filter(({ success }) => success);
  expect(done.length).toBeGreaterThanOrEqual(1);
  const [free = 0n, weight = 0n] = await held();
  expect(weight - pledgedBefore).toBe(100_000_000n * BigInt(done.length));
  expect(before - free).toBe(weight - pledgedBefore);
});

test('less credit than was shown is not given, and more is not taken off', async () => {
  const dear = await send('collateral', { ...wish('10'), credit: '999999' });
  expect(dear).toMatchObject({ httpStatus: 409, errors: [{ code: 'gold_price_moved' }] });
  await pledged('10');
  const cheap = await send('return', { ...wish('5'), credit: '0.01' });
  expect(cheap.errors[0]).toMatchObject({ code: 'gold_price_moved' });
});

test.each([
  ['nothing', { amount: '0' }, { code: 'bad_amount', field: 'amount' }],
  ['letters', { amount: 'ten' }, { code: 'bad_amount', field: 'amount' }],
  ['more than there is', { amount: '90000' }, { code: 'gold_short', field: 'amount' }],
  ['so little that it brings no cent', { amount: '0.0000001' }, { code: 'gold_pledge_too_small', field: 'amount' }],
  ['for somebody else’s account', { account: '1' }, { code: 'unknown_account', field: 'account' }],
] as const)('%s is not pledged: the answer says why at its field', async (_what, changed, { code, field }) => {
  number = empty;
  const answer = await send('collateral/preview', { ...wish('1'), ...changed });
  expect(answer.errors[0]).toMatchObject({ code, validation_messages: { [field]: { [code]: expect.stringMatching(/\w/) } } });
});

test('a demo account, one of another currency and one with a bonus carry no such credit', async () => {
  await app.owner.sql.run('update trading_account set is_promo = true where number = $1', [number]);
  expect((await send('collateral/preview', wish('1'))).errors[0]).toMatchObject({ code: 'gold_account_not_pledgeable' });
  const { accounts } = await internal();
  expect(accounts.map((each: { number: number }) => each.number)).not.toContain(number);
});

test('where nothing is pledged nothing is given back, and where gold is not offered nothing is pledged', async () => {
  number = empty;
  expect((await send('return/preview', wish('1'))).errors[0]).toMatchObject({ code: 'gold_not_pledged' });
  const barred = await app.signIn('ng.active');
  expect((await send('collateral/preview', wish('1'), barred)).errors[0]).toMatchObject({ code: 'gold_not_available_here' });
});
