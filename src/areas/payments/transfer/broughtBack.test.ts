import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Currency } from '../../../base/currency.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../../server/testing/bookFixture.ts';
import { openPaymentsFixture, restrict, type PaymentsFixture } from '../../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../../server/testing/payoutFixture.ts';

/* Money that has come back in a currency that no account is kept in: it lies in a wallet of that, and has its way out. */

/** Currencies that money comes in, or goes out in, and no account is kept in: the least and the most that is exchanged of a wallet. */
const leftOnly = {
  VND: '25000 25000000000',
  CNY: '7.00 7000000.00',
  BRL: '5.00 5000000.00',
  MXN: '20.00 20000000.00',
  INR: '80.00 80000000.00',
  EGP: '50.00 50000000.00',
  IDR: '15000.00 15000000000.00',
  CZK: '20.00 20000000.00',
  PLN: '4.00 4000000.00',
  MYR: '4.00 4000000.00',
  THB: '30.00 30000000.00',
  ZAR: '20.00 20000000.00',
};

let app: TestApp;
let books: BookFixture;
let client: SignedIn;
let payments: PaymentsFixture;
let payouts: PayoutFixture;
let wallet: number;

beforeAll(async () => {
  app = await openTestApp();
  const named = `email = 'global.active@atrium.test'`;
  await app.owner.sql.run(`update client set country = 'MY' where ${named}`);
  books = await openBookFixture(app);
  // Beside those that the fixture keeps, of the same day.
  await app.owner.sql.run(
    `insert into reference_rate (currency, day, rate, published_at)
     select 'MYR', day, rate, published_at from reference_rate where currency = 'ZAR'`,
  );
  client = await app.signIn('global.active');
  payments = openPaymentsFixture(app, client);
  payouts = await openPayoutFixture(app, { client, payments, books });
  const dollars = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '10.00' });
  await payouts.trade(dollars);
  wallet = await books.wallet(client, { currency: 'USD', amount: '0' });
});
afterAll(() => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const walletIn = async (currency: string): Promise<number> =>
  (
    await app.owner.sql.one<{ number: number }>('select number from wallet where client_id = $1 and currency = $2', [
      client.clientId,
      currency,
    ])
  ).number;

/** Moves all of a wallet into the one in US dollars; what arrived. */
async function exchanged(from: number): Promise<string> {
  const { accounts } = (await payments.get('api/payments/transfer')).data;
  const shown = accounts.find(({ number }: { number: number }) => number === from);
  expect(shown).toMatchObject({ takes_in: false, min: '0.01' });
  const { data, errors } = await payments.askTransfer(from, wallet, shown.available);
  expect(errors).toEqual([]);
  expect((await payments.save(data.remittance_id)).data).toMatchObject({ status: 'completed' });
  expect(await books.inLedger(from)).toBe('0.00');
  return data.quote.account_amount;
}

/** Asks for all of the wallet in US dollars, and sees it at the provider. */
async function paidOut(way: Readonly<Record<string, unknown>> & { readonly pm_id: number }): Promise<number> {
  const id = await payouts.asked(wallet, await books.inLedger(wallet), way);
  await app.owner.sql.run(`update payout_destination set usable_from = '2000-01-01'`);
  await payouts.approve(id);
  await payouts.ends(id, 'completed');
  expect(await books.inLedger(wallet)).toBe('0.00');
  return id;
}

test('money moves out of a wallet in whichever currency it may have come back in, and into none that no account is kept in', async () => {
  for (const [currency, limits] of Object.entries(leftOnly)) {
    const account = await books.wallet(client, { currency: currency as Currency, amount: '0' });
    const { errors, data } = await payments.askTransfer(account, wallet, '1');
    expect([currency, errors[0]?.code, `${data.min} ${data.max}`]).toEqual([currency, 'limit_exceed', limits]);
    const back = await payments.askTransfer(wallet, account, '100');
    const field = Object.keys(back.errors[0]?.validation_messages ?? {});
    expect([currency, back.errors[0]?.code, field]).toEqual([currency, 'currency_not_offered', ['target_account_number']]);
  }
  const { accounts } = (await payments.get('api/payments/transfer')).data;
  const closed = accounts.filter(({ takes_in: takesIn }: { takes_in: boolean }) => !takesIn);
  expect(closed.map(({ currency }: { currency: string }) => currency).toSorted()).toEqual(Object.keys(leftOnly).toSorted());
});

test('a chargeback in rand that was won back goes back to the card by way of the wallet in dollars', async () => {
  const { id, reference } = await payments.startDeposit(wallet, '2000.00', { currency: 'ZAR' });
  const zar = { amount: { minor: 200_000n, currency: 'ZAR' }, status: 'approved' } as const;
  await payments.told(reference, zar);
  const brought = await books.inLedger(wallet);
  expect(await payments.detailsOf(id)).toMatchObject({ status: 'completed', account_amount: brought });
  await payments.told(reference, { ...zar, kind: 'chargeback', providerTransactionId: `C-${reference}` });
  expect(await books.inLedger(wallet)).toBe('0.00');
  await payments.told(reference, { ...zar, kind: 'won_back', providerTransactionId: `W-${reference}` });
  await restrict(app, client, false);
  const rands = await walletIn('ZAR');
  expect(await books.inLedger(rands)).toBe('2000.00');
  expect(await payments.askTransfer(wallet, rands, '1.00')).toMatchObject({
    httpStatus: 422,
    errors: [{ code: 'currency_not_offered', validation_messages: { target_account_number: expect.anything() } }],
  });
  expect(await exchanged(rands)).toBe(await books.inLedger(wallet));
  expect(await payments.askTransfer(wallet, rands, '1.00')).toMatchObject({ errors: [{ code: 'currency_not_offered' }] });
  const out = await paidOut({ pm_id: 243 });
  expect(await payouts.atProvider(out)).toEqual([expect.stringMatching(/^payout approved 19\d\d\.\d\d$/)]);
});

test('a payout to a bank of the country that was returned in ringgit goes out to that bank once more', async () => {
  const owner = await books.wallet(client, { currency: 'USD', amount: '300.00' });
  expect(owner).toBe(wallet);
  const bank = { pm_id: 183, bank: 'Maybank', bank_account: '5140123456', confirm_own_name: true };
  const first = await paidOut(bank);
  const reference = (await payouts.references(first)).at(-1) ?? '';
  const body = { outcome: 'refunded', under_its_number: true };
  expect((await app.call({ method: 'POST', path: `/sandbox/payments/${reference}`, body })).errors).toEqual([]);
  const returned = async () => (await books.hurry(), (await payments.detailsOf(first)).reversed_by.length);
  await expect.poll(returned).toBe(1);
  const ringgit = await walletIn('MYR');
  expect(Number(await books.inLedger(ringgit))).toBeGreaterThan(0);
  await exchanged(ringgit);
  const again = await paidOut(bank);
  expect(again).not.toBe(first);
});
