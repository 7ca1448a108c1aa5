import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { remittanceId } from '../../../base/id.ts';
import { suspense } from '../../../ledger/chart.ts';
import { balanceOf } from '../../../ledger/statement.ts';
import type { PaymentState } from '../../../ports/payments/port.ts';
import type { SignedIn, TestApp } from '../../../server/testing/app.ts';
import type { BookFixture } from '../../../server/testing/bookFixture.ts';
import { openCounter, restrict, type PaymentsFixture } from '../../../server/testing/paymentsFixture.ts';
import { leftOf } from '../payout/lines.ts';
import { creditUnmatched } from './reviews.ts';

/* An order may bring several payments. What is taken back is taken of what was credited of it, payment by payment, and never more. */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let wallet: number;
let dollars: number;
let client: SignedIn;

beforeAll(async () => {
  ({ app, books, client, payments, wallet, dollars } = await openCounter('global.active', { dollars: '0', wallet: '0' }));
});
afterAll(async () => app.close());
// What is disputed shuts the next deposit.
beforeEach(async () => restrict(app, client, false));
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const usd = (minor: bigint) => ({ minor, currency: 'USD' }) as const;
const cents = async (place: number) => Math.round(Number(await books.inLedger(place)) * 100);
const inSuspense = async () => Number(await balanceOf(app.owner.sql, suspense(3, 'USD')));

/** What was there at the beginning, so that each test tells of changes only. */
async function changes() {
  const before = [await cents(wallet), await cents(dollars), await inSuspense()] as const;
  return async () => [(await cents(wallet)) - before[0], (await cents(dollars)) - before[1], (await inSuspense()) - before[2]];
}

/**
 * The provider tells of a transaction that is done, by a name of its own within the order; what has followed from it, whichever process
 * has heard of it first.
 */
async function tell(
  reference: string,
  [name, kind, minor]: readonly [string, PaymentState['kind'], bigint],
  more: Partial<PaymentState> = {},
) {
  const providerTransactionId = `${name}-${reference}`;
  await payments.told(reference, { kind, status: 'approved', providerTransactionId, amount: usd(minor), ...more });
  const { outcome } = await app.owner.sql.one<{ outcome: string | null }>(
    'select outcome from provider_transaction where transaction_id = $1 and kind = $2',
    [providerTransactionId, kind],
  );
  return outcome;
}

async function paid(into = wallet): Promise<{ readonly id: number; readonly reference: string }> {
  const started = await payments.startDeposit(into, '100.00');
  await tell(started.reference, ['first', 'payment', 10_000n]);
  return started;
}

const rowOf = (number: string) =>
  app.owner.sql.one<{ id: number }>(
    'select id::integer as id from provider_transaction where transaction_id = $1 order by id limit 1',
    [number],
  );

async function credit(number: string, minor?: bigint): Promise<string> {
  const { id } = await rowOf(number);
  return app.owner.transact((sql) => creditUnmatched(sql, { id, minor, now: app.opened.clock.now() }));
}

/** An order with a second payment of so much, which staff have credited. */
async function paidTwice(minor: bigint, into = wallet) {
  const order = await paid(into);
  expect(await tell(order.reference, ['second', 'payment', minor])).toBe('suspense');
  expect(await credit(`second-${order.reference}`)).toBe('done');
  return order;
}

type Reversal = { readonly id: number; readonly amount: string; readonly status: string; readonly account_number: number };
const reversalsOf = async (id: number): Promise<Reversal[]> =>
  Promise.all((await payments.detailsOf(id)).reversed_by.map((each: number) => payments.detailsOf(each)));
const amountsOf = async (id: number) => (await reversalsOf(id)).map(({ amount, status }) => `${amount} ${status}`);
const toSource = (id: number) =>
  leftOf(app.owner.sql, { sourceId: remittanceId(id), except: remittanceId(id), now: app.opened.clock.now() });

describe('a second payment that staff have credited', () => {
  test.each([
    ['refunded', 'refund', 7_500n],
    ['charged back', 'chargeback', 7_500n],
    ['charged back, of the same amount', 'chargeback', 10_000n],
  ] as const)('is taken back as well as the first when both are %s, and nothing more is', async (_how, kind, minor) => {
    const now = await changes();
    const { id, reference } = await paidTwice(minor);
    expect(await toSource(id)).toBe(10_000n + minor);
    expect(await tell(reference, ['one', kind, 10_000n])).toBe('reversed');
    await expect.poll(now).toEqual([Number(minor), 0, 0]);
    expect(await toSource(id)).toBe(minor);
    for (let times = 0; times < 2; times += 1) expect(await tell(reference, ['two', kind, minor])).toBe('reversed');
    await expect.poll(async () => [await now(), await toSource(id)]).toEqual([[0, 0, 0], 0n]);
    expect(await tell(reference, ['three', kind, 1n])).toBe('on_review');
    await expect.poll(now).toEqual([0, 0, 0]);
  });

  test('is taken from the wallet that it was credited to, where the provider says that it is the second', async () => {
    const now = await changes();
    const { id, reference } = await paidTwice(10_000n, dollars);
    await expect.poll(now).toEqual([10_000, 10_000, 0]);
    expect(await tell(reference, ['second', 'chargeback', 10_000n], { undoesItself: true })).toBe('reversed');
    await expect.poll(now).toEqual([0, 10_000, 0]);
    expect(await reversalsOf(id)).toMatchObject([{ amount: '100.00', account_number: wallet }]);
    const [dispute] = await app.owner.sql.many<{ payment: { transaction: string; account: number } }>(
      'select payment from dispute where remittance_id = $1',
      [id],
    );
    expect(dispute?.payment).toMatchObject({ transaction: `second-${reference}`, account: wallet });
    // Nothing is left of the second; of the first all is.
    expect(await tell(reference, ['first', 'refund', 10_000n], { undoesItself: true })).toBe('reversed');
    await expect.poll(now).toEqual([0, 0, 0]);
  });

  test('is taken together with the first where neither has so much left, is won back whole, and taken once more', async () => {
    const now = await changes();
    const { id, reference } = await paidTwice(5_000n);
    await tell(reference, ['part', 'refund', 3_000n]);
    expect(await tell(reference, ['most', 'chargeback', 10_000n])).toBe('reversed');
    await expect.poll(now).toEqual([2_000, 0, 0]);
    await expect.poll(() => amountsOf(id)).toEqual(['30.00 completed', '70.00 completed', '30.00 completed']);
    const disputes = await app.owner.sql.many('select from dispute where remittance_id = $1', [id]);
    expect(disputes).toHaveLength(2);
    expect(await tell(reference, ['won', 'won_back', 10_000n])).toBe('won_back');
    await expect.poll(async () => [await now(), await toSource(id)]).toEqual([[12_000, 0, 0], 12_000n]);
    const open = await app.owner.sql.many(`select from dispute where remittance_id = $1 and status <> 'won'`, [id]);
    expect(open).toHaveLength(0);
    expect(await tell(reference, ['again', 'chargeback', 10_000n])).toBe('reversed');
    await expect.poll(async () => [await now(), await toSource(id)]).toEqual([[2_000, 0, 0], 2_000n]);
  });

  test('of another currency than the order’s is taken back in its own', async () => {
    const euros = await books.wallet(client, { currency: 'EUR', amount: '0' });
    const before = await cents(euros);
    const { id, reference } = await paid();
    const eur = { amount: { minor: 4_000n, currency: 'EUR' } } as const;
    await tell(reference, ['second', 'payment', 0n], eur);
    await credit(`second-${reference}`);
    await expect.poll(async () => (await cents(euros)) - before).toBe(4_000);
    expect(await tell(reference, ['back', 'chargeback', 0n], eur)).toBe('reversed');
    await expect.poll(async () => [(await cents(euros)) - before, await toSource(id)]).toEqual([0, 10_000n]);
    expect(await tell(reference, ['won', 'won_back', 0n], eur)).toBe('won_back');
    await expect.poll(async () => (await cents(euros)) - before).toBe(4_000);
  });

  test('is taken with the first once staff say how much it is', async () => {
    const now = await changes();
    const { id, reference } = await paidTwice(5_000n);
    const pounds = { amount: { minor: 9_000n, currency: 'GBP' } } as const;
    expect(await tell(reference, ['gbp', 'chargeback', 0n], pounds)).toBe('on_review');
    const [waiting] = await reversalsOf(id);
    const [finance, admin] = [await app.signInStaff('finance'), await app.signInStaff('admin')];
    const reason = 'the provider’s cabinet says so';
    const approve = async (amount: string) => {
      const body = { action: 'approve', amount, reason };
      const asked = await app.call({ method: 'POST', path: `/api/desk/transfers/${waiting?.id}`, body, as: finance });
      const path = `/api/desk/approvals/${asked.data.approval.id}`;
      return app.call({ method: 'POST', path, body: { decision: 'approve', reason }, as: admin });
    };
    expect((await approve('150.01')).errors).toMatchObject([{ code: 'approval_outdated' }]);
    expect((await approve('120.00')).errors).toEqual([]);
    await books.hurry();
    await expect
      .poll(async () => [await now(), await amountsOf(id)])
      .toEqual([
        [3_000, 0, 0],
        ['100.00 completed', '20.00 completed'],
      ]);
    expect(await toSource(id)).toBe(3_000n);
  });
});

describe('word of what is taken back that is late, doubled or in another order', () => {
  test('before the second payment, and before that is credited, takes no more than both have brought', async () => {
    const now = await changes();
    const { id, reference } = await paid();
    expect(await tell(reference, ['back', 'chargeback', 7_500n])).toBe('reversed');
    expect(await tell(reference, ['second', 'payment', 7_500n])).toBe('suspense');
    await expect.poll(now).toEqual([2_500, 0, 7_500]);
    expect(await credit(`second-${reference}`)).toBe('done');
    await expect.poll(async () => [await now(), await toSource(id)]).toEqual([[10_000, 0, 0], 10_000n]);
    expect(await tell(reference, ['rest', 'chargeback', 10_000n])).toBe('reversed');
    await expect.poll(async () => [await now(), await toSource(id)]).toEqual([[0, 0, 0], 0n]);
    expect(await amountsOf(id)).toEqual(['75.00 completed', '25.00 completed', '75.00 completed']);
  });

  test('in parts, each told twice at once by several, is taken once', async () => {
    const now = await changes();
    const { id, reference } = await paidTwice(7_500n);
    const parts = [...[2_000n, 500n, 9_000n, 3_000n, 1_000n, 2_000n].entries()];
    const told = [...parts, ...parts].toReversed();
    await Promise.all(told.map(([place, minor]) => tell(reference, [`part ${place}`, 'refund', minor])));
    await expect.poll(now).toEqual([0, 0, 0]);
    const taken = (await reversalsOf(id)).reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
    expect([taken, await toSource(id)]).toEqual([17_500, 0n]);
    expect(await tell(reference, ['one more', 'refund', 1n])).toBe('on_review');
    await expect.poll(now).toEqual([0, 0, 0]);
  });

  test('both chargebacks at once, while a payment of the same amount is being credited, are each taken once', async () => {
    const now = await changes();
    const { id, reference } = await paid();
    await tell(reference, ['second', 'payment', 10_000n]);
    const [credited] = await Promise.all([
      credit(`second-${reference}`),
      ...['one', 'two', 'two', 'one'].map((name) => tell(reference, [name, 'chargeback', 10_000n])),
    ]);
    // Whoever was first: it was the client’s for a moment, or never.
    expect(['done', 'outdated']).toContain(credited);
    await expect.poll(async () => [await now(), await toSource(id)]).toEqual([[0, 0, 0], 0n]);
    expect(await reversalsOf(id)).toHaveLength(credited === 'done' ? 2 : 1);
  });
});

describe('a second payment that stands in suspense', () => {
  test('is not credited any more once it was charged back', async () => {
    const now = await changes();
    const { reference } = await paid();
    await tell(reference, ['second', 'payment', 7_500n]);
    expect(await tell(reference, ['back', 'chargeback', 7_500n])).toBe('returned');
    expect(await credit(`second-${reference}`)).toBe('outdated');
    await expect.poll(now).toEqual([10_000, 0, 0]);
  });

  test('gives back what nothing else has, and only the rest can become the client’s', async () => {
    const now = await changes();
    const { id, reference } = await paid();
    await tell(reference, ['second', 'payment', 5_000n]);
    await tell(reference, ['whole', 'refund', 10_000n]);
    expect(await tell(reference, ['back', 'chargeback', 3_000n])).toBe('returned');
    await expect.poll(now).toEqual([0, 0, 2_000]);
    const [open] = await app.owner.sql.many<{ detail: object }>(
      `select detail from desk_case where queue = 'unmatched' and closed_at is null and (detail ->> 'transfer_id')::integer = $1`,
      [id],
    );
    expect(open?.detail).toMatchObject({ amount: '20.00' });
    // Whoever has agreed to fifty has not agreed to twenty.
    expect(await credit(`second-${reference}`, 5_000n)).toBe('outdated');
    expect(await credit(`second-${reference}`, 2_000n)).toBe('done');
    await expect.poll(async () => [await now(), await toSource(id)]).toEqual([[2_000, 0, 0], 2_000n]);
    expect(await tell(reference, ['rest', 'refund', 2_000n])).toBe('reversed');
    await expect.poll(now).toEqual([0, 0, 0]);
    expect(await tell(reference, ['won', 'won_back', 3_000n])).toBe('suspense');
    await expect.poll(now).toEqual([0, 0, 3_000]);
  });

  test('goes before what was credited where only both together are as much', async () => {
    const now = await changes();
    const { id, reference } = await paid();
    await tell(reference, ['second', 'payment', 5_000n]);
    await tell(reference, ['part', 'refund', 3_000n]);
    expect(await tell(reference, ['most', 'chargeback', 10_000n])).toBe('reversed');
    await expect
      .poll(async () => [await now(), await amountsOf(id)])
      .toEqual([
        [2_000, 0, 0],
        ['30.00 completed', '50.00 completed'],
      ]);
  });
});

describe('what the bank has given back of a deposit that was declined, credited by staff', () => {
  async function wonBack() {
    const { id, reference } = await payments.startDeposit(wallet, '100.00');
    expect(await tell(reference, ['first', 'payment', 8_000n])).toBe('on_review');
    expect(await tell(reference, ['back', 'chargeback', 8_000n])).toBe('returned');
    expect(await tell(reference, ['won', 'won_back', 8_000n])).toBe('suspense');
    return { id, reference };
  }

  test('is taken once more by a second chargeback, given by its end, and never more is', async () => {
    const now = await changes();
    const { id, reference } = await wonBack();
    await credit(`won-${reference}`);
    await expect.poll(async () => [await now(), await toSource(id)]).toEqual([[8_000, 0, 0], 8_000n]);
    expect(await tell(reference, ['arbitration', 'chargeback', 8_000n])).toBe('reversed');
    await expect.poll(async () => [await now(), await toSource(id)]).toEqual([[0, 0, 0], 0n]);
    expect(await tell(reference, ['won again', 'won_back', 8_000n])).toBe('won_back');
    await expect.poll(now).toEqual([8_000, 0, 0]);
    expect(await tell(reference, ['third', 'chargeback', 8_001n])).toBe('on_review');
    await expect.poll(now).toEqual([8_000, 0, 0]);
    expect((await payments.detailsOf(id)).status).toBe('declined');
  });

  test('is not credited any more where the second chargeback comes first', async () => {
    const now = await changes();
    const { reference } = await wonBack();
    expect(await tell(reference, ['arbitration', 'chargeback', 8_000n])).toBe('returned');
    expect(await credit(`won-${reference}`)).toBe('outdated');
    await expect.poll(now).toEqual([0, 0, 0]);
  });
});

test('what staff have sent back takes nothing of the payment that followed it', async () => {
  const now = await changes();
  const { id, reference } = await payments.startDeposit(wallet, '100.00');
  await tell(reference, ['wrong', 'payment', 8_000n]);
  const body = { action: 'send_back', reason: 'the payer has asked for it' };
  const finance = await app.signInStaff('finance');
  await app.call({ method: 'POST', path: `/api/desk/transfers/${id}`, body, as: finance });
  await tell(reference, ['right', 'payment', 10_000n]);
  await expect.poll(now).toEqual([10_000, 0, 0]);
  for (const part of ['1', '2']) expect(await tell(reference, [part, 'refund', 4_000n])).toBe('returned');
  await expect.poll(now).toEqual([10_000, 0, 0]);
  expect(await tell(reference, ['3', 'refund', 4_000n])).toBe('reversed');
  await expect.poll(now).toEqual([6_000, 0, 0]);
});
