import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCounter, type Counter } from '../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../server/testing/payoutFixture.ts';

let counter: Counter;
let payouts: PayoutFixture;

beforeAll(async () => {
  counter = await openCounter('ng.active', { dollars: '0', wallet: '500.00' });
  payouts = await openPayoutFixture(counter.app, counter);
  await payouts.trade(counter.dollars);
});
afterAll(async () => counter.app.close());

/** As it is told while the amount is typed, and at the last look. */
async function arrives(amount: string): Promise<string[]> {
  const { wallet, payments } = counter;
  const told = await payments.get(`api/payments/withdraw/quote?account_number=${wallet}&pm_id=1011&amount=${amount}`);
  const skrill = { pm_id: 1011, wallet_email: 'ng.active@wallet.test', confirm_own_name: true };
  return [told.data.arrives, (await payouts.ask(wallet, amount, skrill)).quote.arrives];
}

test('a withdrawal has arrived when its slowest part has, and that is told before it is confirmed as it is then', async () => {
  expect(await arrives('40.00')).toEqual(['within_an_hour', 'within_an_hour']);
  await payouts.payIn(counter.wallet, '120.00');
  for (const amount of ['40.00', '200.00']) expect(await arrives(amount)).toEqual(['within_days', 'within_days']);
});
