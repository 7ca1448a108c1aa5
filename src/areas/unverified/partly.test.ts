import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';
import { openPaymentsFixture, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../server/testing/payoutFixture.ts';
import { addressesOf, holdSweeps, passDays, sweep } from '../../server/testing/telling.ts';
import { openUnverifiedFixture, type UnverifiedFixture } from '../../server/testing/unverifiedFixture.ts';

/* What goes back only in part, or not by itself: nothing of it is forgotten, and staff send on what waits. */

let app: TestApp;
let books: BookFixture;
let client: SignedIn;
let payments: PaymentsFixture;
let payouts: PayoutFixture;
let wallet: number;
let account: number;
let finance: Awaited<ReturnType<TestApp['signInStaff']>>;

let papers: UnverifiedFixture['papers'];
let anew: UnverifiedFixture['anew'];

beforeAll(async () => {
  app = await openTestApp();
  books = await openBookFixture(app);
  await holdSweeps(app, ['unverified.clock']);
  client = await app.signIn('eu.active');
  ({ papers, anew } = openUnverifiedFixture(app, client));
  payments = openPaymentsFixture(app, client);
  payouts = await openPayoutFixture(app, { client, payments, books });
  finance = await app.signInStaff('finance');
  account = await books.account(client, 'advantage mt5', { currency: 'EUR', amount: '0.00' });
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const days = (count: number) => passDays(app, count);
const look = () => sweep(app, 'unverified.clock');
const inEuros = { currency: 'EUR' };
async function paidIn(amount: string): Promise<number> {
  const { id, reference } = await payments.startDeposit(wallet, amount, inEuros);
  await books.decide(reference, 'approved');
  await payments.becomes(id, 'completed');
  return id;
}
const rows = () =>
  app.owner.sql.many<{ outcome: string | null; back: number | null }>(
    'select outcome, return_id as back from unverified_deposit where client_id = $1 and arrived_at is not null order by remittance_id',
    [client.clientId],
  );
const outcomes = async () => (await rows()).map(({ outcome }) => outcome);
const waits = async () => (await payouts.queue()).filter(({ subject }) => subject.startsWith(`unverified:${client.clientId}`));
const path = () => `/api/desk/unverified/${client.clientId}/EUR`;
const seen = async () => app.call({ method: 'GET', path: path(), as: finance });
const decide = (body: object) =>
  app.call({ method: 'POST', path: path(), body: { reason: 'papers of the account seen', ...body }, as: finance });

const wire = {
  action: 'send_back',
  pm_id: 1010,
  wire_bank: 'Bank of Cyprus',
  wire_bic: 'BCYPCY2N',
  wire_account: 'CY17002001280000001200527600',
};
const left = async () => (await payments.get('api/payments/deposit')).data.unverified.left;

/** As if another withdrawal of the client's had gone to what has paid this deposit. */
async function takeFromSource(deposit: number, minor: number): Promise<number> {
  const { id } = await app.owner.sql.one<{ id: number }>(
    `insert into remittance (client_id, company_id, transfer_type, phase, reference, method_id, account_number, amount, currency, fee,
       account_amount, account_currency, created_at, expires_at, updated_at)
     select client_id, company_id, 'withdraw', 'quoted', 'beside' || id, 243, account_number, $2, 'USD', 0, $2, 'USD', created_at,
       now() + interval '1 year', updated_at from remittance where id = $1 returning id`,
    [deposit, minor],
  );
  await app.owner.sql.run(
    `insert into withdrawal_line (remittance_id, place, method_id, provider, way, source_id, label, amount, fee, left_over, currency,
       pays_amount, pays_currency, reserved_until)
     values ($1, 1, 243, 'praxis', 'payout', $2, null, $3, 0, 0, 'USD', $3, 'EUR', now() + interval '1 year')`,
    [id, deposit, minor],
  );
  return id;
}

/** The companies of the EU send PINs to phones. */
async function pinBySms(): Promise<string> {
  await app.drain();
  const { mobile_phone: phone } = await addressesOf(app, client);
  const response = await fetch(`${app.url}/sandbox/outbox?to=${encodeURIComponent(phone)}`);
  const { messages } = (await response.json()) as { messages: { pin: string | null }[] };
  return messages.find(({ pin }) => pin !== null)?.pin ?? '';
}

test('who has no wallet opens one', async () => {
  await papers(9);
  wallet = (await payments.post('api/payments/deposit/wallet', {})).data.account_number;
  expect(await books.inLedger(wallet)).toBe('0.00');
});

test('money that is on its way elsewhere is not forgotten: it may come back', async () => {
  await anew();
  await paidIn('300.00');
  await look();
  await payouts.trade(account);
  await papers(12);
  const { id: withdrawal } = await payouts.ask(wallet, '300.00');
  expect((await payments.save(withdrawal, { payment_code: await pinBySms() })).errors).toEqual([]);
  expect(await books.inLedger(wallet)).toBe('0.00');
  await papers(9);
  await days(15);
  await look();
  expect([await outcomes(), await waits()]).toEqual([[null], []]);
  await payouts.decide(withdrawal, { action: 'send_back' });
  expect(await books.inLedger(wallet)).toBe('300.00');
  await look();
  expect(await books.inLedger(wallet)).toBe('0.00');
  const [row] = await rows();
  await payouts.ends(row?.back ?? 0, 'completed');
  await look();
  expect([await outcomes(), await waits()]).toEqual([['returned'], []]);
});

describe('what has no way back for some of it', () => {
  let deposit: number;
  test('goes back as far as it can, and the rest waits before staff', async () => {
    await anew();
    deposit = await paidIn('100.00');
    await takeFromSource(deposit, 3000);
    await days(15);
    await look();
    await look();
    const [row] = await rows();
    expect(await books.inLedger(wallet)).toBe('30.00');
    expect(await waits()).toMatchObject([
      { subject: `unverified:${client.clientId}:EUR`, detail: { kind: 'unverified', why: 'no_way', amount: '30.00' } },
    ]);
    await payouts.ends(row?.back ?? 0, 'completed');
    await look();
    expect([await outcomes(), await books.inLedger(wallet)]).toEqual([[null], '30.00']);
    await days(1);
    await look();
    expect([await outcomes(), await books.inLedger(wallet)]).toEqual([[null], '30.00']);
  });

  test('is given more time by two persons, and its client is told', async () => {
    expect((await decide({ action: 'extend' })).errors[0]?.validation_messages).toHaveProperty('days');
    const { approval } = (await decide({ action: 'extend', days: 5 })).data;
    expect((await seen()).data.waiting).toMatchObject({ is_asked: true, amount: '30.00', deposits: [{ left: '30.00' }] });
    expect((await decide({ action: 'extend', days: 5 })).errors[0]?.code).toBe('already_asked');
    expect((await payouts.agree(approval.id)).errors).toEqual([]);
    expect([await waits(), (await seen()).httpStatus]).toEqual([[], 409]);
    expect(await left()).toBe('0.00');
    const told = await app.owner.sql.many(`select from notice where client_id = $1 and type = 'unverified_extended'`, [
      client.clientId,
    ]);
    expect(told).toHaveLength(1);
    await days(5);
    await look();
    expect(await waits()).toHaveLength(1);
  });

  test('goes nowhere while its client’s payments are looked at, which staff alone are told', async () => {
    await app.owner.sql.run('update client set screening_hold = true, version = version + 1 where id = $1', [client.clientId]);
    expect((await seen()).data.waiting).toMatchObject({ held: 'screened' });
    expect((await decide({ action: 'send_back' })).errors[0]?.code).toBe('money_held');
    await app.owner.sql.run('update client set screening_hold = false, version = version + 1 where id = $1', [client.clientId]);
  });

  test('is paid to a named account in the client’s own name, once two persons agree', async () => {
    const { waiting } = (await seen()).data;
    expect(waiting.methods).toContainEqual(expect.objectContaining({ pm_id: 1010, kind: 'wire' }));
    expect((await decide({ action: 'send_back' })).errors[0]?.validation_messages).toHaveProperty('pm_id');
    expect((await decide({ action: 'send_back', pm_id: 337 })).errors[0]?.code).toBe('method_not_offered');
    expect((await decide({ ...wire, wire_account: 'CY17' })).errors[0]?.validation_messages).toHaveProperty('wire_account');
    const answer = await decide(wire);
    expect(answer.errors).toEqual([]);
    // Nobody agrees to what they have asked.
    const own = { decision: 'approve', reason: 'as I have said' };
    const itself = await app.call({
      method: 'POST',
      path: `/api/desk/approvals/${answer.data.approval.id}`,
      body: own,
      as: finance,
    });
    expect(itself.errors).not.toEqual([]);
    expect((await payouts.agree(answer.data.approval.id)).errors).toEqual([]);
    expect([await books.inLedger(wallet), await waits()]).toEqual(['0.00', []]);
    const [row] = await rows();
    const [line] = await app.owner.sql.many<{ label: string; isOwn: boolean }>(
      'select label, destination_id is not null as "isOwn" from withdrawal_line where remittance_id = $1',
      [row?.back],
    );
    expect(line).toMatchObject({ isOwn: true, label: expect.stringContaining('CY17002001280000001200527600') });
    // It cools off like any new destination; nothing is forgotten, and nobody is asked again meanwhile.
    await days(1);
    await look();
    expect([await outcomes(), await waits()]).toEqual([[null], []]);
  });
});

describe('what two persons send to a named account', () => {
  /** Something of another deposit's is in the wallet, and what paid this one takes nothing of it. */
  async function waiting(amount: string): Promise<number> {
    await anew();
    await paidIn('150.00');
    await anew();
    const deposit = await paidIn(amount);
    await takeFromSource(deposit, Math.round(Number(amount) * 100));
    await days(15);
    await look();
    expect(await waits()).toMatchObject([{ detail: { why: 'no_way', amount } }]);
    return deposit;
  }
  async function sent(): Promise<number> {
    const { approval } = (await decide(wire)).data;
    expect((await payouts.agree(approval.id)).errors).toEqual([]);
    return (await rows())[0]?.back ?? 0;
  }
  const reversal = (deposit: number) =>
    app.owner.sql.run(
      `insert into provider_transaction (provider, transaction_id, kind, remittance_id, status, provider_status, undoes_itself,
         occurred_at, first_told_at, told_at, outcome) values ('praxis', 'looked-at-' || gen_random_uuid(), 'chargeback', $1, 'approved', 'chargeback', false, now(), now(), now(), 'on_review')`,
      [deposit],
    );
  const noReversal = () =>
    app.owner.sql.run(
      `update provider_transaction set outcome = 'refused' where transaction_id like 'looked-at-%' and outcome = 'on_review'`,
    );

  test('counts as given back, though what paid it has no room: nothing more goes of other money', async () => {
    await waiting('100.00');
    const before = Number(await books.inLedger(wallet));
    const id = await sent();
    expect(Number(await books.inLedger(wallet))).toBe(before - 100);
    await look();
    expect([await outcomes(), await waits()]).toEqual([[null], []]);
    await payouts.ends(id, 'completed');
    await look();
    expect([await outcomes(), await waits(), await left()]).toEqual([['returned'], [], '0.00']);
    await days(2);
    await look();
    expect(Number(await books.inLedger(wallet))).toBe(before - 100);
  });

  test('waits for staff once more where the bank has not taken it, and nothing is paid in meanwhile', async () => {
    await waiting('100.13');
    const before = Number(await books.inLedger(wallet));
    const id = await sent();
    await payouts.ends(id, 'failed');
    expect(Number(await books.inLedger(wallet))).toBe(before);
    await look();
    expect([await outcomes(), await waits()]).toMatchObject([[null], [{ detail: { why: 'not_taken', amount: '100.13' } }]]);
    const { approval } = (await decide({ action: 'extend', days: 20 })).data;
    expect((await payouts.agree(approval.id)).errors).toEqual([]);
    expect(await left()).toBe('0.00');
  });

  test('does not go while somebody looks into a chargeback of it', async () => {
    const deposit = await waiting('100.00');
    await reversal(deposit);
    expect((await decide(wire)).errors[0]?.code).toBe('reversal_waits');
    await noReversal();
    const { approval } = (await decide(wire)).data;
    await reversal(deposit);
    expect((await payouts.agree(approval.id)).errors[0]?.code).toBe('approval_outdated');
  });

  test('waits no longer than thirty days beyond its own, however often it is given time', async () => {
    await waiting('100.00');
    const extend = async (count: number) => decide({ action: 'extend', days: count });
    const first = await extend(20);
    expect(first.errors).toEqual([]);
    expect((await payouts.agree(first.data.approval.id)).errors).toEqual([]);
    expect(await left()).toBe('0.00');
    await days(20);
    await look();
    expect((await extend(11)).errors[0]?.validation_messages).toHaveProperty('days');
    const { approval } = (await extend(9)).data;
    // As if it had come earlier than was known.
    await app.owner.sql.run(`update unverified_deposit set arrived_at = arrived_at - interval '2 days' where client_id = $1`, [
      client.clientId,
    ]);
    expect((await payouts.agree(approval.id)).errors[0]?.code).toBe('approval_outdated');
    await days(10);
    expect((await seen()).data.waiting).toMatchObject({ may_extend: false });
  });
});
