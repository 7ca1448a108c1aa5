import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatMinor } from '../../base/money.ts';
import { openMarkets } from '../../server/testing/dealer.ts';
import { openCounter, type Counter } from '../../server/testing/paymentsFixture.ts';
import { holdSweeps, sweep } from '../../server/testing/telling.ts';
import type { Run } from './contract.ts';

/* A standing order moves free margin only: what open positions need stays, though it lies on the account. */

let counter: Counter;
beforeAll(async () => {
  counter = await openCounter('global.active', { dollars: '1000.00', wallet: '0.00' });
  const { app, payments, dollars } = counter;
  await openMarkets(app);
  await holdSweeps(app, ['transferAutomation']);
  const order = { account: dollars, symbol: 'EURUSD', side: 'buy', lots: '0.10' };
  const { success } = await payments.post('api/trading/orders', order);
  if (!success) throw new Error('nothing could be bought');
});
afterAll(() => counter.app.close());

const path = 'api/transfer-automation';

/** What the platform needs for what is open, what is free, and what lies there. */
async function onAccount() {
  const { app, dollars } = counter;
  const told = await app.opened.app.platforms.mt5.account(dollars);
  if (told.outcome !== 'done') throw new Error('the platform does not answer');
  return told.account;
}

/** An order to move so much of each deposit on to the wallet, and a deposit of a hundred: what became of it. */
async function ordered(minor: bigint): Promise<Run | undefined> {
  const { app, books, dollars, payments, wallet } = counter;
  const to = { account_number: dollars, target_account_number: wallet };
  const order = { occasion: 'deposit', ...to, moves: 'amount', amount: formatMinor(minor, 'USD') };
  const created = await payments.post(path, order);
  expect(created.errors).toEqual([]);
  const { id } = created.data.order;
  const { id: deposit, reference } = await payments.startDeposit(dollars, '100.00');
  await books.decide(reference, 'approved');
  await payments.becomes(deposit, 'completed');
  await sweep(app, 'transferAutomation');
  const runs: Run[] = (await payments.get(`${path}/history`)).data.runs;
  await payments.post(`${path}/${id}`, { action: 'end' });
  return runs.find(({ order_id: of }) => of === id);
}

const short = { state: 'skipped', reason: 'There was not enough free money.', transfer_id: null };

test.each([
  ['is more than is free, though less than lies there', (free: bigint, _margin: bigint) => free + 5_000n],
  ['leaves less than its distance from the margin call', (free: bigint, margin: bigint) => free - margin / 10n],
] as const)('what %s is not moved, and the client is told why', async (_what, amount) => {
  const { app, books, client, dollars, wallet } = counter;
  const { margin, marginFree, balance } = await onAccount();
  expect(margin).toBeGreaterThan(20_000n);
  // With what the deposit brings.
  const minor = amount(marginFree + 10_000n, margin);
  expect(minor).toBeLessThan(balance + 10_000n);
  const before = [Number(await books.onPlatform(dollars)), Number(await books.inLedger(wallet))];
  const run = await ordered(minor);
  expect(run).toMatchObject(short);
  const [had = 0, kept] = before;
  expect([Number(await books.onPlatform(dollars)), Number(await books.inLedger(wallet))]).toEqual([
    expect.closeTo(had + 100),
    kept,
  ]);
  const told = await app.owner.sql.many(`select type from notice where client_id = $1 and key = $2`, [
    client.clientId,
    `standing:${run?.id}:skipped`,
  ]);
  expect(told).toEqual([{ type: 'standing_order_skipped' }]);
});

test('what is free beyond that distance is moved', async () => {
  const { books, wallet } = counter;
  const { margin, marginFree } = await onAccount();
  const minor = marginFree + 10_000n - margin;
  expect(await ordered(minor)).toMatchObject({ state: 'done', transfer_status: 'completed', amount: formatMinor(minor, 'USD') });
  expect(await books.inLedger(wallet)).toBe(formatMinor(minor, 'USD'));
});
