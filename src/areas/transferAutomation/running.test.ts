import { afterEach, expect, test } from 'vitest';
import { openEngine } from '../payments/engine.ts';
import { openThreePockets } from '../../server/testing/threePockets.ts';
import { holdSweeps, sweep } from '../../server/testing/telling.ts';
import type { JobContext } from '../../protocol/call.ts';
import type { Order, Run } from './contract.ts';
import { runOrders } from './running.ts';

const { app, balances, books, client, dollars, payments, wallet } = await openThreePockets();
await holdSweeps(app, ['transferAutomation']);

const day = 24 * 3600;
/** Orders are looked at at six in the morning: whatever is earned in a test is old enough by then, whenever the test begins. */
const noon = 12 * 3600;
await app.opened.clock.advance((day + noon - (Math.floor(app.opened.clock.now().getTime() / 1000) % day)) % day);
const path = 'api/transfer-automation';
const create = (body: object) => payments.post(path, body);
const due = () => sweep(app, 'transferAutomation');
const runs = async (): Promise<Run[]> => (await payments.get(`${path}/history`)).data.runs;
const orders = async (): Promise<Order[]> => (await payments.get(path)).data.orders;
const change = (id: number, action: string) => payments.post(`${path}/${id}`, { action });

async function ordered(body: object): Promise<Order> {
  const answer = await create(body);
  expect(answer.errors).toEqual([]);
  return answer.data.order;
}

/** What this test has ordered ends with it. */
afterEach(async () => {
  for (const { id } of await orders()) await change(id, 'end');
});

/** A deposit by card that has arrived. */
async function deposit(account: number, amount: string): Promise<void> {
  const { id, reference } = await payments.startDeposit(account, amount);
  await books.decide(reference, 'approved');
  await payments.becomes(id, 'completed');
}

test('a share of each deposit goes on to the account that was named, once for each', async () => {
  await ordered({ occasion: 'deposit', account_number: wallet, target_account_number: dollars, moves: 'share', share: 25 });
  const before = await balances();
  await deposit(wallet, '200');
  await due();
  await due();
  const after = await balances();
  expect(Number(after.dollars[1]) - Number(before.dollars[1])).toBe(50);
  expect(after.dollars[0]).toBe(after.dollars[1]);
  const [run, ...others] = (await runs()).filter(({ occasion }) => occasion === 'deposit');
  expect(others).toEqual([]);
  expect(run).toMatchObject({ state: 'done', amount: '50.00', transfer_status: 'completed', reason: null });
  expect(await payments.detailsOf(run?.transfer_id ?? 0)).toMatchObject({
    account_number: wallet,
    target_account_number: dollars,
  });
});

test('what arrived while an order was paused is no occasion of it', async () => {
  const { id } = await ordered({
    occasion: 'deposit',
    account_number: wallet,
    target_account_number: dollars,
    moves: 'amount',
    amount: '10',
  });
  const before = (await runs()).length;
  expect((await change(id, 'pause')).data.order).toMatchObject({ status: 'paused' });
  await deposit(wallet, '100');
  await due();
  await app.opened.clock.advance(1);
  expect((await change(id, 'resume')).data.order).toMatchObject({ status: 'active' });
  await due();
  expect((await runs()).length).toBe(before);
  await deposit(wallet, '100');
  await due();
  expect((await runs()).length).toBe(before + 1);
});

test('on its date an order moves its amount, once, and one of a single day is over then', async () => {
  const on = new Date(app.opened.clock.now().getTime() + 2 * day * 1000).toISOString().slice(0, 10);
  const order = await ordered({
    occasion: 'dates',
    account_number: dollars,
    target_account_number: wallet,
    every: 'once',
    on,
    amount: '15',
  });
  expect(order.next_at).toBe(`${on}T06:00:00.000Z`);
  await due();
  expect((await runs()).some(({ order_id: id }) => id === order.id)).toBe(false);
  await app.opened.clock.advance(3 * day);
  await due();
  await due();
  expect((await runs()).filter(({ order_id: id }) => id === order.id)).toMatchObject([{ state: 'done', amount: '15.00' }]);
  expect((await orders()).some(({ id }) => id === order.id)).toBe(false);
});

test('what is not there is not moved, in part neither: the run is skipped, and the client is told why', async () => {
  const order = await ordered({
    occasion: 'dates',
    account_number: dollars,
    target_account_number: wallet,
    every: 'week',
    weekday: 3,
    amount: '90000',
  });
  const before = await balances();
  await app.opened.clock.advance(7 * day);
  await due();
  await due();
  expect(await balances()).toEqual(before);
  const own = (await runs()).filter(({ order_id: id }) => id === order.id);
  expect(own).toMatchObject([{ state: 'skipped', reason: 'There was not enough free money.', transfer_id: null }]);
  const told = await app.owner.sql.many(`select type from notice where client_id = $1 and key = $2`, [
    client.clientId,
    `standing:${own[0]?.id}:skipped`,
  ]);
  expect(told).toEqual([{ type: 'standing_order_skipped' }]);
  // The next week is another occasion.
  await app.opened.clock.advance(7 * day);
  await due();
  expect((await runs()).filter(({ order_id: id }) => id === order.id)).toHaveLength(2);
});

/** Deals of another trade, as the platform tells them. */
async function earn(amount: number): Promise<void> {
  const at = new Date(app.opened.clock.now().getTime() - 1000);
  await app.owner.sql.run(
    `insert into platform_deal (server, ticket, number, kind, entry, symbol, lots, price, profit, swap, commission, position, tag, at, is_posted)
     values ('mt5', 'standing-' || $1::text, $2, 'sell', 'out', 'EURUSD', 0.1, 1, $3, 0, 0, 'p', '', $4, false)`,
    [String(at.getTime()), dollars, amount, at],
  );
}

test('profit above an amount is moved, all of it, and counted once', async () => {
  const order = await ordered({ occasion: 'profit', account_number: dollars, target_account_number: wallet, above: '20' });
  await app.opened.clock.advance(60);
  await earn(2000);
  await app.opened.clock.advance(day);
  await due();
  const own = async () => (await runs()).filter(({ order_id: id }) => id === order.id);
  expect(await own()).toEqual([]);
  await earn(500);
  await app.opened.clock.advance(day);
  await due();
  await app.opened.clock.advance(day);
  await due();
  expect(await own()).toMatchObject([{ state: 'done', amount: '25.00', transfer_status: 'completed' }]);
});

const { app: needs, clock, settings } = app.opened;
const context = (): JobContext => ({
  now: clock.now(),
  settings: settings.current(),
  sql: app.database.sql,
  transact: app.database.transact,
  tellIn: async () => undefined,
  stale: async () => undefined,
});
const beside = () => runOrders({ ...needs, engine: openEngine(needs) }, context());

/** Dies before the quote has begun, with everything written down. */
async function die(): Promise<void> {
  const dying = { ...needs, engine: { ...needs.engine, save: () => Promise.reject(new Error('killed')) } };
  await expect(runOrders(dying, context())).rejects.toThrow('killed');
}

test('profit that waits to be moved is not counted again, nor is what was earned while its order was paused', async () => {
  const order = await ordered({ occasion: 'profit', account_number: dollars, target_account_number: wallet, above: '20' });
  const own = async () => (await runs()).filter(({ order_id: id }) => id === order.id);
  await app.opened.clock.advance(60);
  await earn(2500);
  await app.opened.clock.advance(day);
  await die();
  await app.opened.clock.advance(day);
  await die();
  expect(await own()).toMatchObject([{ state: 'due', amount: '25.00' }]);

  expect((await change(order.id, 'pause')).errors).toEqual([]);
  await earn(3000);
  await app.opened.clock.advance(day);
  expect((await change(order.id, 'resume')).errors).toEqual([]);
  await beside();
  await app.opened.clock.advance(day);
  await beside();
  expect(await own()).toMatchObject([{ state: 'done', amount: '25.00' }]);
});

test('processes that do it at the same time, and one that dies within, move it once', async () => {
  const from = { account_number: dollars, target_account_number: wallet };
  const order = await ordered({ occasion: 'dates', ...from, every: 'week', weekday: 5, amount: '21.60' });
  const own = async () => (await runs()).filter(({ order_id: id }) => id === order.id);
  const before = await balances();
  await app.opened.clock.advance(7 * day);
  await Promise.all([beside(), beside(), beside()]);
  expect(await own()).toMatchObject([{ state: 'done' }]);

  await app.opened.clock.advance(7 * day);
  await die();
  expect((await own())[0]).toMatchObject({ state: 'due', transfer_id: null });
  await Promise.all([beside(), beside(), beside()]);
  // Died when the money had moved, and had not said so.
  await app.owner.sql.run(`update standing_run set state = 'due', decided_at = null where order_id = $1`, [order.id]);
  await due();
  const done = { state: 'done', transfer_status: 'completed' };
  expect(await own()).toMatchObject([done, done]);
  const after = await balances();
  expect(Number(before.dollars[1]) - Number(after.dollars[1])).toBeCloseTo(2 * 21.6);
  expect(Number(after.wallet) - Number(before.wallet)).toBeCloseTo(2 * 21.6);
});

test('an order is between two own accounts, with all that its occasion asks for', async () => {
  const from = { account_number: dollars, target_account_number: wallet };
  const at = async (body: object) => (await create(body)).errors[0];
  expect(await at({ occasion: 'profit', ...from })).toMatchObject({ code: 'field_required' });
  expect(await at({ occasion: 'deposit', ...from, moves: 'share' })).toMatchObject({ code: 'field_required' });
  expect(await at({ occasion: 'dates', ...from, every: 'month', day: 3, amount: '0' })).toMatchObject({ code: 'bad_amount' });
  expect(await at({ occasion: 'dates', ...from, every: 'once', on: '2020-01-01', amount: '1' })).toMatchObject({
    code: 'date_passed',
  });
  expect(await at({ occasion: 'profit', account_number: wallet, target_account_number: dollars, above: '1' })).toMatchObject({
    code: 'profit_of_wallet',
  });
  expect(await at({ occasion: 'profit', ...from, target_account_number: dollars, above: '1' })).toMatchObject({
    code: 'same_account',
  });
  const other = await app.signIn('eu.active');
  const strange = await books.wallet(other, { currency: 'USD', amount: '1.00' });
  expect(await at({ occasion: 'profit', ...from, target_account_number: strange, above: '1' })).toMatchObject({
    code: 'unknown_account',
  });
  const become = (type: string) =>
    app.owner.sql.run('update trading_account set type_key = $2 where number = $1', [dollars, type]);
  const { type } = await app.owner.sql.one<{ type: string }>('select type_key as type from trading_account where number = $1', [
    dollars,
  ]);
  await become('investor');
  const copied = await at({ occasion: 'profit', ...from, above: '1' });
  await become(type);
  expect(copied).toMatchObject({ code: 'unknown_account', validation_messages: { account_number: expect.anything() } });
  const { id } = await ordered({ occasion: 'profit', ...from, above: '1' });
  const theirs = await app.call({ method: 'POST', path: `${path}/${id}`, body: { action: 'end' }, as: other });
  expect(theirs.errors).toMatchObject([{ code: 'unknown_standing_order' }]);
});

test('at the desk a client’s orders are seen and paused, which the client is told', async () => {
  const order = await ordered({ occasion: 'profit', account_number: dollars, target_account_number: wallet, above: '100000' });
  const staff = await app.signInStaff('finance');
  const read = await app.call({ method: 'GET', path: `/api/desk/transfer-automation?client_id=${client.clientId}`, as: staff });
  expect(read.data.orders).toMatchObject([{ id: order.id, status: 'active' }]);
  const pause = () =>
    app.call({
      method: 'POST',
      path: `/api/desk/transfer-automation/${order.id}/pause`,
      body: { reason: 'asked by phone' },
      as: staff,
    });
  expect((await pause()).errors).toEqual([]);
  expect((await pause()).errors).toMatchObject([{ code: 'standing_order_not_active' }]);
  expect(await orders()).toMatchObject([{ id: order.id, status: 'paused' }]);
});
