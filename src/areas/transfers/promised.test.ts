import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMarkets } from '../../server/testing/dealer.ts';
import { openCounter, type Counter } from '../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../server/testing/payoutFixture.ts';

/* The clock that a client sees of a withdrawal runs by the office's hours, as the desk's own does, and to the same instant. */

const hourMs = 3_600_000;
const hour = 3_600;
let counter: Counter;
let payouts: PayoutFixture;
beforeAll(async () => {
  counter = await openCounter('ng.active', { dollars: '0', wallet: '0' });
  payouts = await openPayoutFixture(counter.app, counter);
  await payouts.trade(counter.dollars);
  // Wednesday, ten o'clock of UTC.
  await openMarkets(counter.app);
});
afterAll(() => counter.app.close());

/** Asked for now: since when it waits for approval, until when that is promised, and the same at the desk. */
async function asked() {
  const { app, payments, wallet } = counter;
  await payouts.payIn(wallet, '100.00');
  const id = await payouts.asked(wallet, '40.00');
  const { next, timeline } = await payments.detailsOf(id);
  const line = timeline.find(({ code }: { code: string }) => code === 'awaiting_approval');
  const staff = await app.signInStaff('finance');
  const { items } = (await app.call({ method: 'GET', path: '/api/desk/queues/withdrawals', as: staff })).data;
  const item = items.find(({ subject }: { subject: string }) => subject === `remittance:${id}`);
  return {
    id,
    next,
    since: new Date(line.at).getTime(),
    until: new Date(next.until).getTime(),
    dueAt: new Date(item.due_at).getTime(),
  };
}

// The office is open Monday to Friday, 04:00 to 18:00 UTC, and 24 hours of it are promised.
test('asked for on a Wednesday at ten it is decided by Friday, two hours after the office opens', async () => {
  const { since, until, dueAt, next } = await asked();
  expect(new Date(since).getUTCDay()).toBe(3);
  // Eight hours on Wednesday, fourteen on Thursday, two on Friday.
  expect(until - since).toBe(44 * hourMs);
  expect([dueAt, next.who, next.late]).toEqual([until, 'house', null]);
});

test('asked for on a Friday at ten it is decided by Tuesday: no hour of the week-end counts', async () => {
  await counter.app.opened.clock.advance(48 * hour);
  const { id, since, until, dueAt } = await asked();
  expect(new Date(since).getUTCDay()).toBe(5);
  // Eight hours on Friday, fourteen on Monday, two on Tuesday.
  expect([until - since, dueAt]).toEqual([92 * hourMs, until]);
  // All of the week-end it is not late, and it is from that instant on.
  const late = async () => (await counter.payments.detailsOf(id)).next.late;
  await counter.app.opened.clock.advance(91 * hour);
  expect(await late()).toBeNull();
  await counter.app.opened.clock.advance(hour + 60);
  expect(await late()).toMatch(/\w+ \w+/);
  expect((await counter.payments.detailsOf(id)).next.until).toBe(new Date(until).toISOString());
});
