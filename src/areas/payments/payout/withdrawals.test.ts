import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from '../../../base/time.ts';
import { directionAsks } from '../../../protocol/payment.ts';
import type { SignedIn, TestApp } from '../../../server/testing/app.ts';
import type { BookFixture } from '../../../server/testing/bookFixture.ts';
import { openCounter, type PaymentsFixture } from '../../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../../server/testing/payoutFixture.ts';
import { addressesOf, passDays } from '../../../server/testing/telling.ts';

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
  // Nobody is charged for not having traded.
  await payouts.trade(dollars);
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

describe('a withdrawal out of a wallet', () => {
  beforeEach(async () => payouts.payIn(wallet, '200.00'));

  test('is set aside at the request, approved by staff, refunded to the card by its provider, and told', async () => {
    const before = await books.inLedger(wallet);
    const { id, quote, pin } = await payouts.ask(wallet, '150.00');
    expect(quote).toMatchObject({ amount: '150.00', fee: '0.00', account_amount: '150.00', split: { fees: [], most: '150.00' } });
    expect(quote.split.lines).toMatchObject([{ pm_id: 243, way: 'refund', to: '4111 11** **** 1111', amount: '150.00' }]);
    expect((await payments.save(id, { payment_code: pin })).data).toMatchObject({ status: 'on_review' });
    expect(Number(before) - Number(await books.inLedger(wallet))).toBe(150);
    const waiting = await payments.detailsOf(id);
    expect(waiting).toMatchObject({ transfer_type: 'withdraw', can_cancel: true, next: { who: 'house', late: null } });
    expect(waiting.next.until).not.toBeNull();
    const { transfers } = (await payments.get('api/transfers?transfer_type=withdraw')).data;
    expect(transfers.map((line: { id: number }) => line.id)).toContain(id);
    expect(transfers).toEqual(transfers.map(() => expect.objectContaining({ transfer_type: 'withdraw' })));
    await payouts.approve(id);
    await payments.becomes(id, 'completed');
    const codes = (await payments.detailsOf(id)).timeline.map((entry: { code: string }) => entry.code);
    expect(codes).toEqual(['awaiting_approval', 'withdrawal_approved', 'payout_sent', 'payout_paid', 'withdrawal_paid']);
    expect(await payouts.atProvider(id)).toEqual(['refund approved 150.00']);
  });

  test('goes back no further than the cards have brought, whatever is in the wallet', async () => {
    await books.wallet(client, { currency: 'USD', amount: '500.00' });
    const left = await payouts.left('USD');
    const answer = await payouts.confirm(wallet, String(left + 1));
    expect(answer).toMatchObject({ httpStatus: 422, errors: [{ code: 'above_card_deposits' }], data: { most: left.toFixed(2) } });
    expect(answer.errors[0]?.validation_messages).toHaveProperty('amount');
  });

  test('of the same money is asked for once: a second quote of it has run out', async () => {
    await books.wallet(client, { currency: 'USD', amount: '800.00' });
    const all = String(await payouts.left('USD'));
    await withoutPin(async () => {
      const [one, other] = [await payouts.ask(wallet, all), await payouts.ask(wallet, all)];
      expect((await payments.save(one.id)).data).toMatchObject({ status: 'on_review' });
      expect(await payments.save(other.id)).toMatchObject({ httpStatus: 422, errors: [{ code: 'quote_expired' }] });
      await payments.post('api/transfers/cancel', { tid: one.id });
    });
    expect(await payouts.left('USD')).toBe(Number(all));
  });

  test('is the client’s again when the client cancels it, and no more once it is approved', async () => {
    const before = await books.inLedger(wallet);
    const first = await payouts.asked(wallet, '20.00');
    expect(await payments.post('api/transfers/cancel', { tid: first })).toMatchObject({
      data: { transfer: { status: 'cancelled' } },
    });
    expect(await books.inLedger(wallet)).toBe(before);
    expect(await payouts.queue()).not.toContainEqual(expect.objectContaining({ subject: `remittance:${first}` }));
    const second = await payouts.asked(wallet, '20.00');
    await payouts.approve(second);
    expect(await payments.post('api/transfers/cancel', { tid: second })).toMatchObject({ httpStatus: 409 });
    await payments.becomes(second, 'completed');
  });

  // Trade rules, "Decline reasons that a client must be told, each with the next step", and one that is never told (readings 29).
  test.each([
    ['not_enough_money', /not enough free money.*Close positions or add money/],
    ['method_order', /the way it came in.*Ask for it again/],
    ['below_system_charge', /below what the payment system charges.*Ask for a larger amount/],
    ['third_party', /in your own name.*Ask for it again to one of yours/],
    ['method_unavailable', /not available.*choose another one/],
    ['authorisation_expired', /24 hours.*Ask for it again/],
    ['data_missing', /employment or public office.*Fill it in/],
    ['no_trading', /no trading.*Ask support/],
    ['above_card_deposits', /More.*than your cards have paid in.*for the rest by another way/],
    ['bonus_on_account', /bonus is still on the account.*Let it be removed/],
    ['suspicion', /^(?!.*suspic).*Ask support/i],
  ] as const)('is declined for %s, which the client reads as is fit', async (code, words) => {
    const before = await books.inLedger(wallet);
    const id = await payouts.asked(wallet, '20.00');
    expect(await payouts.decide(id, { action: 'decline' })).toMatchObject({ httpStatus: 422 });
    expect(await payouts.decide(id, { action: 'decline', reason_code: code })).toMatchObject({ success: true });
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'declined', reason: expect.stringMatching(words) });
    expect(await books.inLedger(wallet)).toBe(before);
    expect(await payouts.decide(id, { action: 'approve' })).toMatchObject({ httpStatus: 409 });
  });

  test('is sent back to the client, who asks anew', async () => {
    const id = await payouts.asked(wallet, '20.00');
    expect(await payouts.decide(id, { action: 'send_back' })).toMatchObject({ success: true });
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'declined', can_cancel: false });
  });

  test('that its provider refuses after accepting it is tried the other way, and then is in the wallet', async () => {
    // The sandbox declines amounts of so many cents, by whatever way.
    const pounds = await books.wallet(client, { currency: 'GBP', amount: '0' });
    await payouts.payIn(pounds, '200.00', 'GBP');
    const id = await payouts.asked(pounds, '40.13');
    expect(await books.inLedger(pounds)).toBe('159.87');
    await payouts.approve(id);
    await payouts.ends(id, 'failed');
    expect(await books.inLedger(pounds)).toBe('200.00');
    const codes = (await payments.detailsOf(id)).timeline.map((entry: { code: string }) => entry.code);
    expect(codes).toContain('payout_other_way');
    expect(await payouts.atProvider(id)).toEqual(['refund rejected 40.13', 'payout rejected 40.13']);
  });

  test('waits while its provider has not decided, and ends when that has', async () => {
    const pounds = await books.wallet(client, { currency: 'GBP', amount: '0' });
    await payouts.payIn(pounds, '200.00', 'GBP');
    const id = await payouts.asked(pounds, '40.37');
    await payouts.approve(id);
    await app.drain();
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'processing', next: { who: 'provider' } });
    const [reference] = await payouts.references(id);
    await books.decide(reference ?? '', 'approved');
    await payments.becomes(id, 'completed');
  });

  test.each(['timeout_before', 'timeout_after', 'error'] as const)(
    'survives a provider that answers with %s: it is paid once',
    async (mode) => {
      const id = await payouts.asked(wallet, '40.00');
      await books.fail('payments', mode);
      await payouts.approve(id);
      await app.drain();
      await payouts.ends(id, 'completed');
      const paid = (await payouts.atProvider(id)).map((each) => Number(/^refund approved (\S+)$/.exec(each)?.[1]));
      expect(paid.reduce((sum, each) => sum + each, 0)).toBe(40);
    },
  );

  test('above the limit is approved by two persons', async () => {
    const pounds = await books.wallet(client, { currency: 'GBP', amount: '0' });
    await payouts.payIn(pounds, '12000.00', 'GBP');
    const id = await payouts.asked(pounds, '9000.50');
    const asked = await payouts.decide(id, { action: 'approve' });
    expect(asked).toMatchObject({ success: true, data: { decided: null, approval: { kind: 'money' } } });
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'on_review' });
    expect((await payouts.agree(asked.data.approval.id)).errors).toEqual([]);
    await payments.becomes(id, 'completed');
  });

  test('costs what is told before: a little one, and one of somebody who never traded', async () => {
    const small = await payouts.ask(wallet, '25.00');
    expect(small.quote).toMatchObject({
      fee: '3.00',
      account_amount: '22.00',
      split: { fees: [{ why: 'small', amount: '3.00' }] },
    });
    await payments.save(small.id, { payment_code: small.pin });
    expect((await payments.detailsOf(small.id)).split).toEqual(small.quote.split);
    await payouts.approve(small.id);
    await payments.becomes(small.id, 'completed');
    expect(await payouts.atProvider(small.id)).toEqual(['refund approved 22.00']);
    const before = (await payments.get('api/payments/withdraw')).data;
    expect(before.small_fee).toEqual({ under: '30.00', fee: '3.00', currency: 'USD' });
    expect(before.methods[0].terms[0]).toMatchObject({ fee_percent: '0' });
    await app.owner.sql.run('delete from closed_trade');
    const idle = (await payments.get('api/payments/withdraw')).data;
    expect(idle.methods[0].terms[0]).toMatchObject({ fee_percent: '3' });
    expect((await payouts.ask(wallet, '100.00')).quote).toMatchObject({ fee: '3.00', split: { fees: [{ why: 'no_trading' }] } });
    await payouts.trade(dollars);
  });

  test('is proven by a PIN whose letter says how much goes, and to which card', async () => {
    await payouts.payIn(wallet, '100.00');
    const { pin } = await payouts.ask(wallet, '60.00');
    const { email } = await addressesOf(app, client);
    const { data } = await app.call({ method: 'GET', path: `/sandbox/outbox?to=${encodeURIComponent(email)}` });
    const letter = data.messages.find((each: { pin: string | null }) => each.pin === pin);
    expect(letter.text).toMatch(/USD\s60\.00 to 4111 11\*\* \*\*\*\* 1111/);
  });

  test('to a card that paid in today waits until it has cooled off, and every address is told', async () => {
    await app.owner.sql.run('delete from payout_destination');
    await app.owner.sql.run(`update remittance set created_at = now() where client_id = $1 and transfer_type = 'deposit'`, [
      client.clientId,
    ]);
    const id = await payouts.asked(wallet, '30.00');
    const told = await app.owner.sql.many<{ topic: string }>(
      `select topic from outbox where payload ->> 'type' = 'withdraw_new_destination'`,
    );
    expect(told.map(({ topic }) => topic).toSorted()).toEqual(expect.arrayContaining(['post.mail', 'post.sms']));
    await payouts.approve(id);
    await app.drain();
    expect((await payments.detailsOf(id)).timeline.at(-1)).toMatchObject({ code: 'withdrawal_cooling' });
    await app.call({ method: 'POST', path: '/sandbox/clock', body: { advance_seconds: dayMs / 1000 } });
    // The lists of persons are read anew after a day, and nothing goes out before the client was compared with them.
    await payouts.ends(id, 'completed');
  });

  test('to a card without a name waits too, whatever else without a name has paid in before', async () => {
    const euros = await books.wallet(client, { currency: 'EUR', amount: '0' });
    const [skrill, card] = [await payouts.payIn(euros, '100.00', 'EUR'), await payouts.payIn(euros, '100.00', 'EUR')];
    const now = app.opened.clock.now();
    await app.owner.sql.run('delete from payout_destination');
    await app.owner.sql.run('update remittance set card_mask = null, method_id = 1011 where id = $1', [skrill]);
    await app.owner.sql.run('update remittance set card_mask = null, created_at = $2 where id = $1', [card, now]);
    const id = await payouts.asked(euros, '60.00');
    await payouts.approve(id);
    await app.drain();
    expect((await payments.detailsOf(id)).timeline.at(-1)).toMatchObject({ code: 'withdrawal_cooling' });
  });
});

describe('a withdrawal out of a trading account', () => {
  test('leaves its platform at the request, and goes back to it when it is declined', async () => {
    await payouts.payIn(wallet, '100.00');
    const held = [await books.onPlatform(dollars), await books.inLedger(dollars)];
    const id = await payouts.asked(dollars, '60.00');
    expect(Number(await books.onPlatform(dollars))).toBe(Number(held[0]) - 60);
    expect(await books.inLedger(dollars)).toBe(await books.onPlatform(dollars));
    await payouts.decide(id, { action: 'decline', reason_code: 'method_order' });
    await payments.becomes(id, 'declined');
    expect([await books.onPlatform(dollars), await books.inLedger(dollars)]).toEqual(held);
  });

  test('of more than is free there is refused', async () => {
    await payouts.payIn(wallet, '100.00');
    await payouts.payIn(wallet, '2000.00');
    expect(await payouts.confirm(dollars, '1500.00')).toMatchObject({ errors: [{ code: 'not_enough_money' }] });
  });
});

/** As in a region that asks for none. */
async function withoutPin(act: () => Promise<void>): Promise<void> {
  Object.assign(directionAsks, { withdraw: { pin: false } });
  try {
    await act();
  } finally {
    Object.assign(directionAsks, { withdraw: { pin: true } });
  }
}

describe('at the same moment', () => {
  test('fifty savings of one withdrawal take its money once', async () => {
    const own = await books.wallet(client, { currency: 'EUR', amount: '0' });
    await payouts.payIn(own, '100.00', 'EUR');
    await withoutPin(async () => {
      const before = Number(await books.inLedger(own));
      const { id } = await payouts.ask(own, '60.00');
      const saved = await Promise.all(Array.from({ length: 50 }, () => payments.save(id)));
      expect(new Set(saved.map(({ data }) => data.transfer_id))).toEqual(new Set([id]));
      expect(Number(await books.inLedger(own))).toBe(before - 60);
      await payments.post('api/transfers/cancel', { tid: id });
    });
  });

  test('different withdrawals never take more than there is, or than the cards have brought', async () => {
    const own = await books.wallet(client, { currency: 'EUR', amount: '0' });
    await withoutPin(async () => {
      const before = Number(await books.inLedger(own));
      const quotes = [];
      for (let count = 0; count < 10; count += 1) quotes.push((await payouts.ask(own, '60.00')).id);
      const saved = await Promise.all(quotes.map((id) => payments.save(id)));
      expect(saved.filter(({ success }) => success)).toHaveLength(1);
      expect(Number(await books.inLedger(own))).toBe(before - 60);
    });
  });
});

test('the provider’s report has each payout as the book has it', async () => {
  await passDays(app, 1);
  await app.opened.worker?.sweep('settlements.read');
  const days = await app.owner.sql.many<{ state: string; posted: bigint }>('select state, posted, findings from settlement_day');
  expect(days.length).toBeGreaterThan(0);
  expect(days.filter(({ state }) => state === 'open')).toEqual([]);
});

test('what its provider has paid otherwise than agreed is paid, and its difference stands before staff', async () => {
  await payouts.payIn(wallet, '100.00');
  // Of 37 cents the provider decides nothing by itself.
  const id = await payouts.asked(wallet, '40.37');
  await payouts.approve(id);
  await payouts.lookAgain();
  const [reference] = await payouts.references(id);
  const body = { outcome: 'approved', amount: '30.37', currency: 'USD' };
  await app.call({ method: 'POST', path: `/sandbox/payments/${reference}`, body });
  await payouts.ends(id, 'completed');
  const found = async () =>
    app.owner.sql.many<{ id: number; detail: object }>(
      `select replace(subject, 'payout:', '')::integer as id, detail from desk_case
       where queue = 'withdrawals' and closed_at is null and detail ->> 'kind' = 'payout_other_amount'`,
    );
  const [difference] = await found();
  const paid = { amount: '30.37', currency: 'USD' };
  expect(difference).toMatchObject({ detail: { transfer_id: id, amount: '40.37', paid } });
  const finance = await app.signInStaff('finance');
  const path = `/api/desk/payouts/${difference?.id}`;
  const reason = 'the card scheme kept its charge of what was sent';
  expect(await app.call({ method: 'POST', path, body: { reason }, as: finance })).toMatchObject({ errors: [] });
  expect(await found()).toEqual([]);
});
