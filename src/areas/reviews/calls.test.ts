import { clientId } from '../../base/id.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fees, suspense, wallet as walletOf } from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import type { StaffSignedIn, TestApp } from '../../server/testing/app.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { openCounter, type Counter, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';

/* What goes on review stands before finance, who decides it; what moves money, a second person agrees to. */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let counter: Counter;
let client: number;
let wallet: number;
let finance: StaffSignedIn;
let admin: StaffSignedIn;

beforeAll(async () => {
  counter = await openCounter('global.active', { dollars: '0', wallet: '0' });
  ({ app, books, payments, wallet } = counter);
  client = counter.client.clientId;
  finance = await app.signInStaff('finance');
  admin = await app.signInStaff('admin');
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const usd = (minor: bigint) => ({ minor, currency: 'USD' }) as const;
const ask = (path: string, body: object, as: StaffSignedIn = finance) =>
  app.call({ method: 'POST', path: `/api/desk/${path}`, body, as });
const because = 'the provider confirmed it by telephone';
const waiting = async (queue: string) =>
  (await app.call({ method: 'GET', path: `/api/desk/queues/${queue}`, as: finance })).data.items;
const agree = (approval: number, decision = 'approve') => ask(`approvals/${approval}`, { decision, reason: because }, admin);

async function paid(): Promise<{ id: number; reference: string }> {
  const { id, reference } = await payments.startDeposit(wallet, '100.00');
  await payments.told(reference, { status: 'approved', amount: usd(10_000n) });
  return { id, reference };
}

async function foreignRefund() {
  const { id, reference } = await paid();
  const amount = { minor: 2_000n, currency: 'GBP' } as const;
  await payments.told(reference, { kind: 'refund', status: 'approved', providerTransactionId: `gbp-${reference}`, amount });
  const [reversal]: number[] = (await payments.detailsOf(id)).reversed_by;
  if (reversal === undefined) throw new Error('nothing waits');
  return { id, reversal };
}

describe('a refund that fits no payment', () => {
  test('is taken back in the payment’s own currency once a second person agrees', async () => {
    const { id, reversal } = await foreignRefund();
    const before = Number(await books.inLedger(wallet));
    const item = (await waiting('deposits')).find(({ subject }: { subject: string }) => subject === `remittance:${reversal}`);
    expect(item).toMatchObject({ client_id: client, detail: { kind: 'refund', amount: '20.00', currency: 'GBP' } });
    const asked = await ask(`transfers/${reversal}`, { action: 'approve', amount: '25.50', reason: because });
    expect(asked.data).toMatchObject({
      decided: null,
      transfer: { status: 'on_review' },
      approval: { kind: 'money', asked_by: 'finance' },
    });
    expect((await ask(`approvals/${asked.data.approval.id}`, { decision: 'approve', reason: because })).errors).toMatchObject([
      { code: 'own_approval' },
    ]);
    expect(Number(await books.inLedger(wallet))).toBe(before);
    expect((await agree(asked.data.approval.id)).errors).toEqual([]);
    await books.hurry();
    expect(await payments.detailsOf(reversal)).toMatchObject({
      status: 'completed',
      amount: '25.50',
      currency: 'USD',
      reverses: id,
    });
    expect(before - Number(await books.inLedger(wallet))).toBeCloseTo(25.5);
    expect((await waiting('deposits')).some(({ subject }: { subject: string }) => subject === `remittance:${reversal}`)).toBe(
      false,
    );
    expect((await ask(`transfers/${reversal}`, { action: 'approve', reason: because })).httpStatus).toBe(409);
    expect((await payments.detailsOf(reversal)).timeline.map(({ code }: { code: string }) => code)).toEqual([
      'taken_back_on_review',
      'review_approved',
      'taken_back',
    ]);
  });

  test('is taken back as proposed when no amount is named: at the rate of now', async () => {
    const { reversal } = await foreignRefund();
    const asked = await ask(`transfers/${reversal}`, { action: 'approve', reason: because });
    await agree(asked.data.approval.id);
    await books.hurry();
    const { amount, currency } = await payments.detailsOf(reversal);
    // Twenty pounds are some twenty-five dollars.
    expect([Number(amount) > 24 && Number(amount) < 26, currency]).toEqual([true, 'USD']);
  });

  test('is declined with a reason code, and nothing is taken', async () => {
    const { reversal } = await foreignRefund();
    const before = await books.inLedger(wallet);
    const bare = await ask(`transfers/${reversal}`, { action: 'decline', reason: because });
    expect([bare.httpStatus, Object.keys(bare.errors[0]?.validation_messages ?? {})]).toEqual([422, ['reason_code']]);
    const declined = await ask(`transfers/${reversal}`, { action: 'decline', reason_code: 'data_missing', reason: because });
    expect(declined.data).toMatchObject({ transfer: { id: reversal, status: 'declined' }, approval: null });
    expect(await payments.detailsOf(reversal)).toMatchObject({
      status: 'declined',
      reason: expect.stringMatching(/nothing is taken/),
    });
    expect(await books.inLedger(wallet)).toBe(before);
    expect((await ask(`transfers/${reversal}`, { action: 'split', reason: because })).httpStatus).toBe(409);
  });

  test('takes no more than is left of its payment, whatever somebody types', async () => {
    const { reversal } = await foreignRefund();
    const asked = await ask(`transfers/${reversal}`, { action: 'approve', amount: '100.01', reason: because });
    expect((await agree(asked.data.approval.id)).errors).toMatchObject([{ code: 'approval_outdated' }]);
  });
});

describe('money that no order waits for', () => {
  const inSuspense = () => balanceOf(app.owner.sql, suspense(3, 'USD'));

  async function second() {
    const { id, reference } = await paid();
    await payments.told(reference, { status: 'approved', providerTransactionId: `second-${reference}`, amount: usd(7_500n) });
    const item = (await waiting('unmatched')).find(
      ({ detail }: { detail: { transfer_id: number } }) => detail.transfer_id === id,
    );
    return { id, reference, transaction: Number(item.subject.split(':')[1]) };
  }

  test('is the client’s once a second person agrees', async () => {
    const { id, transaction } = await second();
    const before = Number(await books.inLedger(wallet));
    const asked = await ask(`transactions/${transaction}`, { action: 'approve', reason: because });
    expect(Number(await books.inLedger(wallet))).toBe(before);
    await agree(asked.data.approval.id);
    expect(Number(await books.inLedger(wallet)) - before).toBeCloseTo(75);
    expect(await inSuspense()).toBe(0n);
    expect((await payments.detailsOf(id)).timeline.at(-1)).toMatchObject({ code: 'second_payment_credited' });
    expect((await ask(`transactions/${transaction}`, { action: 'approve', reason: because })).httpStatus).toBe(404);
  });

  test('goes back to its payer, and leaves suspense when the provider has given it back', async () => {
    const { id, reference, transaction } = await second();
    const before = await books.inLedger(wallet);
    expect((await ask(`transactions/${transaction}`, { action: 'send_back', reason: because })).data).toMatchObject({
      decided: { status: 'send_back' },
    });
    expect([await inSuspense(), (await payments.detailsOf(id)).timeline.at(-1).code]).toEqual([
      7_500n,
      'second_payment_returned',
    ]);
    await payments.told(reference, {
      kind: 'refund',
      status: 'approved',
      providerTransactionId: `r-${reference}`,
      amount: usd(7_500n),
    });
    expect([await inSuspense(), await books.inLedger(wallet)]).toEqual([0n, before]);
  });
});

describe('a deposit of which something else arrived', () => {
  async function other() {
    const { id, reference } = await payments.startDeposit(wallet, '100.00');
    await payments.told(reference, { status: 'approved', amount: usd(8_000n) });
    return { id, reference };
  }

  test('is credited as it arrived when staff approve it', async () => {
    const { id } = await other();
    const before = Number(await books.inLedger(wallet));
    expect((await waiting('deposits')).map(({ subject }: { subject: string }) => subject)).toContain(`remittance:${id}`);
    const asked = await ask(`transfers/${id}`, { action: 'approve', reason: because });
    await agree(asked.data.approval.id);
    await books.hurry();
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'completed', amount: '80.00' });
    expect(Number(await books.inLedger(wallet)) - before).toBeCloseTo(80);
  });

  test('of another currency is credited at no rate that is older than a quote’s may be', async () => {
    const { sql } = app.owner;
    const { id, reference } = await payments.startDeposit(wallet, '100.00', { currency: 'EUR' });
    await payments.told(reference, { status: 'approved', amount: { minor: 8_000n, currency: 'EUR' } });
    const before = await books.inLedger(wallet);
    const approve = async () => {
      const asked = await ask(`transfers/${id}`, { action: 'approve', reason: because });
      return agree(asked.data.approval.id);
    };
    await sql.run(`create table rates_away as select * from reference_rate where day > current_date - 20`);
    await sql.run('delete from reference_rate where day > current_date - 20');
    await sql.run(
      'insert into reference_rate (currency, day, rate, published_at) select currency, day - 20, rate, published_at from rates_away on conflict do nothing',
    );
    expect((await approve()).errors).toMatchObject([{ code: 'approval_outdated' }]);
    expect([await books.inLedger(wallet), (await payments.detailsOf(id)).status]).toEqual([before, 'on_review']);
    await sql.run('insert into reference_rate select * from rates_away');
    expect((await approve()).errors).toEqual([]);
    await books.hurry();
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'completed', amount: '80.00', account_currency: 'USD' });
  });

  test('waits no more once the client has taken it', async () => {
    const { id } = await other();
    await payments.post('api/transfers/accept', { tid: id });
    expect((await waiting('deposits')).map(({ subject }: { subject: string }) => subject)).not.toContain(`remittance:${id}`);
    expect((await ask(`transfers/${id}`, { action: 'approve', reason: because })).errors).toMatchObject([
      { code: 'not_waiting' },
    ]);
  });

  test('goes back to its payer, and the refund that follows takes nothing', async () => {
    const { id, reference } = await other();
    const before = await books.inLedger(wallet);
    expect((await ask(`transfers/${id}`, { action: 'send_back', reason: because })).data.transfer.status).toBe('declined');
    expect((await payments.detailsOf(id)).reason).toMatch(/sent back/);
    const refund = { kind: 'refund', status: 'approved', providerTransactionId: `b-${reference}`, amount: usd(8_000n) } as const;
    expect(await payments.told(reference, refund)).toBe('nothing_new');
    expect(await payments.told(reference, { status: 'approved', amount: usd(8_000n) })).toBe('nothing_new');
    expect([await books.inLedger(wallet), (await payments.detailsOf(id)).status]).toEqual([before, 'declined']);
  });
});

describe('an adjustment', () => {
  const adjust = (more: object) =>
    ask('adjustments', { client_id: client, account_number: wallet, amount: '12.34', currency: 'USD', reason: because, ...more });

  test('is offered for each of a client’s wallets, and whoever looks stands in the audit', async () => {
    const told = await app.call({ method: 'GET', path: `/api/desk/adjustments/${client}`, as: finance });
    expect(told.data.wallets).toContainEqual({ number: wallet, currency: 'USD', balance: await books.inLedger(wallet) });
    const read = `select count(*)::integer as times from audit_event where client_id = $1 and action = 'adjustment.read'`;
    expect(await app.owner.sql.one(read, [client])).toEqual({ times: 1 });
    const unknown = await app.call({ method: 'GET', path: '/api/desk/adjustments/1', as: finance });
    expect(unknown.errors).toMatchObject([{ code: 'client_not_found' }]);
  });

  test('always asks a second person, and moves the wallet against suspense', async () => {
    const before = Number(await books.inLedger(wallet));
    const asked = await adjust({});
    expect(asked.data).toMatchObject({ decided: null, approval: { kind: 'money' } });
    expect((await adjust({})).errors).toMatchObject([{ code: 'already_asked' }]);
    await agree(asked.data.approval.id);
    expect(Number(await books.inLedger(wallet)) - before).toBeCloseTo(12.34);
    await agree((await adjust({ amount: '-12.34' })).data.approval.id);
    expect(Number(await books.inLedger(wallet))).toBeCloseTo(before);
  });

  test.each([
    ['nothing', { amount: '0' }, 'bad_amount'],
    ['another currency', { currency: 'EUR' }, 'wrong_currency'],
    ['somebody else’s account', { account_number: 1 }, 'unknown_account'],
  ])('of %s is refused', async (_what, more, code) => {
    expect((await adjust(more)).errors).toMatchObject([{ code }]);
  });

  test('puts right what the books say of an account, and ends its case among the differences', async () => {
    const number = await books.account(counter.client, 'ecn mt5', { currency: 'USD', amount: '20.00' });
    const stranger = { login: number, kind: 'balance', amount: 500n, currency: 'USD', tag: 'stranger' } as const;
    await app.opened.app.platforms.mt5.balanceOperation(stranger);
    const reconcile = async () => {
      await app.owner.sql.run(`update cursor_mark set updated_at = now() - interval '1 day' where name like 'reconciled:%'`);
      await app.opened.worker?.sweep('mirror.reconcile');
    };
    // What differs twice is reported.
    for (const _ of [1, 2]) await reconcile();
    const found = async () =>
      (await waiting('differences')).filter(({ detail }: { detail: { account: number } }) => detail.account === number);
    expect(await found()).toMatchObject([{ client_id: client }]);
    const asked = await adjust({ account_number: number, amount: '5.00' });
    expect([await books.inLedger(number), asked.data.decided]).toEqual(['20.00', null]);
    expect((await ask(`approvals/${asked.data.approval.id}`, { decision: 'approve', reason: because })).errors).toMatchObject([
      { code: 'own_approval' },
    ]);
    expect((await agree(asked.data.approval.id)).errors).toEqual([]);
    expect([await books.inLedger(number), await books.onPlatform(number)]).toEqual(['25.00', '25.00']);
    await reconcile();
    expect(await found()).toEqual([]);
  });

  test('of an account of which both books say the same is refused', async () => {
    const [account] = (await payments.get('api/accounts')).data.accounts.live;
    expect((await adjust({ account_number: account.number, currency: account.currency })).errors).toMatchObject([
      { code: 'no_difference' },
    ]);
  });
});

test('what a client still owes is written off once a second person agrees, and whoever has claimed it is not cut in on', async () => {
  const { id, reference } = await paid();
  const owner = { company: 3, clientId: clientId(client) };
  const minor = await balanceOf(app.owner.sql, walletOf(owner, 'USD'));
  const leg = { from: walletOf(owner, 'USD'), to: fees(3, 'USD'), minor };
  await app.opened.app.book.submit({ movement: { key: 'fee:gone', kind: 'fee', legs: [leg], at: app.opened.clock.now() } });
  await payments.told(reference, {
    kind: 'chargeback',
    status: 'approved',
    providerTransactionId: `c-${reference}`,
    amount: usd(10_000n),
  });
  const [reversal]: number[] = (await payments.detailsOf(id)).reversed_by;
  const item = (await waiting('chargebacks')).find(({ subject }: { subject: string }) => subject === `debt:${reversal}`);
  expect(item.detail).toMatchObject({ kind: 'debt', amount: '100.00', currency: 'USD' });
  await app.call({ method: 'POST', path: `/api/desk/queues/chargebacks/${item.id}/claim`, body: {}, as: admin });
  const decline = { action: 'decline', reason_code: 'suspicion', reason: because };
  expect((await ask(`transfers/${reversal}`, decline)).errors).toMatchObject([{ code: 'case_claimed' }]);
  await app.call({ method: 'POST', path: `/api/desk/queues/chargebacks/${item.id}/release`, body: {}, as: admin });
  expect((await ask(`transfers/${reversal}`, { action: 'retry', reason: because })).httpStatus).toBe(200);
  const asked = await ask(`transfers/${reversal}`, decline);
  await agree(asked.data.approval.id);
  const subjects = (await waiting('chargebacks')).map(({ subject }: { subject: string }) => subject);
  // Its dispute waits still: for the evidence.
  expect(subjects).toEqual([expect.stringMatching(/^dispute:/)]);
  expect((await payments.detailsOf(reversal ?? 0)).timeline.at(-1)).toMatchObject({ code: 'debt_written_off' });
  expect((await payments.askTransfer(wallet, 1, '5')).errors).not.toMatchObject([{ code: 'debt_open' }]);
});
