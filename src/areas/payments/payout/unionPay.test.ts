import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SignedIn, TestApp } from '../../../server/testing/app.ts';
import type { BookFixture } from '../../../server/testing/bookFixture.ts';
import { openCounter, type PaymentsFixture } from '../../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../../server/testing/payoutFixture.ts';

/* What goes back to cards that are none of the usual: UnionPay, and the cashier's card route by its own number. */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let payouts: PayoutFixture;
let wallet: number;
let client: SignedIn;

beforeAll(async () => {
  const counter = await openCounter('cn.active', { dollars: '0', wallet: '0' });
  ({ app, books, client, payments, wallet } = counter);
  payouts = await openPayoutFixture(app, counter);
  await payouts.trade(counter.dollars);
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

test('what UnionPay paid in goes back to it in yuan, as a refund, before anything else', async () => {
  const paid = await payouts.payIn(wallet, '1500.00', { pm_id: 318, currency: 'CNY' });
  const { methods } = (await payments.get('api/payments/withdraw')).data;
  expect(methods.find(({ pm_id }: { pm_id: number }) => pm_id === 318)).toMatchObject({
    left: [{ currency: 'CNY', amount: '1500.00' }],
    destination: null,
  });
  await books.wallet(client, { currency: 'USD', amount: '500.00' });
  const { id, quote, pin } = await payouts.ask(wallet, '100.00', { pm_id: 318 });
  expect(quote.split.lines).toMatchObject([
    { pm_id: 318, way: 'refund', to: expect.stringMatching(/^62/), transfer_id: paid, account_currency: 'CNY' },
  ]);
  // It brings nothing that did not come in that way.
  expect(await payouts.confirm(wallet, '450.00', { pm_id: 318 })).toMatchObject({ errors: [{ code: 'above_card_deposits' }] });
  expect((await payments.save(id, { payment_code: pin })).errors).toEqual([]);
  await app.drain();
  await payouts.approve(id);
  await payouts.ends(id, 'completed');
  expect(await payouts.atProvider(id)).toEqual([`refund approved ${quote.split.lines[0].account_amount}`]);
});

test('what came by the route of cards goes back to the card', async () => {
  const paid = await payouts.payIn(wallet, '120.00', { pm_id: 78, currency: 'USD' });
  const { quote } = await payouts.ask(wallet, '60.00');
  expect(quote.split.lines.map((line: { transfer_id: number }) => line.transfer_id)).toContain(paid);
});
