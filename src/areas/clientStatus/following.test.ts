import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SignedIn, StaffSignedIn, TestApp } from '../../server/testing/app.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { openFollow, type TestFollow } from '../../server/testing/followFixture.ts';
import { openCounter, openPaymentsFixture, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../server/testing/payoutFixture.ts';
import { holdSweeps, sweep } from '../../server/testing/telling.ts';

/* What follows from a status that the desk has set: payouts, standing orders, investments, the platforms, and the payout of the rest. */

let app: TestApp;
let books: BookFixture;
let client: SignedIn;
let payments: PaymentsFixture;
let payouts: PayoutFixture;
let compliance: StaffSignedIn;
let admin: StaffSignedIn;
let dollars: number;
let wallet: number;

beforeAll(async () => {
  ({ app, books, client, payments, dollars, wallet } = await openCounter('ng.active', { dollars: '500.00', wallet: '0.00' }));
  payouts = await openPayoutFixture(app, { client, payments, books });
  await holdSweeps(app, ['transferAutomation', 'investments.ending']);
  [compliance, admin] = [await app.signInStaff('compliance'), await app.signInStaff('admin')];
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const path = () => `/api/desk/client-status/${client.clientId}`;
async function done(action: string, code: string): Promise<void> {
  const reason = 'Told by the test.';
  const asked = await app.call({ method: 'POST', path: path(), as: compliance, body: { action, reason_code: code, reason } });
  expect(asked.errors).toEqual([]);
  if (asked.data.approval === null) return;
  const body = { decision: 'approve', reason };
  const agreed = await app.call({ method: 'POST', path: `/api/desk/approvals/${asked.data.approval.id}`, as: admin, body });
  expect(agreed.errors).toEqual([]);
}
async function signInAgain(): Promise<void> {
  client = await app.signIn('ng.active');
  payments = openPaymentsFixture(app, client);
  payouts = await openPayoutFixture(app, { client, payments, books });
}
async function order(): Promise<void> {
  const dated = { occasion: 'dates', every: 'week', weekday: 3, amount: '15' };
  const accounts = { account_number: wallet, target_account_number: dollars };
  expect((await payments.post('api/transfer-automation', { ...dated, ...accounts })).errors).toEqual([]);
}
const openOrders = () =>
  app.owner.sql.many(`select id from standing_order where client_id = $1 and status <> 'ended'`, [client.clientId]);
const followOf = async ({ id }: TestFollow) =>
  (await app.owner.sql.one<{ status: string }>('select status from investment where id = $1', [id])).status;
const strategyOf = async ({ strategyId: id }: TestFollow) =>
  (await app.owner.sql.one<{ status: string }>('select status from strategy where id = $1', [id])).status;
const access = async () => {
  await sweep(app, 'restrictions.follow');
  const answer = await app.opened.app.platforms.mt5.account(dollars as never);
  return answer.outcome === 'done' ? answer.account.access : answer.outcome;
};
let follows: TestFollow;
let followed: TestFollow;

test('declining ends standing orders and nothing else: what is followed goes on until they end it, and trading at the platform', async () => {
  follows = await openFollow(app, books, { provider: await app.signIn('provider.new'), follower: client });
  followed = await openFollow(app, books, { provider: client, follower: await app.signIn('in.gold') });
  await order();
  await done('decline', 'papers');
  expect(await openOrders()).toEqual([]);
  expect([await followOf(follows), await strategyOf(followed), await access()]).toEqual(['active', 'active', 'full']);
  await done('reopen', 'cleared');
});

test('closing ends orders, follows and strategies; a withdrawal that waits goes out, and the rest stands before staff', async () => {
  await payouts.payIn(wallet, '300.00');
  const asked = await payouts.asked(wallet, '100.00');
  await order();
  await done('close', 'own_wish');
  expect(await openOrders()).toEqual([]);
  expect([await followOf(follows), await strategyOf(followed)]).toEqual(['closing', 'closed']);
  await sweep(app, 'investments.ending');
  expect(await followOf(followed)).not.toBe('active');
  await expect.poll(access).toBe('close_only');
  await signInAgain();
  await payouts.approve(asked);
  await payouts.ends(asked, 'completed');
  await app.opened.worker?.sweep('closing.find');
  expect((await payouts.queue()).map(({ subject }) => subject)).toContain(`closing:${client.clientId}`);
});

test('a closed client who is frozen is paid nothing that was asked for, and is closed again afterwards, at the platforms too', async () => {
  const asked = await app.call({
    method: 'POST',
    path: `/api/desk/closing/${client.clientId}`,
    as: await app.signInStaff('finance'),
    body: { action: 'pay', reason: 'The client has left us.' },
  });
  expect(asked.errors).toEqual([]);
  await done('freeze', 'authority');
  expect((await payouts.agree(asked.data.approval.id)).errors[0]?.code).toBe('approval_outdated');
  expect(await access()).toBe('close_only');
  await done('reopen', 'cleared');
  expect(await access()).toBe('close_only');
  await app.opened.worker?.sweep('closing.find');
  expect((await payouts.queue()).map(({ subject }) => subject)).toContain(`closing:${client.clientId}`);
  await signInAgain();
});

test('opening again gives the platforms back, and begins nothing anew that has ended', async () => {
  await done('reopen', 'own_wish');
  await expect.poll(access).toBe('full');
  expect(await openOrders()).toEqual([]);
  expect(await strategyOf(followed)).toBe('closed');
  expect((await payments.askDeposit(wallet, '100')).errors).toEqual([]);
});
