import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseRate } from '../../../base/money.ts';
import { dayMs, minuteMs } from '../../../base/time.ts';
import { fees, wallet as walletOf } from '../../../ledger/chart.ts';
import { keepReference } from '../../rates/store.ts';
import { balanceOf } from '../../../ledger/statement.ts';
import type { SignedIn, TestApp } from '../../../server/testing/app.ts';
import type { BookFixture } from '../../../server/testing/bookFixture.ts';
import { openCounter, restrict, type PaymentsFixture } from '../../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../../server/testing/payoutFixture.ts';

/* What was taken back of a client's payments between the request of a withdrawal and its payout. */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let payouts: PayoutFixture;
let client: SignedIn;
let wallet: number;

beforeAll(async () => {
  let dollars: number;
  ({ app, books, client, payments, dollars, wallet } = await openCounter('ng.active', { dollars: '0', wallet: '0' }));
  payouts = await openPayoutFixture(app, { client, payments, books });
  await payouts.trade(dollars);
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

let spent = 0;

/** All that is in the wallets is gone. */
async function spendAll(): Promise<void> {
  const owner = { company: 3, clientId: client.clientId };
  const { book, clock } = app.opened.app;
  for (const currency of ['USD', 'EUR'] as const) {
    const from = walletOf(owner, currency);
    const minor = await balanceOf(app.owner.sql, from);
    if (minor === 0n) continue;
    const movement = { key: `fee:stopped-${(spent += 1)}`, kind: 'fee', at: clock.now() } as const;
    await book.submit({ movement: { ...movement, legs: [{ from, to: fees(3, currency), minor }] } });
  }
}

async function takenBack(id: number, told: { readonly minor: bigint; readonly currency: 'USD' | 'EUR' }): Promise<void> {
  const { reference } = await app.owner.sql.one<{ reference: string }>('select reference from remittance where id = $1', [id]);
  const transaction = { kind: 'refund', status: 'approved', providerTransactionId: `back-${reference}` } as const;
  await payments.told(reference, { ...transaction, amount: { ...told, letters: told.currency } });
}

const all = { minor: 100_00n, currency: 'USD' } as const;

/** Approved, to a card that is new and has to cool off first. */
async function approvedButCooling(amount: string): Promise<number> {
  await app.owner.sql.run('delete from payout_destination');
  await app.owner.sql.run(`update remittance set created_at = $2 where client_id = $1 and transfer_type = 'deposit'`, [
    client.clientId,
    app.opened.clock.now(),
  ]);
  const id = await payouts.asked(wallet, amount);
  await payouts.approve(id);
  await app.drain();
  expect((await payments.detailsOf(id)).timeline.at(-1)).toMatchObject({ code: 'withdrawal_cooling' });
  return id;
}

async function coolOff(): Promise<void> {
  await app.call({ method: 'POST', path: '/sandbox/clock', body: { advance_seconds: dayMs / 1000 } });
  await app.opened.worker?.sweep('remittance.payouts');
}

/** What has come into the wallet has paid what was owed, to the last unit. */
async function collected(): Promise<void> {
  await app.opened.clock.advance(10 * 60);
  await app.opened.worker?.sweep('remittance.debts');
  const { owed } = await app.owner.sql.one<{ owed: bigint }>('select sum(remaining)::bigint as owed from client_debt');
  expect(owed).toBe(0n);
}

/** The payment that a withdrawal goes back to. */
async function sourceOf(id: number): Promise<number> {
  const line = await app.owner.sql.one<{ source: number }>(
    'select source_id as source from withdrawal_line where remittance_id = $1',
    [id],
  );
  return line.source;
}

/** Each test has two payments of its own; the oldest that has something left is gone back to first. */
let newest: number;
beforeEach(async () => {
  await payouts.payIn(wallet, '100.00');
  newest = await payouts.payIn(wallet, '100.00');
});
afterEach(spendAll);

test('a withdrawal is not approved while its client owes something', async () => {
  const id = await payouts.asked(wallet, '100.00');
  await spendAll();
  await takenBack(newest, all);
  expect(await payouts.decide(id, { action: 'approve' })).toMatchObject({ httpStatus: 409, errors: [{ code: 'client_owes' }] });
  expect(await payments.detailsOf(id)).toMatchObject({ status: 'on_review' });
  // Given back it pays what is owed.
  expect(await payouts.decide(id, { action: 'send_back' })).toMatchObject({ success: true });
  await collected();
  expect(await books.inLedger(wallet)).toBe('0.00');
});

test('what is approved is not paid to a card whose payment was taken back before it had cooled off', async () => {
  const id = await approvedButCooling('100.00');
  await takenBack(await sourceOf(id), all);
  expect(await books.inLedger(wallet)).toBe('0.00');
  await coolOff();
  await payouts.ends(id, 'failed');
  expect(await payouts.atProvider(id)).toEqual([]);
  expect(await books.inLedger(wallet)).toBe('100.00');
  expect((await payments.detailsOf(id)).timeline.map(({ code }: { code: string }) => code)).toContain('payout_stopped');
  expect((await payments.detailsOf(id)).reason).toMatch(/taken back/);
});

test('nothing is approved, and nothing that was approved is paid, while a payment of its client’s is disputed', async () => {
  const cooling = await approvedButCooling('50.00');
  const waiting = await payouts.asked(wallet, '20.00');
  await restrict(app, client, true);
  try {
    expect(await payouts.decide(waiting, { action: 'approve' })).toMatchObject({ errors: [{ code: 'client_charged_back' }] });
    await coolOff();
    await payouts.ends(cooling, 'failed');
    expect(await payouts.atProvider(cooling)).toEqual([]);
    expect((await payouts.confirm(wallet, '10.00')).errors).toMatchObject([{ code: 'charged_back' }]);
  } finally {
    await restrict(app, client, false);
  }
  expect(await payouts.decide(waiting, { action: 'send_back' })).toMatchObject({ success: true });
});

test('what is approved is not paid while its client is frozen, and goes out afterwards', async () => {
  const id = await approvedButCooling('100.00');
  const become = (status: number) =>
    app.owner.sql.run('update client set status_id = $2 where id = $1', [client.clientId, status]);
  await become(14);
  await coolOff();
  expect(await payouts.atProvider(id)).toEqual([]);
  await become(12);
  await app.opened.worker?.sweep('remittance.payouts');
  await payments.becomes(id, 'completed');
});

test('what is approved is not paid while its client owes something: it pays that', async () => {
  const id = await approvedButCooling('100.00');
  await spendAll();
  await takenBack(newest, all);
  await coolOff();
  await payouts.ends(id, 'failed');
  expect(await payouts.atProvider(id)).toEqual([]);
  await collected();
  expect(await books.inLedger(wallet)).toBe('0.00');
});

test('nothing goes back to a payment of which staff looks at what was taken back', async () => {
  const id = await payouts.asked(wallet, '50.00');
  const source = await sourceOf(id);
  // In another currency it fits no payment, and waits for staff.
  await takenBack(source, { minor: 90_00n, currency: 'EUR' });
  const { quote } = await payouts.ask(wallet, '40.00');
  expect(quote.split.lines).not.toContainEqual(expect.objectContaining({ transfer_id: source }));
  expect(await payouts.decide(id, { action: 'approve' })).toMatchObject({ errors: [{ code: 'sources_changed' }] });
});

describe('a withdrawal that is exchanged', () => {
  let euros: number;
  beforeEach(async () => void (euros = await books.wallet(client, { currency: 'EUR', amount: '100.00' })));
  const cancel = (tid: number) => payments.post('api/transfers/cancel', { tid });

  test('is the client’s again while its rate holds', async () => {
    expect(await cancel(await payouts.asked(euros, '40.00'))).toMatchObject({ data: { transfer: { status: 'cancelled' } } });
  });

  test('is not taken back by its client once another rate holds: nobody keeps an old one for nothing', async () => {
    const id = await payouts.asked(euros, '40.00');
    expect(await payments.detailsOf(id)).toMatchObject({ can_cancel: true });
    await publishAnew();
    expect(await payments.detailsOf(id)).toMatchObject({ can_cancel: false });
    expect(await cancel(id)).toMatchObject({ httpStatus: 409, errors: [{ code: 'cancel_rate_changed' }] });
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'on_review' });
    // Staff may give it back all the same.
    expect(await payouts.decide(id, { action: 'send_back' })).toMatchObject({ success: true });
  });
});

/** A day later the banks have made other rates. */
async function publishAnew(): Promise<void> {
  await app.opened.clock.advance(dayMs / 1000);
  const now = app.opened.clock.now();
  const day = now.toISOString().slice(0, 10);
  const row = { currency: 'USD', day, rate: parseRate('1.02') ?? 0n, publishedAt: new Date(now.getTime() - minuteMs) };
  await keepReference(app.owner.sql, [row]);
}
