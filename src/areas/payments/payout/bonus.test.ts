import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { accountNumber } from '../../../base/id.ts';
import * as chart from '../../../ledger/chart.ts';
import { balanceOf } from '../../../ledger/statement.ts';
import { openCounter, type Counter } from '../../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../../server/testing/payoutFixture.ts';

/* Document 1 §4 and §9: money is paid out of a promo account only when its bonus goes first, and its client has said so. */

let counter: Counter;
let payouts: PayoutFixture;
beforeAll(async () => {
  counter = await openCounter('ng.active', { dollars: '0', wallet: '0' });
  const { app, books, client, payments } = counter;
  payouts = await openPayoutFixture(app, { client, payments, books });
});
afterAll(() => counter.app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await counter.books.faults()).toEqual([]));

/** With 100.00 of its own and a bonus of 30.00 from that promotion. */
async function promo(promotion: number | null): Promise<number> {
  const { app, books, client, wallet } = counter;
  await payouts.payIn(wallet, '100.00');
  const number = await books.account(client, 'ecn mt5', { currency: 'USD', amount: '100.00' });
  await payouts.trade(number);
  const { platforms, book, clock } = app.opened.app;
  const credit = { login: number, kind: 'credit', amount: 3_000n, currency: 'USD', tag: `bonus-${number}` } as const;
  await platforms.mt5.balanceOperation(credit);
  const legs = [{ from: chart.promotions(3, 'USD'), to: bonusOf(number), minor: 3_000n }] as const;
  await book.submit({ movement: { key: `bonus:${number}`, kind: 'bonus_granted', legs, at: clock.now() } });
  const set = 'update trading_account set is_promo = true, promotion_id = $2 where number = $1';
  await app.owner.sql.run(set, [number, promotion]);
  return number;
}

const bonusOf = (number: number) =>
  chart.bonusCredit({ company: 3, clientId: counter.client.clientId }, 'USD', accountNumber(number));

/** The bonus, on the platform and in the book. */
async function left(number: number): Promise<unknown[]> {
  const answer = await counter.app.opened.app.platforms.mt5.account(number);
  if (answer.outcome !== 'done') throw new Error(`the platform says ${answer.outcome}`);
  return [answer.account.credit, await balanceOf(counter.app.owner.sql, bonusOf(number))];
}

test('a withdrawal out of a promo account asks for the bonus, whose amount it says, and pays out only without it', async () => {
  const { payments, books } = counter;
  const number = await promo(null);
  const { id, pin } = await payouts.ask(number, '40.00');
  const asked = await payments.save(id, { payment_code: pin });
  expect(asked).toMatchObject({ httpStatus: 422, errors: [{ code: '20034' }], data: { amount: '30.00', currency: 'USD' } });
  expect(asked.errors[0]?.validation_messages).toHaveProperty('confirm_bonus_removal');
  expect([await left(number), await books.onPlatform(number)]).toEqual([[3_000n, 3_000n], '100.00']);
  expect((await payments.save(id, { payment_code: pin, confirm_bonus_removal: true })).errors).toEqual([]);
  await payments.becomes(id, 'on_review');
  expect([await left(number), await books.onPlatform(number)]).toEqual([[0n, 0n], '60.00']);
  await payouts.approve(id);
  await payouts.ends(id, 'completed');
});

test('one out of an account of a promotion that is exempt asks nothing, and its bonus stays', async () => {
  const { books } = counter;
  const number = await promo(58);
  const id = await payouts.asked(number, '40.00');
  expect((await counter.payments.detailsOf(id)).status).toBe('on_review');
  expect([await left(number), await books.onPlatform(number)]).toEqual([[3_000n, 3_000n], '60.00']);
});
