import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditLedger } from '../../../ledger/audit.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../../server/testing/bookFixture.ts';
import { closeAtDesk, gain, openFollow, type FollowWish, type TestFollow } from '../../../server/testing/followFixture.ts';
import { outlastOperations } from '../../../server/testing/operations.ts';
import { holdSweeps, meanwhile, sweep } from '../../../server/testing/telling.ts';
import { lowerShare } from './rows.ts';
import { shareSweep } from './sweeping.ts';

let app: TestApp;
let books: BookFixture;
let provider: SignedIn;
let follower: SignedIn;
let wallet: number;

beforeAll(async () => {
  app = await openTestApp();
  await holdSweeps(app);
  books = await openBookFixture(app);
  provider = await app.signIn('provider.new');
  follower = await app.signIn('ng.active');
  wallet = await books.wallet(provider, { currency: 'USD', amount: '0.00' });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.owner.sql.run(`update investment set status = 'closed'`);
  // Nobody has more than ten accounts at a time.
  await app.owner.sql.run(`update trading_account set status = 'archived' where status = 'active'`);
});

const open = (wish: Partial<FollowWish> = {}) => openFollow(app, books, { provider, follower, ...wish });
const base = 'api/direct/investment-program';
const ask = (as: SignedIn, path: string, body?: object) =>
  app.call({ method: body === undefined ? 'GET' : 'POST', path: `${base}/${path}`, as, ...(body && { body }) });
const sharesOf = async ({ id }: TestFollow) => (await ask(follower, `investment-accounts/${id}/shares`)).data.direct;
const shares = () => sweep(app, 'investments.shares');
const days = (count: number) => app.opened.clock.advance(count * 86_400);
const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));
/** What the provider's wallet has got while this was done. */
const received = async (act: () => Promise<unknown>): Promise<bigint> => {
  const before = cents(await books.inLedger(wallet));
  await act();
  return cents(await books.inLedger(wallet)) - before;
};
const strike = (account: number, mode: string) =>
  app.call({ method: 'POST', path: '/sandbox/faults', body: { target: 'trading', mode, count: 1, account } });
const silent = { outcome: 'unknown', reason: 'told by the test' } as const;
/** The platform does what it is asked, and neither says so nor finds it. */
const answerLost = async ({ number }: TestFollow, act: () => Promise<unknown>) => {
  await strike(number, 'timeout_after');
  await meanwhile(app.opened.app.platforms.mt4, { findByTag: async () => silent }, act);
};
/** Nothing is on its way any more, the audit finds nothing, and both books say the same of the account. */
const expectEven = async ({ number }: TestFollow) => {
  expect(await books.onPlatform(number)).toBe(await books.inLedger(number));
  const rows = await app.owner.sql.many(
    `select code, sum(balance)::text as balance from ledger_account where kind = 'clearing' group by code having sum(balance) <> 0`,
  );
  expect(rows).toEqual([]);
  expect(await auditLedger(app.owner.sql, { scope: 'whole' })).toEqual([]);
};

test('after 30 days the provider gets the share of what is above the mark, once, and losses are made good before the next', async () => {
  const of = await open();
  await gain(app, of.number, '200.00');
  expect(await received(shares)).toBe(40_00n);
  expect(await received(shares)).toBe(0n);
  expect(await books.onPlatform(of.number)).toBe('1160.00');
  const { shares: told, investment_account: one, marks } = await sharesOf(of);
  expect(told).toMatchObject([
    {
      occasion: 'period',
      period: 1,
      equity: '1200.00',
      high_water: '1000.00',
      profit: '200.00',
      remun_fee: 20,
      amount: '40.00',
      high_water_after: '1160.00',
      status: 'paid',
    },
  ]);
  expect(one).toMatchObject({ high_water: '1160.00', invested: '1000.00' });
  expect(marks).toMatchObject([{ kind: 'share', amount: '40.00', high_water: '1160.00' }]);
  const [seen] = (await ask(provider, 'remunerations')).data.direct.remunerations;
  expect(seen).toMatchObject({ amount: '40.00', acc_no: of.number, status: 'paid' });

  await gain(app, of.number, '-100.00');
  await days(30);
  expect(await received(shares)).toBe(0n);
  await gain(app, of.number, '150.00');
  await days(30);
  // 1210 is 50 above the mark.
  expect(await received(shares)).toBe(10_00n);
  expect((await sharesOf(of)).shares.map(({ status }: { status: string }) => status)).toEqual(['paid', 'nothing', 'paid']);
  await expectEven(of);
});

test('what is taken out takes its part of the profit along: the provider’s share of it, and the rest for the client', async () => {
  const of = await open({ daysAgo: 3 });
  await gain(app, of.number, '200.00');
  const mine = await books.wallet(follower, { currency: 'USD', amount: '0.00' });
  const before = cents(await books.inLedger(mine));
  const taken = await ask(follower, 'withdraw', { id: of.id, type: 'withdraw', amount: '600.00' });
  expect(taken.errors).toEqual([]);
  // A half of 200 leaves, of which a fifth is the provider's.
  expect(cents(await books.inLedger(mine)) - before).toBe(580_00n);
  // While that is on its way, nothing else goes.
  const again = await ask(follower, 'withdraw', { id: of.id, type: 'withdraw', amount: '10.00' });
  expect(again.errors[0]?.code).toBe('investment_busy');
  expect(await received(shares)).toBe(20_00n);
  const { shares: told, investment_account: one } = await sharesOf(of);
  expect(told).toMatchObject([{ occasion: 'withdrawal', withdrawn: '600.00', amount: '20.00', high_water_after: '500.00' }]);
  expect(one).toMatchObject({ high_water: '500.00', invested: '500.00' });
  expect(await books.onPlatform(of.number)).toBe('600.00');
  const more = await ask(follower, 'withdraw', { id: of.id, type: 'withdraw', amount: '600.01' });
  expect(more.errors[0]?.code).toBe('not_enough_money');
  expect((await ask(follower, 'withdraw', { id: of.id, type: 'withdraw', amount: '60.00' })).errors).toEqual([]);
  await shares();
  await expectEven(of);
});

test('an investment that ends pays its last share before the rest goes home', async () => {
  const of = await open({ daysAgo: 3, share: 50 });
  await gain(app, of.number, '100.01');
  const mine = await books.wallet(follower, { currency: 'USD', amount: '0.00' });
  const before = cents(await books.inLedger(mine));
  const path = `${base}/unsubscribe?providerId=${provider.clientId}&strategyId=${of.strategyId}`;
  expect((await app.call({ method: 'DELETE', path, as: follower })).errors).toEqual([]);
  const got = await received(async () => {
    await sweep(app, 'investments.ending');
    await sweep(app, 'investments.ending');
  });
  expect(got).toBe(50_00n);
  expect(cents(await books.inLedger(mine)) - before).toBe(1050_01n);
  const { shares: told, investment_account: one } = await sharesOf(of);
  expect(told).toMatchObject([{ occasion: 'closure', amount: '50.00', status: 'paid' }]);
  expect(one.status).toBe('closed');
  await expectEven(of);
});

test('money that was paid in is no profit, booked or not, and what the platform alone has is none either', async () => {
  const of = await open();
  const mine = await books.wallet(follower, { currency: 'USD', amount: '500.00' });
  const add = { action: 'add_funds', strategy_id: of.strategyId, trans_account: mine, amount: '500.00' };
  await answerLost(of, () => ask(follower, 'add-funds', add));
  expect(await books.onPlatform(of.number)).toBe('1500.00');
  // It is there, and nobody knows yet that it has come.
  await shares();
  expect((await sharesOf(of)).shares).toEqual([]);
  await outlastOperations(app);
  await books.hurry();
  expect(await received(shares)).toBe(0n);
  expect((await sharesOf(of)).shares).toMatchObject([{ status: 'nothing', equity: '1500.00', high_water: '1500.00' }]);

  const other = await open();
  const { platforms } = app.opened.app;
  await platforms.mt4.balanceOperation({ login: other.number, kind: 'balance', amount: 300_00n, currency: 'USD', tag: 'twice' });
  expect(await received(shares)).toBe(0n);
  expect((await sharesOf(other)).shares).toEqual([]);
  await platforms.mt4.balanceOperation({ login: other.number, kind: 'balance', amount: -300_00n, currency: 'USD', tag: 'back' });
  await shares();
  expect((await sharesOf(other)).shares).toMatchObject([{ status: 'nothing', equity: '1000.00' }]);
});

test('a platform that does not answer puts a share off and takes it once, whether the answer or the asking was lost', async () => {
  const of = await open();
  await gain(app, of.number, '100.00');
  const unknown = async () => silent;
  await meanwhile(app.opened.app.platforms.mt4, { account: unknown }, shares);
  expect((await sharesOf(of)).shares).toEqual([]);
  expect(await received(() => answerLost(of, shares))).toBe(0n);
  expect((await sharesOf(of)).shares).toMatchObject([{ status: 'under_way', amount: '20.00' }]);
  await outlastOperations(app);
  expect(await received(shares)).toBe(20_00n);
  await expectEven(of);

  const lost = await open();
  await gain(app, lost.number, '100.00');
  await strike(lost.number, 'timeout_before');
  await shares();
  await outlastOperations(app);
  const got = await received(async () => {
    await shares();
    await outlastOperations(app);
    await shares();
  });
  expect(got).toBe(20_00n);
  expect(await books.onPlatform(lost.number)).toBe('1080.00');
  await expectEven(lost);
});

test('of two sweeps at once one decides and pays', async () => {
  const of = await open();
  await gain(app, of.number, '100.00');
  const { sql, transact } = app.opened.app.database;
  const run = {
    sql,
    transact,
    now: app.opened.clock.now(),
    settings: app.opened.app.settings(),
    tellIn: async () => {},
    stale: async () => {},
  };
  const got = await received(async () => {
    await Promise.all([shareSweep(app.opened.app)(run), shareSweep(app.opened.app)(run)]);
    await shares();
  });
  expect(got).toBe(20_00n);
  expect((await sharesOf(of)).shares).toHaveLength(1);
  await expectEven(of);
});

test('money that comes while a share is on its way raises the mark by itself, and none goes meanwhile', async () => {
  const of = await open();
  await gain(app, of.number, '100.00');
  await answerLost(of, shares);
  const mine = await books.wallet(follower, { currency: 'USD', amount: '500.00' });
  const add = { action: 'add_funds', strategy_id: of.strategyId, trans_account: mine, amount: '500.00' };
  expect((await ask(follower, 'add-funds', add)).errors).toEqual([]);
  const out = await ask(follower, 'withdraw', { id: of.id, type: 'withdraw', amount: '10.00' });
  expect(out.errors[0]?.code).toBe('investment_busy');
  await outlastOperations(app);
  expect(await received(shares)).toBe(20_00n);
  expect((await sharesOf(of)).investment_account).toMatchObject({ high_water: '1580.00', invested: '1500.00' });
  // What was refused left nothing behind.
  expect((await ask(follower, 'withdraw', { id: of.id, type: 'withdraw', amount: '10.00' })).errors).toEqual([]);
  await expectEven(of);
});

test('a share that the account has not got any more when it ends is lowered to what is there, and never takes more', async () => {
  const of = await open({ daysAgo: 3, share: 50 });
  await gain(app, of.number, '1000.00');
  expect((await ask(follower, 'withdraw', { id: of.id, type: 'withdraw', amount: '1990.00' })).errors).toEqual([]);
  // 497.50 of it waits for the provider, and trading has lost most of that.
  expect(await books.onPlatform(of.number)).toBe('507.50');
  await gain(app, of.number, '-500.00');
  const path = `${base}/unsubscribe?providerId=${provider.clientId}&strategyId=${of.strategyId}`;
  await app.call({ method: 'DELETE', path, as: follower });
  const got = await received(async () => {
    for (let look = 0; look < 4; look += 1) {
      await sweep(app, 'investments.ending');
      await outlastOperations(app);
      await app.opened.clock.advance(180);
    }
  });
  expect(got).toBe(7_50n);
  const { shares: told, investment_account: one } = await sharesOf(of);
  expect(told.at(-1)).toMatchObject({ occasion: 'withdrawal', amount: '7.50', short: '490.00', status: 'paid' });
  expect(one.status).toBe('closed');
  await expectEven(of);
});

test('a share that is asked for under another name by now is not lowered by whoever knew the old one', async () => {
  const { id: investment } = await open();
  const { id } = await app.owner.sql.one<{ id: number }>(
    `insert into performance_share (investment_id, occasion, due_at, decided_at, percent, equity, high_water, amount, state, tag, not_before)
     values ($1, 'closure', $2, $2, 20, 120000, 100000, 4000, 'asked', 'the-newer-name', $2) returning id`,
    [investment, app.opened.clock.now()],
  );
  const amount = async (tag: string) => {
    await lowerShare(app.owner.sql, { id, tag, to: 1000n, at: app.opened.clock.now() });
    return (await app.owner.sql.one<{ amount: bigint }>('select amount from performance_share where id = $1', [id])).amount;
  };
  expect(await amount('the-older-name')).toBe(4000n);
  expect(await amount('the-newer-name')).toBe(1000n);
  await app.owner.sql.run('delete from performance_share where id = $1', [id]);
});

test('nobody reads shares of somebody else, and a second withdrawal at once finds the first under way', async () => {
  const of = await open({ daysAgo: 3 });
  await gain(app, of.number, '100.00');
  expect((await ask(provider, `investment-accounts/${of.id}/shares`)).errors[0]?.code).toBe('investment_not_found');
  const others = (await ask(follower, `remunerations?strategy_id=${of.strategyId}`)).data.direct;
  expect(others).toMatchObject({ remunerations: [], totals: [], total_items: 0 });
  const out = () => ask(follower, 'withdraw', { id: of.id, type: 'withdraw', amount: '550.00' });
  const both = await Promise.all([out(), out()]);
  expect(both.filter(({ success }) => success)).toHaveLength(1);
  expect(await received(shares)).toBe(10_00n);
  expect(await books.onPlatform(of.number)).toBe('550.00');
  await expectEven(of);
});

test('a provider of another company gets it through what the companies owe each other', async () => {
  const uk = await app.signIn('uk.active');
  const of = await open({ provider: uk });
  await app.owner.sql.run(`update strategy set client_id = $1 where id = $2`, [uk.clientId, of.strategyId]);
  await gain(app, of.number, '100.00');
  await shares();
  const own = await books.wallet(uk, { currency: 'USD', amount: '0.00' });
  expect(await books.inLedger(own)).toBe('20.00');
  await expectEven(of);
});

test('a strategy that its provider closes ends every follow of it, and nobody follows it any more', async () => {
  const of = await open({ daysAgo: 3 });
  await gain(app, of.number, '50.00');
  expect((await ask(follower, 'archive-request', { strategy_id: of.strategyId })).errors[0]?.code).toBe('strategy_not_found');
  await closeAtDesk(app, provider, of.strategyId);
  const got = await received(async () => {
    await sweep(app, 'investments.ending');
    await sweep(app, 'investments.ending');
  });
  expect(got).toBe(10_00n);
  const followers = (await ask(provider, `followers/${of.strategyId}`)).data.direct;
  expect(followers).toMatchObject({
    open: 0,
    archiveRequests: [{ status: 'done', left: 0 }],
    investmentAccounts: [{ acc_no: of.number, status: 'closed', paid: '10.00' }],
  });
  expect((await ask(follower, `followers/${of.strategyId}`)).errors[0]?.code).toBe('strategy_not_found');
  await expectEven(of);
});
