import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { StaffSignedIn, TestApp } from '../../server/testing/app.ts';
import { openBankFixture, type BankFixture } from '../../server/testing/bankFixture.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { openCounter, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { creditUnmatched } from '../payments/face.ts';

/* Money from bank to bank: what the statements of the sandbox’s bank tell, and what becomes of it. */

let app: TestApp;
let bank: BankFixture;
let books: BookFixture;
let payments: PaymentsFixture;
let wallet: number;
let dollars: number;
let finance: StaffSignedIn;

beforeAll(async () => {
  const counter = await openCounter('global.active', { dollars: '0', wallet: '0' });
  ({ app, books, payments, wallet, dollars } = counter);
  bank = await openBankFixture(app, counter.client);
  finance = await app.signInStaff('finance');
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const wired = (amount: string, more: object = {}) => payments.startDeposit(wallet, amount, { pm_id: 1010, ...more });
const statusOf = async (id: number): Promise<string> => (await payments.detailsOf(id)).status;

describe('a transfer from the client’s bank', () => {
  test('waits under its own reference, and is credited when a statement names it, however it is written', async () => {
    const { id, reference } = await wired('250.00');
    const before = await books.inLedger(wallet);
    expect((await payments.detailsOf(id)).redirect.url).toMatch(/transfer-information$/);
    await bank.arrives({ text: `payment ${reference.toUpperCase().replace('-', '')}`, version: '02' });
    await bank.fetched();
    expect(await statusOf(id)).toBe('completed');
    expect(Number(await books.inLedger(wallet)) - Number(before)).toBeCloseTo(250);
  });

  test('is booked once, told of in two statements, by two files, late and out of order', async () => {
    const one = await wired('250.00');
    const two = await wired('120.00');
    const before = await books.inLedger(wallet);
    await bank.arrives({ text: one.reference, fault: 'duplicate' });
    await bank.arrives({ structured: two.reference, amount: '120.00', fault: 'twice' });
    await bank.fetched();
    const late = await wired('130.00');
    await bank.arrives({ text: late.reference, amount: '130.00', fault: 'reorder' });
    await bank.fetched();
    expect(await statusOf(late.id)).toBe('waiting_payment');
    await bank.arrives({ text: 'nothing of ours', amount: '1.00' });
    await bank.fetched();
    for (const { id } of [one, two, late]) expect(await statusOf(id)).toBe('completed');
    expect(Number(await books.inLedger(wallet)) - Number(before)).toBeCloseTo(500);
    const rows = await app.owner.sql.many(`select from bank_entry where texts::text like '%' || $1 || '%'`, [one.reference]);
    expect(rows).toHaveLength(1);
  });

  test('of another amount goes on review, and the client may take what arrived', async () => {
    const { id, reference } = await wired('250.00');
    await bank.arrives({ text: reference, amount: '240.00' });
    await bank.fetched();
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'on_review', can_accept: true });
    await payments.post('api/transfers/accept', { tid: id });
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'completed', amount: '240.00' });
  });

  test('by somebody else goes on review as third party’s, and is not the client’s to take', async () => {
    const { id, reference } = await wired('250.00');
    await bank.arrives({ text: reference, payer: 'Jane Doe Trading Ltd' });
    await bank.fetched();
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'on_review', can_accept: false });
    const row = await app.owner.sql.one('select reason from remittance where id = $1', [id]);
    expect(row).toEqual({ reason: 'third_party' });
    // Its return waits for compliance.
    const sent = await app.call({
      method: 'POST',
      path: `/api/desk/transfers/${id}`,
      body: { action: 'send_back', reason: 'not the client' },
      as: finance,
    });
    expect(sent.data).toMatchObject({ decided: null, approval: { kind: 'papers' } });
    const compliance = await app.signInStaff('compliance');
    const approved = { decision: 'approve', reason: 'sent back' };
    await app.call({ method: 'POST', path: `/api/desk/approvals/${sent.data.approval.id}`, body: approved, as: compliance });
    expect(await statusOf(id)).toBe('declined');
  });

  test('is credited though a statement before it cannot be kept, and that one is when it can', async () => {
    const [one, two] = [await wired('250.00'), await wired('120.00')];
    await bank.arrives({ text: one.reference });
    await bank.arrives({ text: two.reference, amount: '120.00' });
    await app.owner.sql.run(`create function refuse() returns trigger language plpgsql as $$
      begin if new.texts::text like '%${one.reference}%' then raise exception 'refused by the test'; end if; return new; end $$`);
    await app.owner.sql.run('create trigger refused before insert on bank_entry for each row execute function refuse()');
    await bank.fetched();
    expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(['waiting_payment', 'completed']);
    await app.owner.sql.run('drop trigger refused on bank_entry');
    await bank.fetched();
    expect(await statusOf(one.id)).toBe('completed');
  });

  test('that comes after its time, or after the client has cancelled, is credited all the same', async () => {
    const { id, reference } = await wired('250.00');
    await payments.post('api/transfers/cancel', { tid: id });
    await bank.arrives({ text: reference });
    await bank.fetched();
    expect(await statusOf(id)).toBe('completed');
  });
});

describe('a client who asks how to pay', () => {
  test('is told the account of the own company, and by a letter once', async () => {
    const { id, reference } = await wired('250.00', { pm_id: 1010, currency: 'EUR' });
    const { data } = await payments.get(`api/payments/deposit/instructions?tid=${id}`);
    expect(data).toMatchObject({ by: 'bank', reference, amount: '250.00', currency: 'EUR', holder: 'Atrium Global' });
    expect(data.number).toBe('CY25002001280000120052760012');
    for (const _ of [1, 2]) await payments.post('api/direct/send-deposit-request', { remittance_id: id });
    await app.drain();
    const box = await app.call({ method: 'GET', path: '/sandbox/outbox?to=global.active@atrium.test' });
    const letters = box.data.messages.filter(
      ({ text }: { text: string }) => text.includes(reference) && text.includes(data.number),
    );
    expect(letters).toHaveLength(1);
  });

  test('is told of nobody else’s', async () => {
    const { id } = await wired('250.00');
    const other = await app.signIn('ng.active');
    const path = `api/payments/deposit/instructions?tid=${id}`;
    expect((await app.call({ method: 'GET', path, as: other })).httpStatus).toBe(404);
    const sent = { method: 'POST', path: 'api/direct/send-deposit-request', body: { remittance_id: id }, as: other } as const;
    expect((await app.call(sent)).httpStatus).toBe(404);
  });

  test('is offered no currency in which the company has no account', async () => {
    const { data } = await payments.get('api/payments/deposit');
    const wire = data.methods.find(({ pm_id }: { pm_id: number }) => pm_id === 1010);
    expect(wire.terms.map(({ currency }: { currency: string }) => currency)).toEqual(['USD', 'EUR', 'GBP']);
  });
});

describe('what is taken back', () => {
  test('of a deposit is taken from the client, once', async () => {
    const { id, reference } = await wired('250.00');
    const entry = await bank.arrives({ text: reference });
    await bank.fetched();
    const before = await books.inLedger(wallet);
    await bank.takenBack(entry, { fault: 'twice' });
    await bank.fetched();
    await bank.fetched();
    const { reversed_by: reversals } = await payments.detailsOf(id);
    expect(reversals).toHaveLength(1);
    expect(await payments.detailsOf(reversals[0])).toMatchObject({ status: 'completed', amount: '250.00', reverses: id });
    expect(Number(before) - Number(await books.inLedger(wallet))).toBeCloseTo(250);
  });

  test('of a second transfer for a deposit is taken of that one, which the bank names', async () => {
    const { id, reference } = await payments.startDeposit(dollars, '250.00', { pm_id: 1010 });
    await bank.arrives({ text: reference });
    await bank.fetched();
    const entry = await bank.arrives({ text: reference });
    await bank.fetched();
    const { sql } = app.owner;
    const second = await sql.one<{ id: number }>(
      `select id::integer as id from provider_transaction where remittance_id = $1 and outcome = 'suspense'`,
      [id],
    );
    const now = app.opened.clock.now();
    expect(await app.owner.transact((inside) => creditUnmatched(inside, { id: second.id, now }))).toBe('done');
    const before = [await books.inLedger(wallet), await books.inLedger(dollars)] as const;
    await bank.takenBack(entry);
    await bank.fetched();
    await bank.fetched();
    expect(Number(before[0]) - Number(await books.inLedger(wallet))).toBeCloseTo(250);
    expect(await books.inLedger(dollars)).toBe(before[1]);
  });

  test('may be told of before what it takes back', async () => {
    const { id, reference } = await wired('250.00');
    const before = await books.inLedger(wallet);
    const entry = await bank.arrives({ text: reference, fault: 'delay' });
    await bank.takenBack(entry);
    await bank.fetched();
    expect(await statusOf(id)).toBe('waiting_payment');
    await app.opened.clock.advance(61);
    await bank.fetched();
    await bank.fetched();
    expect((await payments.detailsOf(id)).reversed_by).toHaveLength(1);
    expect(await books.inLedger(wallet)).toBe(before);
  });

  test('of what stands in suspense leaves it, and asks nothing of anybody', async () => {
    const before = await bank.held();
    const entry = await bank.arrives({ text: 'no reference' });
    await bank.fetched();
    const { id } = await bank.entryNamed(entry);
    expect([await bank.waits(id), (await bank.held()).suspense - before.suspense]).toEqual([1, 25_000n]);
    await bank.takenBack(entry);
    await bank.fetched();
    expect(await bank.entryNamed(entry)).toMatchObject({ outcome: 'returned' });
    expect([await bank.waits(id), await bank.held()]).toEqual([0, before]);
  });
});
