import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fees, suspense, wallet as walletOf } from '../../../ledger/chart.ts';
import { balanceOf } from '../../../ledger/statement.ts';
import type { PaymentState } from '../../../ports/payments/port.ts';
import type { SignedIn, TestApp } from '../../../server/testing/app.ts';
import type { BookFixture } from '../../../server/testing/bookFixture.ts';
import { openCounter, restrict, type PaymentsFixture } from '../../../server/testing/paymentsFixture.ts';

/* What the payer's bank gives back of a chargeback for which nothing had been taken from the client. */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let wallet: number;
let client: SignedIn;

beforeAll(async () => {
  ({ app, books, client, payments, wallet } = await openCounter('global.active', { dollars: '0', wallet: '0' }));
});
afterAll(async () => app.close());
// What is disputed shuts the next deposit.
beforeEach(async () => restrict(app, client, false));
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const usd = (minor: bigint) => ({ minor, currency: 'USD' }) as const;
const inSuspense = () => balanceOf(app.owner.sql, suspense(3, 'USD'));
const atRest = async () => [await books.inLedger(wallet), await inSuspense()];

const outcomeOf = (transaction: string) =>
  app.owner.sql.one<{ outcome: string | null }>('select outcome from provider_transaction where transaction_id = $1', [
    transaction,
  ]);

/** Tells of the chargeback and of its end, in either order, and answers what has followed from the end. */
async function wonBack(reference: string, minor: bigint, order: 'in order' | 'the end first') {
  const tells = (kind: 'chargeback' | 'won_back') => async () => {
    const state: Partial<PaymentState> = { kind, status: 'approved', providerTransactionId: `${kind}-${reference}` };
    await payments.told(reference, { ...state, amount: usd(minor) });
  };
  const steps = [tells('chargeback'), tells('won_back')];
  for (const step of order === 'in order' ? steps : steps.toReversed()) await step();
  return (await outcomeOf(`won_back-${reference}`)).outcome;
}

describe.each(['in order', 'the end first'] as const)('told %s', (order) => {
  test('of a second payment that stood in suspense it stands in suspense again', async () => {
    const { reference } = await payments.startDeposit(wallet, '100.00');
    await payments.told(reference, { status: 'approved', amount: usd(10_000n) });
    await payments.told(reference, { status: 'approved', providerTransactionId: `2-${reference}`, amount: usd(10_000n) });
    const before = await atRest();
    expect(await wonBack(reference, 10_000n, order)).toBe('suspense');
    expect(await atRest()).toEqual(before);
  });

  test('of a deposit that was never credited it goes to suspense, before staff', async () => {
    const { id, reference } = await payments.startDeposit(wallet, '100.00');
    await payments.told(reference, { status: 'approved', amount: usd(8_000n) });
    const [held, suspended] = [await books.inLedger(wallet), await inSuspense()];
    expect(await wonBack(reference, 8_000n, order)).toBe('suspense');
    expect(await atRest()).toEqual([held, suspended + 8_000n]);
    const cases = await app.owner.sql.many(
      `select from desk_case where queue = 'unmatched' and closed_at is null and (detail ->> 'transfer_id')::integer = $1`,
      [id],
    );
    expect(cases).toHaveLength(1);
  });

  test('where staff have decided that nothing is taken for the chargeback, nothing is given for its end', async () => {
    const { id, reference } = await payments.startDeposit(wallet, '100.00');
    await payments.told(reference, { status: 'approved', amount: usd(10_000n) });
    const before = await atRest();
    expect(await wonBack(reference, 10_001n, order)).toBe(null);
    const [reversal]: number[] = (await payments.detailsOf(id)).reversed_by;
    const body = { action: 'decline', reason_code: 'data_missing', reason: 'the broker bears it' };
    const finance = await app.signInStaff('finance');
    const declined = await app.call({ method: 'POST', path: `/api/desk/transfers/${reversal}`, body, as: finance });
    expect(declined.errors).toEqual([]);
    await books.hurry();
    expect((await outcomeOf(`won_back-${reference}`)).outcome).toBe('refused');
    expect(await atRest()).toEqual(before);
  });
});

test('what the broker has written off is the broker’s again, and the rest is the client’s', async () => {
  const { id, reference } = await payments.startDeposit(wallet, '100.00');
  await payments.told(reference, { status: 'approved', amount: usd(10_000n) });
  const owner = { company: 3, clientId: client.clientId };
  const spent = (await balanceOf(app.owner.sql, walletOf(owner, 'USD'))) - 3_000n;
  const leg = { from: walletOf(owner, 'USD'), to: fees(3, 'USD'), minor: spent };
  await app.opened.app.book.submit({ movement: { key: 'fee:spent', kind: 'fee', legs: [leg], at: app.opened.clock.now() } });
  const tells = (kind: 'chargeback' | 'won_back', of: { readonly number: string; readonly minor: bigint }) =>
    payments.told(reference, { kind, status: 'approved', providerTransactionId: of.number, amount: usd(of.minor) });
  await tells('chargeback', { number: `back-${reference}`, minor: 10_000n });
  const [reversal]: number[] = (await payments.detailsOf(id)).reversed_by;
  const [finance, admin] = [await app.signInStaff('finance'), await app.signInStaff('admin')];
  const reason = 'nothing is left to be had';
  const asked = await app.call({
    method: 'POST',
    path: `/api/desk/transfers/${reversal}`,
    body: { action: 'decline', reason_code: 'suspicion', reason },
    as: finance,
  });
  const path = `/api/desk/approvals/${asked.data.approval.id}`;
  const agreed = await app.call({ method: 'POST', path, body: { decision: 'approve', reason }, as: admin });
  expect(agreed.errors).toEqual([]);
  const earned = await balanceOf(app.owner.sql, fees(3, 'USD'));
  const standing = async () => [await books.inLedger(wallet), (await balanceOf(app.owner.sql, fees(3, 'USD'))) - earned];
  expect(await standing()).toEqual(['0.00', 0n]);
  // Of seventy that nobody paid forty come first, and thirty of the sixty that follow.
  expect(await tells('won_back', { number: `one-${reference}`, minor: 4_000n })).toBe('won_back');
  expect(await standing()).toEqual(['0.00', 4_000n]);
  expect(await tells('won_back', { number: `two-${reference}`, minor: 6_000n })).toBe('won_back');
  expect(await standing()).toEqual(['30.00', 7_000n]);
});

test('one whose chargeback nobody has told of yet waits for it, and a second end of one chargeback too', async () => {
  const { reference } = await payments.startDeposit(wallet, '100.00');
  await payments.told(reference, { status: 'approved', amount: usd(8_000n) });
  const won = { kind: 'won_back', status: 'approved', amount: usd(8_000n) } as const;
  expect(await payments.told(reference, { ...won, providerTransactionId: `early-${reference}` })).toBe('waits');
  await payments.told(reference, {
    ...won,
    kind: 'chargeback',
    providerTransactionId: `back-${reference}`,
  });
  expect((await outcomeOf(`early-${reference}`)).outcome).toBe('suspense');
  expect(await payments.told(reference, { ...won, providerTransactionId: `again-${reference}` })).toBe('waits');
});
