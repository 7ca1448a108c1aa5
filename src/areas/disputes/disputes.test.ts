import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fees, wallet as walletOf } from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import type { SignedIn, StaffSignedIn, TestApp } from '../../server/testing/app.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { jpegFile, sendForm } from '../../server/testing/files.ts';
import { openCounter, restrict, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { passDays } from '../../server/testing/telling.ts';
import { performer } from './perform.ts';

/* A chargeback arrives: the money is held or owed at once, the client may do less, and the desk answers it before its clock ends. */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let client: SignedIn;
let wallet: number;
let finance: StaffSignedIn;
let admin: StaffSignedIn;

beforeAll(async () => {
  ({ app, books, payments, client, wallet } = await openCounter('global.active', { dollars: '0', wallet: '0' }));
  finance = await app.signInStaff('finance');
  admin = await app.signInStaff('admin');
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));
/** Each test begins with a client whose earlier disputes are over. */
beforeEach(async () => {
  await app.owner.sql.run(
    `update dispute set lifted_at = opened_at, status = 'lost', ended_at = opened_at, ended_why = 'bank_decided' where status in ('open', 'sent')`,
  );
  await restrict(app, client, false);
});

const usd = (minor: bigint) => ({ minor, currency: 'USD' }) as const;
const because = 'seen in the provider’s cabinet';
const desk = (path: string, body?: object, as = finance) =>
  app.call({
    method: body ? 'POST' : 'GET',
    path: `/api/desk/${path}`,
    ...(body ? { body: { reason: because, ...body } } : {}),
    as,
  });
const gates = async () => (await payments.get('api/client_info')).data.gates;
/** Every process hears of a change within a moment. */
const untilWithdraw = (code: string | undefined) =>
  expect.poll(async () => (await gates()).withdraw?.code, { interval: 20 }).toBe(code);
const look = async (id: number) => (await desk(`disputes/${id}`)).data.dispute;

async function arrived(spend = false): Promise<{ readonly id: number; readonly reference: string; readonly payment: number }> {
  const { id: payment, reference } = await payments.startDeposit(wallet, '100.00');
  const payer = { name: 'Thandi Nkosi', cardMask: '4111********1111', cardBrand: 'VISA' };
  await payments.told(reference, { status: 'approved', amount: usd(10_000n), payer });
  if (spend) await spendAll();
  const back = { kind: 'chargeback', providerTransactionId: `c-${reference}`, amount: usd(10_000n) } as const;
  await payments.told(reference, { ...back, status: 'approved' });
  // The same once more, as providers do.
  await payments.told(reference, { ...back, status: 'approved' });
  const rows = await app.owner.sql.many<{ id: number }>('select id from dispute where remittance_id = $1', [payment]);
  expect(rows).toHaveLength(1);
  return { id: rows[0]?.id ?? 0, reference, payment };
}

async function spendAll(): Promise<void> {
  const owner = { company: 3, clientId: client.clientId };
  const minor = await balanceOf(app.owner.sql, walletOf(owner, 'USD'));
  const leg = { from: walletOf(owner, 'USD'), to: fees(3, 'USD'), minor };
  const at = app.opened.clock.now();
  await app.opened.app.book.submit({ movement: { key: `fee:gone-${at.getTime()}`, kind: 'fee', legs: [leg], at } });
}

/** What becomes of an approval to let its client go. */
const liftedBy = (id: number) => {
  const by = { askedBy: 'finance', approvedBy: 'admin', reason: because, now: app.opened.clock.now() };
  const approved = { id: 1, subject: `dispute:${id}`, payload: { id }, before: null, ...by };
  return app.database.transact((sql) => performer().perform(sql, approved));
};

function addPaper(id: number, more: object = {}) {
  return sendForm(app.url, {
    path: `/api/desk/disputes/${id}/evidence`,
    as: finance,
    fields: { kind: 'payment_proof', note: 'the receipt that was sent', reason: because, ...more },
    file: { name: 'receipt.jpg', bytes: jpegFile() },
  });
}

describe('a chargeback that arrives', () => {
  test('takes the money at once, restricts its client, and stands before staff with its clock', async () => {
    const before = await books.inLedger(wallet);
    const { id, payment } = await arrived();
    expect(await books.inLedger(wallet)).toBe(before);
    expect(await look(id)).toMatchObject({
      status: 'open',
      amount: '100.00',
      currency: 'USD',
      transfer_id: payment,
      is_restricting: true,
      is_late: false,
      owed: null,
      payment: { card: '4111********1111', payer: 'Thandi Nkosi', account: wallet },
      evidence: [],
      sign_ins: [expect.objectContaining({ address: expect.stringMatching(/\d/) })],
    });
    await untilWithdraw('charged_back');
    const told = await gates();
    for (const shut of ['withdraw', 'trade', 'open_live_account']) expect(told[shut]).toMatchObject({ code: 'charged_back' });
    for (const open of ['close_position', 'deposit', 'view']) expect(told[open]).toBeNull();
    const { items } = (await desk('queues/chargebacks')).data;
    expect(items.find(({ subject }: { subject: string }) => subject === `dispute:${id}`)).toMatchObject({
      client_id: client.clientId,
      detail: { kind: 'dispute', amount: '100.00', transfer_id: payment },
      due_at: expect.any(String),
    });
  });

  test('books a debt where the money is gone, and the restriction stays until that is paid or written off', async () => {
    const { id } = await arrived(true);
    const { reversal_id: reversal, owed } = await look(id);
    expect(owed).toBe('100.00');
    expect((await desk(`disputes/${id}`, { action: 'accept' })).data).toMatchObject({ status: 'lost', approval: null });
    expect(await look(id)).toMatchObject({ ended_why: 'accepted', ended_by: 'finance', is_restricting: true });
    expect((await desk(`disputes/${id}`, { action: 'lift' })).errors).toMatchObject([{ code: 'debt_not_paid' }]);
    const asked = await desk(`transfers/${reversal}`, { action: 'decline', reason_code: 'suspicion' });
    expect((await desk(`approvals/${asked.data.approval.id}`, { decision: 'approve' }, admin)).errors).toEqual([]);
    const lift = await desk(`disputes/${id}`, { action: 'lift' });
    const approval = lift.data.approval.id;
    await untilWithdraw('charged_back');
    // Never by who has asked.
    expect((await desk(`approvals/${approval}`, { decision: 'approve' })).errors).toMatchObject([{ code: 'own_approval' }]);
    expect((await desk(`approvals/${approval}`, { decision: 'approve' }, admin)).errors).toEqual([]);
    await untilWithdraw(undefined);
    expect((await desk(`disputes/${id}`, { action: 'lift' })).errors).toMatchObject([{ code: 'action_not_offered' }]);
  });

  test('lets nobody go while something of it is owed, whoever has agreed to that before', async () => {
    const { id } = await arrived(true);
    await desk(`disputes/${id}`, { action: 'accept' });
    expect(await liftedBy(id)).toBe('outdated');
    const { reversal_id: reversal } = await look(id);
    const asked = await desk(`transfers/${reversal}`, { action: 'decline', reason_code: 'suspicion' });
    await desk(`approvals/${asked.data.approval.id}`, { decision: 'approve' }, admin);
    expect(await liftedBy(id)).toBe('done');
  });
});

describe('its evidence', () => {
  test('is added while the clock runs, goes out as a file with the facts, and nothing is added once it was sent', async () => {
    const { id } = await arrived();
    expect((await desk(`disputes/${id}`, { action: 'send' })).errors).toMatchObject([{ code: 'action_not_offered' }]);
    expect((await addPaper(id)).status).toBe(200);
    await app.drain();
    expect((await look(id)).evidence).toMatchObject([
      { kind: 'payment_proof', name: 'receipt.jpg', added_by: 'finance', scan: 'clean' },
    ]);
    const file = await fetch(`${app.url}/api/desk/disputes/${id}/file?format=csv`, { headers: { cookie: finance.cookie } });
    expect(await file.text()).toMatch(/receipt\.jpg,the receipt that was sent[\s\S]*4111\*+1111/);
    expect((await desk(`disputes/${id}`, { action: 'send' })).data.status).toBe('sent');
    expect((await addPaper(id)).body.errors[0].code).toBe('evidence_closed');
    expect((await desk(`disputes/${id}`, { action: 'accept' })).httpStatus).toBe(409);
    expect((await desk(`disputes/${id}`, { action: 'lost' })).data.status).toBe('lost');
  });

  test('that is not sent in time loses the dispute, and never one that was sent', async () => {
    const { id: kept } = await arrived();
    const { id: late } = await arrived();
    await addPaper(kept);
    await desk(`disputes/${kept}`, { action: 'send' });
    await passDays(app, 11);
    await app.opened.worker?.sweep('disputes.overdue');
    const found = await app.owner.sql.many('select id, status, ended_why from dispute where id in ($1, $2) order by id', [
      kept,
      late,
    ]);
    expect(found).toEqual([
      { id: kept, status: 'sent', ended_why: null },
      { id: late, status: 'lost', ended_why: 'too_late' },
    ]);
  });
});

test('a dispute that is won gives the money back and lets the client go, however it stood', async () => {
  finance = await app.signInStaff('finance');
  const { id, reference } = await arrived();
  const before = Number(await books.inLedger(wallet));
  await desk(`disputes/${id}`, { action: 'accept' });
  const part = (minor: bigint, number: string) =>
    payments.told(reference, { kind: 'won_back', status: 'approved', providerTransactionId: number, amount: usd(minor) });
  await part(4_000n, `w1-${reference}`);
  expect(await look(id)).toMatchObject({ status: 'lost', is_restricting: true });
  await part(6_000n, `w2-${reference}`);
  expect(Number(await books.inLedger(wallet)) - before).toBeCloseTo(100);
  expect(await look(id)).toMatchObject({ status: 'won', ended_why: 'won_back', is_restricting: false });
  await untilWithdraw(undefined);
});

/** A chargeback of which staff has to say what is taken: its payment and its reversal. */
async function undecided(): Promise<{ readonly payment: number; readonly reversal: number }> {
  const { id: payment, reference } = await payments.startDeposit(wallet, '100.00');
  await payments.told(reference, { status: 'approved', amount: usd(10_000n) });
  await payments.told(reference, {
    kind: 'chargeback',
    status: 'approved',
    providerTransactionId: `c-${reference}`,
    amount: { minor: 2_000n, currency: 'GBP' },
  });
  const [reversal] = (await payments.detailsOf(payment)).reversed_by;
  expect(reversal).toEqual(expect.any(Number));
  return { payment, reversal };
}

test('nobody is let go while it is not decided what is taken, though nothing is owed of it', async () => {
  const { payment, reversal } = await undecided();
  const { id } = await app.owner.sql.one<{ id: number }>('select id from dispute where remittance_id = $1', [payment]);
  await desk(`disputes/${id}`, { action: 'accept' });
  expect((await desk(`disputes/${id}`, { action: 'lift' })).errors).toMatchObject([{ code: 'debt_not_paid' }]);
  expect(await liftedBy(id)).toBe('outdated');
  await desk(`transfers/${reversal}`, { action: 'decline', reason_code: 'data_missing' });
  expect(await liftedBy(id)).toBe('done');
});

test('a chargeback of which staff takes nothing restricts nobody', async () => {
  const { reversal } = await undecided();
  await untilWithdraw('charged_back');
  expect((await desk(`transfers/${reversal}`, { action: 'decline', reason_code: 'data_missing' })).errors).toEqual([]);
  await untilWithdraw(undefined);
});

test('disputes are told of one client, and the audit names whose', async () => {
  const { id } = await arrived();
  const ofOne = async (who: number) => (await desk(`disputes?client_id=${who}`)).data.disputes;
  const told = await ofOne(client.clientId);
  expect(told[0]).toMatchObject({ id, client_id: client.clientId });
  expect(told.map((each: { client_id: number }) => each.client_id)).not.toContain(1);
  expect(await ofOne(1)).toEqual([]);
  const read = await app.owner.sql.many(
    `select client_id from audit_event where action = 'dispute.list' and subject = 'client:${client.clientId}'`,
  );
  expect(read).toEqual([{ client_id: client.clientId }]);
});

test('whoever has not the right, or gives no reason, changes nothing', async () => {
  const { id } = await arrived();
  const compliance = await app.signInStaff('compliance');
  expect((await desk(`disputes/${id}`, { action: 'accept' }, compliance)).errors).toMatchObject([{ code: 'not_your_right' }]);
  expect((await desk(`disputes/${id}`, { action: 'accept', reason: '' })).httpStatus).toBe(422);
  expect((await desk('disputes/999999', { action: 'accept' })).httpStatus).toBe(404);
  expect((await look(id)).status).toBe('open');
  const { disputes } = (await desk('disputes?status=open')).data;
  expect(disputes).toMatchObject([{ id, client_id: client.clientId, is_restricting: true }]);
});
