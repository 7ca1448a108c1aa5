import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountNumber } from '../../base/id.ts';
import { post } from '../../ledger/book.ts';
import * as chart from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import type { Platform } from '../../ports/platform/port.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';
import { openMarkets } from '../../server/testing/dealer.ts';
import { outlastOperations } from '../../server/testing/operations.ts';
import { must } from '../../server/testing/platform.ts';
import { runOf } from '../../server/testing/paymentsFixture.ts';
import { holdSweeps, sweep } from '../../server/testing/telling.ts';
import { carryOn } from './orders.ts';
import { openOrderOf } from './store.ts';
import { valuePledges } from './watching.ts';
import { openGoldPrices, type GoldMarket } from '../gold/face.ts';
import { sendUnseen } from '../platformOperations/face.ts';

/* What a platform would not do, and what was asked of it and never answered. */

let app: TestApp;
let books: BookFixture;
let client: SignedIn;
let number: number;

beforeAll(async () => {
  app = await openTestApp();
  // What is under way goes on when a test says so.
  await holdSweeps(app, ['goldCollateral.orders']);
  books = await openBookFixture(app);
  await openMarkets(app);
  client = await app.signIn('in.gold');
  const leg = { from: chart.opening(3, 'XAU'), to: chart.gold(owner()), minor: 5_000_000_000n };
  await post(app.owner.sql, {
    movement: { key: 'opening:carrying', kind: 'opening_balance', legs: [leg], at: app.opened.clock.now() },
  });
});
afterAll(async () => app.close());

const owner = () => ({ company: 3, clientId: client.clientId });
const send = (path: string, body: object) => app.call({ method: 'POST', path: `api/gold/${path}`, body, as: client });
const context = () => ({ ...runOf(app), now: app.opened.clock.now(), stale: async () => undefined });
const told = async () => must(await app.opened.app.platforms.mt5.account(number)).account;
const held = async () => {
  const login = accountNumber(number);
  const accounts = [chart.gold(owner()), chart.pledge(owner(), login), chart.goldCredit(owner(), 'USD', login)];
  return Promise.all(accounts.map((each) => balanceOf(app.owner.sql, each)));
};

async function pledged(grams: string): Promise<void> {
  number = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '0' });
  const wish = { account: String(number), by: 'g', amount: grams };
  const shown = await send('collateral/preview', wish);
  expect((await send('collateral', { ...wish, credit: shown.data.credit })).errors).toEqual([]);
}

/** The same platforms, of which MetaTrader 5 answers otherwise. */
const answering = (mt5: Partial<Platform>) => {
  const { platforms } = app.opened.app;
  return { ...platforms, mt5: { ...platforms.mt5, ...mt5 } };
};

async function valuedAt(
  percent: bigint,
  mt5: Partial<Platform> = {},
  state: GoldMarket['state'] = { isOpen: true },
): Promise<void> {
  const real = openGoldPrices(app.opened.app);
  const now = async (settings: Parameters<typeof real.now>[0]) => {
    const market = await real.now(settings);
    return market && { ...market, bid: (market.bid * percent) / 100n, ask: (market.ask * percent) / 100n, state };
  };
  await app.owner.sql.run('update gold_pledge set valued_at = null where number = $1', [number]);
  await valuePledges({ prices: { ...real, now }, platforms: answering(mt5) }, context());
}

test('what positions have come to need between being shown and being done is not given back', async () => {
  await pledged('100');
  const before = await held();
  const wish = { account: String(number), by: 'g', amount: '100' };
  const shown = await send('return/preview', wish);
  // Read twice: when it is reckoned, and just before the platform is asked. A position that needs margin comes between them.
  const { mt5 } = app.opened.app.platforms;
  const real = mt5.account;
  let reads = 0;
  mt5.account = async (login) => {
    const answer = await real(login);
    reads += login === number ? 1 : 0;
    if (answer.outcome !== 'done' || reads < 2) return answer;
    return { ...answer, account: { ...answer.account, marginFree: answer.account.marginFree / 2n } };
  };
  const answer = await send('return', { ...wish, credit: shown.data.credit }).finally(() => {
    mt5.account = real;
  });
  expect(answer.errors[0]).toMatchObject({ code: 'platform_refused' });
  expect(await held()).toEqual(before);
  expect((await told()).credit).toBe(before[2]);
});

test('credit that the platform does not give leaves the gold free', async () => {
  number = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '0' });
  const before = await held();
  const wish = { account: String(number), by: 'g', amount: '10' };
  const shown = await send('collateral/preview', wish);
  const { mt5 } = app.opened.app.platforms;
  const real = mt5.balanceOperation;
  mt5.balanceOperation = async () => ({ outcome: 'refused', code: 'account_disabled', message: 'no' });
  const answer = await send('collateral', { ...wish, credit: shown.data.credit }).finally(() => {
    mt5.balanceOperation = real;
  });
  expect(answer.errors[0]).toMatchObject({ code: 'platform_refused' });
  expect(await held()).toEqual(before);
  expect(await books.faults()).toEqual([]);
});

test('a sale whose platform rests is gone on with when it answers, each operation once', async () => {
  await pledged('100');
  const [, , credit = 0n] = await held();
  await valuedAt(77n, { balanceOperation: async () => ({ outcome: 'refused', code: 'not_connected', message: 'rests' }) });
  const open = await openOrderOf(app.owner.sql, number);
  expect(open).toMatchObject({ kind: 'sale', phase: 'sold' });
  // What is under way is not sold again.
  await valuedAt(70n);
  await outlastOperations(app);
  const ended = await carryOn(app.opened.app.platforms, context(), open?.id ?? 0n);
  expect(ended.phase).toBe('done');
  const { balance, credit: lent } = await told();
  expect(balance + lent).toBe(credit);
  expect(await books.faults()).toEqual([]);
});

test('what a sale has brought goes into the wallet where the account takes no money any more', async () => {
  await pledged('100');
  const wallet = chart.wallet(owner(), 'USD');
  const before = await balanceOf(app.owner.sql, wallet);
  const real = app.opened.app.platforms.mt5;
  await valuedAt(77n, {
    balanceOperation: async (operation, limit) =>
      operation.kind === 'balance'
        ? { outcome: 'refused', code: 'account_disabled', message: 'no' }
        : real.balanceOperation(operation, limit),
  });
  const { total } = await app.owner.sql.one<{ total: bigint }>(
    `select total from gold_pledge_order where number = $1 and kind = 'sale' and phase = 'done'`,
    [number],
  );
  expect((await balanceOf(app.owner.sql, wallet)) - before).toBe(total);
  expect((await held())[2]).toBe((await told()).credit);
  expect(await books.faults()).toEqual([]);
});

/** The account has lost 500.00 beyond its own, on the platform and in the book. */
async function lost(): Promise<void> {
  const { platforms, book, clock } = app.opened.app;
  const loss = { login: number, kind: 'correction', amount: -50_000n, currency: 'USD', checkMargin: false } as const;
  await platforms.mt5.balanceOperation({ ...loss, tag: `loss-${number}` });
  const account = chart.trading(owner(), 'USD', accountNumber(number));
  const legs = [{ from: account, to: chart.broker(3, 'USD', 'mt5'), minor: 50_000n }] as const;
  await book.submit({ movement: { key: `deal:test:${number}`, kind: 'deal', legs, at: clock.now() } });
}
const sales = () => app.owner.sql.many(`select why, phase from gold_pledge_order where number = $1 and kind = 'sale'`, [number]);

test('over a weekend a loss is not paid out of gold: that waits, the client is told so once, and it is done when the market opens', async () => {
  await pledged('10');
  await lost();
  const before = await held();
  const closed = { isOpen: false, opensAt: undefined } as const;
  await valuedAt(100n, {}, closed);
  await valuedAt(100n, {}, closed);
  expect([await held(), await sales()]).toEqual([before, []]);
  const waits = await app.owner.sql.many(
    `select from notice where client_id = $1 and values ->> 'number' = $2 and type = 'gold_credit_waits'`,
    [client.clientId, String(number)],
  );
  expect(waits).toHaveLength(1);
  await valuedAt(100n);
  expect(await sales()).toEqual([{ why: 'loss', phase: 'done' }]);
  expect((await told()).balance).toBeGreaterThanOrEqual(0n);
  expect(await books.faults()).toEqual([]);
});

test('the same loss is sold for once, by however many who have read the account', async () => {
  await pledged('100');
  await lost();
  const { platforms } = app.opened.app;
  // Between the reading and the valuing another process has read, sold and been through with it.
  const accounts: Platform['accounts'] = async (logins) => {
    const answer = await platforms.mt5.accounts(logins);
    await valuedAt(100n);
    return answer;
  };
  await valuedAt(100n, { accounts });
  expect(await sales()).toEqual([{ why: 'loss', phase: 'done' }]);
  expect((await held())[2]).toBe((await told()).credit);
  expect(await books.faults()).toEqual([]);
});

test('credit that a sale takes off is sent twice, and once more when staff have looked at the platform that lost it', async () => {
  await pledged('50');
  const real = app.opened.app.platforms.mt5;
  let sent = 0;
  const losing: Partial<Platform> = {
    balanceOperation: async (operation, limit) => {
      if (operation.kind !== 'credit') return real.balanceOperation(operation, limit);
      sent += 1;
      return { outcome: 'unknown', reason: 'lost' };
    },
  };
  await valuedAt(77n, losing);
  const open = await openOrderOf(app.owner.sql, number);
  expect(open).toMatchObject({ kind: 'sale', phase: 'paid_in' });
  for (let times = 0; times < 3; times += 1) {
    await outlastOperations(app);
    await carryOn(answering(losing), context(), open?.id ?? 0n);
    expect(await openOrderOf(app.owner.sql, number)).toMatchObject({ phase: 'paid_in' });
  }
  expect(sent).toBe(2);
  const unseen = { tag: `gold-${open?.id}-c`, now: app.opened.clock.now() };
  expect(await app.owner.transact((sql) => sendUnseen(sql, unseen))).toBe(true);
  await outlastOperations(app);
  expect((await carryOn(app.opened.app.platforms, context(), open?.id ?? 0n)).phase).toBe('done');
  expect((await held())[2]).toBe((await told()).credit);
  expect(await books.faults()).toEqual([]);
});

test.each(['manager', 'investor'])('an account of the type %s carries no credit for gold: followers have none', async (type) => {
  number = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '0' });
  await app.owner.sql.run('update trading_account set type_key = $2 where number = $1', [number, type]);
  const shown = await send('collateral/preview', { account: String(number), by: 'g', amount: '1' });
  expect(shown.errors[0]).toMatchObject({ code: 'gold_account_not_pledgeable' });
});

test('a pledge that cannot be valued, and an order that cannot go on, keep none behind them', async () => {
  const { sql } = app.owner;
  await pledged('10');
  const failing = number;
  await sql.run(`create function refuse() returns trigger language plpgsql as $$
    begin if new.number = ${failing} then raise exception 'refused by the test'; end if; return new; end $$`);
  const refuseOn = (table: string) =>
    sql.run(`create trigger refused before update on ${table} for each row execute function refuse()`);
  await refuseOn('gold_pledge');
  await pledged('10');
  await expect(valuedAt(88n)).rejects.toThrow('refused by the test');
  const { level } = await sql.one<{ level: string }>('select level from gold_pledge where number = $1', [number]);
  expect(level).toBe('warning');
  await sql.run('drop trigger refused on gold_pledge');
  // Both are sold while the platform rests.
  await sql.run('update gold_pledge set valued_at = null where number = $1', [failing]);
  await valuedAt(77n, { balanceOperation: async () => ({ outcome: 'refused', code: 'not_connected', message: 'rests' }) });
  await refuseOn('gold_pledge_order');
  await outlastOperations(app);
  await sweep(app, 'goldCollateral.orders');
  const phases = await sql.many<{ phase: string }>(
    `select phase from gold_pledge_order where number = any($1) and kind = 'sale' order by id`,
    [[failing, number]],
  );
  expect(phases).toEqual([{ phase: 'sold' }, { phase: 'done' }]);
  await sql.run('drop trigger refused on gold_pledge_order');
});
