import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignedIn, TestApp } from '../../../server/testing/app.ts';
import type { BookFixture } from '../../../server/testing/bookFixture.ts';
import { openCounter, type PaymentsFixture } from '../../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../../server/testing/payoutFixture.ts';

/* What a client exchanges in a day has its end, whichever way it is exchanged, and only money that moved counts. */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let payouts: PayoutFixture;
let client: SignedIn;
let dollars: number;
let wallet: number;
let euros: number;

beforeAll(async () => {
  ({ app, books, payments, client, dollars, wallet } = await openCounter('ng.active', { dollars: '0', wallet: '90000.00' }));
  euros = await books.wallet(client, { currency: 'EUR', amount: '0' });
  payouts = await openPayoutFixture(app, { client, payments, books });
});
afterAll(async () => app.close());
afterEach(async () => {
  // oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
  expect(await books.faults()).toEqual([]);
  // As if it were the next day.
  await app.owner.sql.run('delete from exchange');
});

const euro = (minor: bigint) => ({ minor, currency: 'EUR' }) as const;

test('a deposit that would be exchanged past the day’s allowance is refused at its confirmation', async () => {
  await payments.save(await payments.confirmed(wallet, euros, '20000.00'));
  const refused = await payments.askDeposit(dollars, '40000.00', { currency: 'EUR' });
  expect(refused).toMatchObject({
    httpStatus: 422,
    errors: [{ code: 'exchange_limit' }],
    data: { left: '30000.00', currency: 'USD' },
  });
  const asked = await payments.askDeposit(dollars, '20000.00', { currency: 'EUR' });
  expect(asked.data.quote.exchange_left).toEqual({ amount: '30000.00', currency: 'USD' });
  expect((await payments.askDeposit(dollars, '40000.00')).data.quote.exchange_left).toBeNull();
});

test.each(['account', 'wallet'] as const)(
  'a deposit for the %s of which the allowance is used up before it arrives goes into the wallet of its own currency',
  async (place) => {
    const { id, reference } = await payments.startDeposit(place === 'account' ? dollars : wallet, '40000.00', {
      currency: 'EUR',
    });
    await payments.save(await payments.confirmed(wallet, euros, '20000.00'));
    const before = Number(await books.inLedger(euros));
    const approval = { status: 'approved', amount: euro(4_000_000n) } as const;
    expect(await payments.told(reference, approval)).toBe('received');
    expect(await payments.told(reference, approval)).toBe('nothing_new');
    expect(await payments.detailsOf(id)).toMatchObject({
      status: 'completed',
      account_number: euros,
      account_amount: '40000.00',
      account_currency: 'EUR',
      rate: null,
      reason: expect.stringMatching(/wallet of the currency that it was asked in/),
    });
    expect(Number(await books.inLedger(euros)) - before).toBeCloseTo(40_000);
  },
);

test('a deposit that arrives uses the allowance up, once', async () => {
  const { reference } = await payments.startDeposit(dollars, '20000.00', { currency: 'EUR' });
  const approval = { status: 'approved', amount: euro(2_000_000n) } as const;
  await payments.told(reference, approval);
  await payments.told(reference, approval);
  const { data } = await payments.askTransfer(wallet, euros, '100.00');
  // Twenty thousand euros are 21 600 dollars.
  expect(data.quote.exchange_left).toEqual({ amount: '28400.00', currency: 'USD' });
});

test('a withdrawal that goes back to cards in another currency takes its part of the allowance, and is refused past it', async () => {
  const left = async () => (await payments.askTransfer(wallet, euros, '1.00')).data.quote.exchange_left.amount;
  await payouts.payIn(wallet, '500.00');
  await books.wallet(client, { currency: 'USD', amount: '90000.00' });
  const pounds = await books.wallet(client, { currency: 'GBP', amount: '500.00' });
  const first = await payouts.ask(pounds, '200.00');
  expect(first.quote.exchange_left).toEqual({ amount: '50000.00', currency: 'USD' });
  expect((await payments.save(first.id, { payment_code: first.pin })).errors).toEqual([]);
  // Whatever it is exchanged into: at the rate as it was made, 1.08 dollars for 0.84 pounds.
  const exchanged = 200 - Number(first.quote.fee);
  expect(Number(await left())).toBeCloseTo(50_000 - (exchanged * 1.08) / 0.84, 1);

  const { id, pin } = await payouts.ask(pounds, '200.00');
  await payments.save(await payments.confirmed(wallet, euros, '49700.00'));
  const usedUp = { httpStatus: 422, errors: [{ code: 'exchange_limit' }], data: { left: await left(), currency: 'USD' } };
  expect(await payouts.confirm(pounds, '200.00')).toMatchObject(usedUp);
  const before = await books.inLedger(pounds);
  expect(await payments.save(id, { payment_code: pin })).toMatchObject(usedUp);
  expect(await books.inLedger(pounds)).toBe(before);
  expect(usedUp.data.left).toBe(await left());
});

describe('a coin that goes into another currency than it was asked in', () => {
  const inCoin = { pm_id: 337, currency: 'USD', crypto_network: 'LTC' };
  const left = async () => (await payments.askTransfer(wallet, euros, '1.00')).data.quote.exchange_left.amount;
  const arrive = async (reference: string, more: object = {}) =>
    app.call({ method: 'POST', path: `/sandbox/payments/${reference}`, body: { outcome: 'approved', ...more } });
  beforeEach(() => books.wallet(client, { currency: 'USD', amount: '50000.00' }));

  test('is refused past the allowance, and uses it up when it arrives; in its own it does neither', async () => {
    await payments.save(await payments.confirmed(wallet, euros, '49000.00'));
    expect(await payments.askDeposit(euros, '1500.00', inCoin)).toMatchObject({
      httpStatus: 422,
      errors: [{ code: 'exchange_limit' }],
      data: { left: '1000.00', currency: 'USD' },
    });
    expect((await payments.askDeposit(wallet, '1500.00', inCoin)).data.quote.exchange_left).toBeNull();
    const { id, reference } = await payments.startDeposit(euros, '250.00', inCoin);
    await arrive(reference);
    await payments.becomes(id, 'completed');
    expect(await payments.detailsOf(id)).toMatchObject({ account_number: euros, account_currency: 'EUR' });
    expect(await left()).toBe('750.00');
  });

  test.each([
    ['as it was asked for', {}, /^250\.00$/],
    ['otherwise than it was asked for', { amount: '1.00000000', currency: 'LTC' }, /^[1-9]\d+\.\d\d$/],
  ])('%s, goes into the wallet of that currency when the allowance is used up before it arrives', async (_how, came, arrives) => {
    const { id, reference } = await payments.startDeposit(euros, '250.00', inCoin);
    const { amount } = await payments.detailsOf(id);
    await payments.save(await payments.confirmed(wallet, euros, '49990.00'));
    const before = Number(await books.inLedger(wallet));
    await arrive(reference, came);
    await payments.becomes(id, 'completed');
    const shown = await payments.detailsOf(id);
    expect(shown).toMatchObject({ account_number: wallet, account_currency: 'USD', currency: 'LTC' });
    expect([shown.amount, shown.reason]).toEqual([
      'amount' in came ? came.amount : amount,
      expect.stringMatching(/wallet of the currency that it was asked in/),
    ]);
    expect(shown.account_amount).toMatch(arrives);
    // What stays is told in the currency that it stays in.
    const told = shown.timeline.find(({ code }: { code: string }) => code === 'exchange_limit');
    expect(told.text.replaceAll(/\s/g, ' ')).toContain(`USD ${shown.account_amount}`);
    expect(Number(await books.inLedger(wallet)) - before).toBeCloseTo(Number(shown.account_amount));
  });
});

test('another coin than the one asked for has no rate of a day: it goes back, and nobody is offered to take it', async () => {
  const inCoin = { pm_id: 337, currency: 'USD', crypto_network: 'LTC' };
  const { id } = await payments.startDeposit(wallet, '250.00', inCoin);
  await app.owner.sql.run(
    `update remittance set phase = 'on_review', reason = 'amount_differs', arrived_amount = 100000000, arrived_currency = 'BTC' where id = $1`,
    [id],
  );
  expect(await payments.detailsOf(id)).toMatchObject({ can_accept: false });
  expect((await payments.post('api/transfers/accept', { tid: id })).errors).toMatchObject([{ code: 'cannot_accept' }]);
  const decide = (action: string) => payouts.decide(id, { action, reason: 'It is not what was asked for.' });
  expect((await decide('approve')).errors).toMatchObject([{ code: 'action_not_offered' }]);
  expect((await decide('send_back')).errors).toEqual([]);
});

test('what was not moved after all uses nothing up', async () => {
  const pounds = await books.account(client, 'ecn mt5', { currency: 'GBP', amount: '0' });
  const id = await payments.confirmed(wallet, pounds, '10000.00');
  await app.owner.sql.run(`update trading_account set status = 'archived' where number = $1`, [pounds]);
  const saved = await payments.save(id);
  await books.hurry();
  expect(saved.success ? (await payments.detailsOf(id)).status : 'refused').toMatch(/failed|refused/);
  expect((await payments.askTransfer(wallet, euros, '100.00')).data.quote.exchange_left).toEqual({
    amount: '50000.00',
    currency: 'USD',
  });
});
