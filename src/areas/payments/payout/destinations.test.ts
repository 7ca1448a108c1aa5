import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignedIn, TestApp } from '../../../server/testing/app.ts';
import type { BookFixture } from '../../../server/testing/bookFixture.ts';
import { openCounter, type PaymentsFixture } from '../../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../../server/testing/payoutFixture.ts';

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let payouts: PayoutFixture;
let client: SignedIn;
let dollars: number;
let wallet: number;

beforeAll(async () => {
  ({ app, books, client, payments, dollars, wallet } = await openCounter('ng.active', { dollars: '1000.00', wallet: '0.00' }));
  payouts = await openPayoutFixture(app, { client, payments, books });
  await payouts.trade(dollars);
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const skrill = (email = 'ng.active@wallet.test') => ({ pm_id: 1011, wallet_email: email, confirm_own_name: true });
/** As if whatever is new had cooled off. */
const coolOff = async (id: number) => {
  expect(await payments.detailsOf(id)).toMatchObject({ status: 'processing' });
  await payouts.lookAgain();
};

describe('a withdrawal to a wallet elsewhere', () => {
  beforeEach(async () => {
    await payouts.payIn(wallet, '100.00');
    // What was gained since.
    await books.wallet(client, { currency: 'USD', amount: '400.00' });
  });

  test('takes what the cards do not take back, after it has cooled off', async () => {
    const left = await payouts.left('USD');
    const { id, quote, pin } = await payouts.ask(wallet, (left + 50).toFixed(2), skrill());
    expect(quote.split.lines.at(-1)).toMatchObject({
      pm_id: 1011,
      way: 'payout',
      to: 'ng.active@wallet.test',
      transfer_id: null,
      amount: '50.00',
    });
    expect(quote.split.most).toBe((left + 50).toFixed(2));
    expect((await payments.save(id, { payment_code: pin })).data).toMatchObject({ status: 'on_review' });
    await app.drain();
    await payouts.approve(id);
    await coolOff(id);
    await payments.becomes(id, 'completed');
    const paid = await payouts.atProvider(id);
    expect(paid).toContain('payout 2 50.00');
    expect(paid.filter((each) => each.startsWith('refund approved')).length).toBeGreaterThan(0);
    const codes = (await payments.detailsOf(id)).timeline.map((entry: { code: string }) => entry.code);
    expect(codes).toContain('withdrawal_cooling');
  });

  test('asks for the wallet, and that it is the client’s own', async () => {
    expect(await payouts.confirm(wallet, '30.00', { pm_id: 1011 })).toMatchObject({
      httpStatus: 422,
      errors: [{ code: 'field_required', validation_messages: { wallet_email: expect.anything() } }],
    });
    expect(await payouts.confirm(wallet, '30.00', { pm_id: 1011, wallet_email: 'me@wallet.test' })).toMatchObject({
      httpStatus: 422,
      errors: [{ code: 'field_required', validation_messages: { confirm_own_name: expect.anything() } }],
    });
    expect(await payouts.confirm(wallet, '30.00', { ...skrill('no address'), confirm_own_name: true })).toMatchObject({
      httpStatus: 422,
      errors: [{ validation_messages: { wallet_email: expect.anything() } }],
    });
  });

  test('tells every proven address of one that is new, once', async () => {
    const told = async () =>
      (
        await app.owner.sql.many(
          `select 1 from notice where type = 'withdraw_new_destination' and values->>'card' like '%new@wallet.test%'`,
        )
      ).length;
    const left = await payouts.left('USD');
    const amount = (left + 20).toFixed(2);
    const first = await payouts.asked(wallet, amount, skrill('new@wallet.test'));
    expect(await told()).toBe(1);
    await payments.post('api/transfers/cancel', { tid: first });
    const second = await payouts.asked(wallet, amount, skrill('NEW@wallet.test'));
    expect(await told()).toBe(1);
    await payments.post('api/transfers/cancel', { tid: second });
  });

  test('that is nobody’s comes back into the wallet here, and the client reads why', async () => {
    const left = await payouts.left('USD');
    const id = await payouts.asked(wallet, (left + 25).toFixed(2), skrill('nobody@wallet.test'));
    const before = Number(await books.inLedger(wallet));
    await payouts.approve(id);
    await coolOff(id);
    await payments.becomes(id, 'completed');
    expect(Number(await books.inLedger(wallet)) - before).toBe(25);
    expect(await payments.detailsOf(id)).toMatchObject({ reason: expect.stringMatching(/not taken/) });
  });

  test.each(['timeout_before', 'timeout_after', 'error'] as const)(
    'survives a provider that answers with %s: once',
    async (mode) => {
      const left = await payouts.left('USD');
      const id = await payouts.asked(wallet, (left + 31).toFixed(2), skrill());
      await books.fail('payments', mode);
      await payouts.approve(id);
      await payouts.lookAgain();
      await payouts.lookAgain();
      await payouts.lookAgain();
      await payments.becomes(id, 'completed');
      expect((await payouts.atProvider(id)).filter((each) => each === 'payout 2 31.00')).toHaveLength(1);
    },
  );
});

describe('what a wallet elsewhere has paid in', () => {
  test('goes back to it as a refund, before anything goes to a destination', async () => {
    const pounds = await books.wallet(client, { currency: 'GBP', amount: '0' });
    await payouts.payIn(pounds, '120.00', { pm_id: 1011, currency: 'GBP' });
    const { quote } = await payouts.ask(pounds, '120.00', skrill());
    expect(quote.split.lines).toMatchObject([{ pm_id: 1011, way: 'refund', to: 'Skrill', amount: '120.00' }]);
    const id = await payouts.asked(pounds, '40.00', skrill());
    await payouts.approve(id);
    await coolOff(id);
    await payments.becomes(id, 'completed');
    expect(await payouts.atProvider(id)).toEqual(['refund 2 40.00']);
  });

  test('goes as a payout to the account that paid it when it is too old to be refunded', async () => {
    const euros = await books.wallet(client, { currency: 'EUR', amount: '0' });
    const paid = await payouts.payIn(euros, '90.00', { pm_id: 1011, currency: 'EUR' });
    await app.owner.sql.run(`update remittance set saved_at = now() - interval '400 days' where method_id = 1011 and id <= $1`, [
      paid,
    ]);
    const id = await payouts.asked(euros, '60.00', skrill());
    await payouts.approve(id);
    await coolOff(id);
    await payments.becomes(id, 'completed');
    expect(await payouts.atProvider(id)).toEqual(['payout 2 60.00']);
  });
});

describe('a withdrawal to a bank account', () => {
  const bank = (change: object = {}) => ({
    pm_id: 183,
    bank: 'GTBank',
    bank_account: '0123 456 789',
    confirm_own_name: true,
    ...change,
  });

  test.each([
    [{ bank: undefined }, 'field_required', 'bank'],
    [{ bank: 'FNB' }, 'bank_not_listed', 'bank'],
    [{ bank_account: '123456' }, 'destination_not_valid', 'bank_account'],
    [{ bank_account: undefined }, 'field_required', 'bank_account'],
    [{ confirm_own_name: false }, 'field_required', 'confirm_own_name'],
  ])('with %j is refused as %s at %s', async (change, code, field) => {
    await books.wallet(client, { currency: 'USD', amount: '100.00' });
    expect(await payouts.confirm(wallet, '30.00', bank(change))).toMatchObject({
      httpStatus: 422,
      errors: [{ code, validation_messages: { [field]: expect.anything() } }],
    });
  });

  test('first takes what banks have paid in, which no other method may pass by; it arrives in the country’s currency', async () => {
    await books.wallet(client, { currency: 'USD', amount: '500.00' });
    await payouts.payIn(wallet, '30000', { pm_id: 85, currency: 'NGN' });
    const left = await payouts.left('USD');
    const asked = (left + 200).toFixed(2);
    expect(await payouts.confirm(wallet, asked, skrill())).toMatchObject({ errors: [{ code: 'above_card_deposits' }] });
    const { id, quote, pin } = await payouts.ask(wallet, asked, bank());
    const [back, rest] = quote.split.lines.slice(-2);
    expect(back).toMatchObject({ pm_id: 183, way: 'payout', to: 'GTBank 0123456789', account_currency: 'NGN' });
    expect(back.account_amount).toBe('30000.00');
    expect(rest).toMatchObject({ pm_id: 183, transfer_id: null, to: 'GTBank 0123456789', account_currency: 'NGN' });
    expect((await payments.save(id, { payment_code: pin })).errors).toEqual([]);
    await app.drain();
    await payouts.approve(id);
    await coolOff(id);
    await payments.becomes(id, 'completed');
    expect((await payouts.atProvider(id)).filter((each) => each.startsWith('payout approved'))).toHaveLength(2);
  });
});
