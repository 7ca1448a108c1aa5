import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sandboxAccounts } from '../../sandbox/bank/accounts.ts';
import { writeCamt } from '../../sandbox/bank/camt.ts';
import type { StaffSignedIn, TestApp } from '../../server/testing/app.ts';
import { openBankFixture, type BankFixture } from '../../server/testing/bankFixture.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { formWith } from '../../server/testing/files.ts';
import { openCounter, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';

/* What the bank tells of and no deposit waits for, and what finance brings to the desk. */

let app: TestApp;
let bank: BankFixture;
let books: BookFixture;
let payments: PaymentsFixture;
let wallet: number;
let client: number;
let dollars: number;
let finance: StaffSignedIn;
let admin: StaffSignedIn;

beforeAll(async () => {
  const counter = await openCounter('global.active', { dollars: '0', wallet: '0' });
  ({ app, books, payments, dollars, wallet } = counter);
  bank = await openBankFixture(app, counter.client);
  client = counter.client.clientId;
  finance = await app.signInStaff('finance');
  admin = await app.signInStaff('admin');
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const wired = (amount: string, more: object = {}) => payments.startDeposit(wallet, amount, { pm_id: 1010, ...more });
const statusOf = async (id: number): Promise<string> => (await payments.detailsOf(id)).status;
const decide = (id: number, body: object) => bank.decide(id, body, finance);
describe('what no payment waits for', () => {
  test('names a deposit into an account that is closed: it stands before staff', async () => {
    const { id, reference } = await payments.startDeposit(dollars, '250.00', { pm_id: 1010 });
    await app.owner.sql.run(`update trading_account set status = 'archived' where number = $1`, [dollars]);
    const entry = await bank.arrives({ text: reference });
    await bank.fetched();
    await app.owner.sql.run(`update trading_account set status = 'active' where number = $1`, [dollars]);
    expect(await bank.entryNamed(entry)).toMatchObject({ outcome: 'suspense', why: 'closed_account' });
    expect(await statusOf(id)).toBe('waiting_payment');
  });

  test.each([
    ['names nothing', async () => ({ text: 'happy birthday' }), 'unknown_reference'],
    ['is of another currency', async () => ({ text: (await wired('250.00')).reference, currency: 'EUR' }), 'wrong_currency'],
    ['came to another company', async () => ({ text: (await wired('250.00')).reference, company: 1 }), 'wrong_account'],
    [
      'names two payments',
      async () => ({ text: `${(await wired('250.00')).reference} ${(await wired('250.00')).reference}` }),
      'two_references',
    ],
  ])('stands in suspense before staff: it %s', async (_what, asked, why) => {
    const entry = await bank.arrives(await asked());
    await bank.fetched();
    const kept = await bank.entryNamed(entry);
    expect(kept).toMatchObject({ outcome: 'suspense', why, remittance_id: null });
    expect(await bank.waits(kept.id)).toBe(1);
  });

  test('is assigned to the deposit that it is for', async () => {
    const { id } = await wired('250.00');
    const before = await bank.held();
    const entry = await bank.arrives({ text: 'forgot the reference' });
    await bank.fetched();
    const kept = await bank.entryNamed(entry);
    const answer = await decide(kept.id, { action: 'assign', transfer_id: String(id) });
    expect(answer.data).toMatchObject({ decided: { status: 'assign' }, approval: null });
    await app.drain();
    expect(await statusOf(id)).toBe('completed');
    expect([await bank.waits(kept.id), (await bank.held()).suspense]).toEqual([0, before.suspense]);
    expect((await decide(kept.id, { action: 'assign', transfer_id: String(id) })).httpStatus).toBe(409);
  });

  test('above the limit is assigned to a client’s wallet by two persons, as a transfer that the client sees', async () => {
    const before = await books.inLedger(wallet);
    const entry = await bank.arrives({ text: 'savings', amount: '900.00' });
    await bank.fetched();
    const { id } = await bank.entryNamed(entry);
    const asked = await decide(id, { action: 'assign', client_id: String(client) });
    expect(asked.data).toMatchObject({ decided: null, approval: { kind: 'money', asked_by: 'finance' } });
    const path = `/api/desk/approvals/${asked.data.approval.id}`;
    const body = { decision: 'approve', reason: 'the client sent the proof' };
    expect((await app.call({ method: 'POST', path, body, as: finance })).httpStatus).toBe(403);
    expect((await app.call({ method: 'POST', path, body, as: admin })).errors).toEqual([]);
    await app.drain();
    const { remittance_id: found } = await bank.entryNamed(entry);
    expect(await payments.detailsOf(found ?? 0)).toMatchObject({
      status: 'completed',
      amount: '900.00',
      transfer_type: 'deposit',
    });
    expect(Number(await books.inLedger(wallet)) - Number(before)).toBeCloseTo(900);
  });

  test('goes back to its payer, and leaves suspense when a statement says that it has left', async () => {
    const before = await bank.held();
    const entry = await bank.arrives({ text: 'wrong bank' });
    await bank.fetched();
    const { id } = await bank.entryNamed(entry);
    expect((await decide(id, { action: 'send_back' })).data.decided).toEqual({ id, status: 'send_back' });
    expect([await bank.waits(id), (await bank.held()).suspense - before.suspense]).toEqual([0, 25_000n]);
    await bank.takenBack(entry);
    await bank.fetched();
    expect(await bank.held()).toEqual(before);
  });

  test.each([
    ['to nobody', { action: 'assign' }, 'field_required'],
    ['to a deposit and a client', { action: 'assign', transfer_id: '1', client_id: '1' }, 'field_required'],
    ['to a transfer that is none', { action: 'assign', transfer_id: '999999' }, 'unknown_transfer'],
    ['to a client that is none', { action: 'assign', client_id: '999' }, 'unknown_client'],
    ['by explaining it', { action: 'explain' }, 'action_not_offered'],
    ['without a reason', { action: 'send_back', reason: '' }, 'validation_failed'],
  ])('is not decided %s', async (_how, body, code) => {
    const entry = await bank.arrives({ text: 'still nobody’s' });
    await bank.fetched();
    const { id } = await bank.entryNamed(entry);
    const answer = await decide(id, body);
    expect([answer.httpStatus, answer.errors[0]?.code]).toEqual([422, code]);
    expect(await bank.waits(id)).toBe(1);
  });
});

describe('a statement that finance brings', () => {
  const bring = async (xml: string | Buffer, reason = 'the bank was late') => {
    const { headers, payload } = formWith({ name: 'statement.xml', bytes: Buffer.from(xml) }, { reason });
    const answer = await fetch(`${app.url}/api/desk/bank/statements`, {
      method: 'POST',
      headers: { ...headers, cookie: finance.cookie, authorization: `Bearer ${finance.token}` },
      body: new Uint8Array(payload),
    });
    // oxlint-disable-next-line typescript/no-explicit-any -- an answer as outside programs read it
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const statementOf = (text: string, number: string) => {
    const account = sandboxAccounts.find((each) => each.company === 3 && each.currency === 'USD');
    if (!account) throw new Error('the bank has no such account');
    const entry = {
      servicer: `D-${text}`,
      account: number,
      direction: 'CRDT',
      takesBack: '',
      structured: '',
      currency: 'USD',
    } as const;
    const booked = { ...entry, minor: 25_000n, text, payer: bank.name, at: app.opened.clock.now() };
    const sheet = { id: `desk-${text}`, sequence: 1, version: '02', at: booked.at, entries: [booked] } as const;
    return writeCamt({ ...sheet, account: { ...account, number } });
  };
  const own = 'CY52002001280000120052760011';

  test('books what is new in it, and the same file again changes nothing', async () => {
    const { id, reference } = await wired('250.00');
    const xml = statementOf(reference, own);
    const { body } = await bring(xml);
    expect(body.data.statement).toMatchObject({ entries: 1, fresh: 1, unmatched: 0 });
    await app.drain();
    expect(await statusOf(id)).toBe('completed');
    const again = await bring(xml);
    expect([again.status, again.body.errors[0].code]).toEqual([409, 'statement_known']);
    const { data } = await app.call({ method: 'GET', path: '/api/desk/bank/statements', as: finance });
    expect(data.statements[0]).toMatchObject({ name: 'statement.xml', brought_by: 'finance', entries: 1, fresh: 1 });
  });

  test('is not taken without a reason', async () => {
    const { status, body } = await bring(statementOf('without a reason', own), '');
    expect([status, Object.keys(body.errors[0].validation_messages)]).toEqual([422, ['reason']]);
  });

  test.each([
    ['of an account of somebody else', () => statementOf('r1-aaaaaaaa', 'DE02120300000000202051'), 'foreign_account'],
    ['that is none', () => '<?xml version="1.0"?><Document/>', 'not_a_statement'],
    ['with a document type', () => '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'wrong_file_type'],
  ])('is refused at its field: one %s', async (_what, file, code) => {
    const { status, body } = await bring(file());
    expect([status, body.errors[0]?.code, Object.keys(body.errors[0]?.validation_messages ?? {})]).toEqual([422, code, ['file']]);
  });
});
