import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openCounter, type Counter } from '../../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../../server/testing/payoutFixture.ts';

/* Trade rules: free margin is checked again when a withdrawal is processed. The money has left by then; positions may need it meanwhile. */

let counter: Counter;
let payouts: PayoutFixture;
let account: number;
beforeAll(async () => {
  counter = await openCounter('ng.active', { dollars: '0', wallet: '0' });
  const { app, books, client, payments } = counter;
  payouts = await openPayoutFixture(app, { client, payments, books });
  account = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '500.00' });
  await payouts.trade(account);
});
afterAll(() => counter.app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await counter.books.faults()).toEqual([]));

/** As if the platform had told that of the account, and nothing since: what it tells by itself is older. */
const free = (minor: number, credit = 0) =>
  counter.app.owner.sql.run(
    `update trading_account set margin_free = $2, credit = $3, snapshot_at = now() + interval '10 years' where number = $1`,
    [account, minor, credit],
  );
const short = { httpStatus: 409, errors: [{ code: 'margin_short' }] };

test('a withdrawal out of an account that needs its margin by now is not approved, and is once it needs it no more', async () => {
  await payouts.payIn(counter.wallet, '100.00');
  await payouts.payIn(counter.wallet, '160.00');
  const id = await payouts.asked(account, '60.00');
  await free(-1);
  expect(await payouts.decide(id, { action: 'approve' })).toMatchObject(short);
  // What a bonus carries is nobody's to rely on.
  await free(4_000, 5_000);
  expect(await payouts.decide(id, { action: 'approve' })).toMatchObject(short);
  expect((await counter.payments.detailsOf(id)).status).toBe('on_review');
  await free(0);
  await payouts.approve(id);
  await payouts.ends(id, 'completed');
});

test('what a split has left of one waits for the margin too', async () => {
  const id = await payouts.asked(account, '150.00');
  expect((await payouts.decide(id, { action: 'split', lines: [1] })).errors).toEqual([]);
  await free(-1);
  expect(await payouts.decide(id, { action: 'approve' })).toMatchObject(short);
  await free(0);
  await payouts.approve(id);
  await payouts.ends(id, 'completed');
});
