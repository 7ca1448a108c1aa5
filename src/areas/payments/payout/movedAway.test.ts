import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../../server/testing/bookFixture.ts';
import { openPaymentsFixture, type PaymentsFixture } from '../../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../../server/testing/payoutFixture.ts';

/* What a client has paid in by a bank of the company, or the country, that they have moved from. */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let payouts: PayoutFixture;
let wallet: number;

beforeAll(async () => {
  app = await openTestApp();
  await app.owner.sql.run(`update client set country = 'DE' where email = 'global.active@atrium.test'`);
  books = await openBookFixture(app);
  const client = await app.signIn('global.active');
  payments = openPaymentsFixture(app, client);
  payouts = await openPayoutFixture(app, { client, payments, books });
  await payouts.trade(await books.account(client, 'advantage mt5', { currency: 'USD', amount: '10.00' }));
  wallet = await books.wallet(client, { currency: 'USD', amount: '2000.00' });
});
afterAll(() => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const wire = {
  pm_id: 1010,
  wire_bank: 'Sandbox Bank Frankfurt',
  wire_account: 'DE89370400440532013000',
  wire_bic: 'COBADEFFXXX',
  confirm_own_name: true,
};
const skrill = { pm_id: 1011, wallet_email: 'global.active@wallet.test', confirm_own_name: true };

/** A deposit that has come in by a bank, as its row is after a move. */
async function paidInBy(methodId: number, provider: string, paid: { readonly amount: string; readonly currency: string }) {
  const id = await payouts.payIn(wallet, paid.amount, { pm_id: 340, currency: paid.currency });
  await app.owner.sql.run('update remittance set method_id = $2, provider = $3, card_mask = null where id = $1', [
    id,
    methodId,
    provider,
  ]);
  return id;
}

test('SEPA of the company before goes back by wire, and every other method says so and names it', async () => {
  const deposit = await paidInBy(1013, 'bank', { amount: '150.00', currency: 'EUR' });
  expect(await payouts.confirm(wallet, '500.00', skrill)).toMatchObject({
    httpStatus: 422,
    errors: [
      {
        code: 'other_method_first',
        validation_messages: {
          pm_id: { other_method_first: expect.stringMatching(/150\.00.*by International bank wire.*first/) },
        },
      },
    ],
  });
  const id = await payouts.asked(wallet, '500.00', wire);
  expect((await payments.detailsOf(id)).split.lines).toMatchObject([
    { pm_id: 1010, transfer_id: deposit, account_amount: '150.00', account_currency: 'EUR' },
    { pm_id: 1010, transfer_id: null },
  ]);
  await app.owner.sql.run(`update payout_destination set usable_from = '2000-01-01'`);
  await payouts.approve(id);
});

test('what only a bank of the country before took back keeps nothing from going out', async () => {
  await paidInBy(320, 'praxis', { amount: '2000.00', currency: 'ZAR' });
  const { quote } = await payouts.ask(wallet, '300.00', skrill);
  expect(quote.split.lines.at(-1)).toMatchObject({ pm_id: 1011, transfer_id: null });
});
