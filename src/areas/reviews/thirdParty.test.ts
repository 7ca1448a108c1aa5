import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { StaffSignedIn } from '../../server/testing/app.ts';
import { openBankFixture } from '../../server/testing/bankFixture.ts';
import { openCounter, type Counter } from '../../server/testing/paymentsFixture.ts';
import { creditUnmatched } from '../payments/face.ts';

/* Money that somebody else than the client has paid by card (readings, decision 30). */

let counter: Counter;
let finance: StaffSignedIn;
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await counter.books.faults()).toEqual([]));
afterAll(() => counter.app.close());

async function open(name: string): Promise<void> {
  counter = await openCounter(name, { dollars: '0', wallet: '0' });
  finance = await counter.app.signInStaff('finance');
}
const desk = (path: string, body: object, as = finance) =>
  counter.app.call({ method: 'POST', path: `/api/desk/${path}`, body: { reason: 'whose card it is', ...body }, as });

/** A deposit by a card in that name. */
async function paidBy(payer: string): Promise<number> {
  const { app, payments, wallet, books } = counter;
  const { id, reference } = await payments.startDeposit(wallet, '100.00');
  await app.call({ method: 'POST', path: `/sandbox/payments/${reference}`, body: { outcome: 'approved', payer } });
  await books.hurry();
  await app.drain();
  return id;
}
/** A deposit that is paid, and whose order somebody of that name pays once more: the transaction that stands before staff. */
async function paidAgainBy(payer: string): Promise<number> {
  const { app, payments, wallet } = counter;
  const { reference } = await payments.startDeposit(wallet, '100.00');
  const amount = { minor: 10_000n, currency: 'USD' } as const;
  await payments.told(reference, { status: 'approved', amount });
  const second = { name: payer, cardMask: undefined, cardBrand: undefined };
  await payments.told(reference, { status: 'approved', amount, providerTransactionId: `2-${reference}`, payer: second });
  const { subject, detail } = await app.owner.sql.one<{ subject: string; detail: object }>(
    `select subject, detail from desk_case where queue = 'unmatched' and closed_at is null order by id desc limit 1`,
  );
  expect(detail).toMatchObject({ amount: '100.00', why: 'third_party' });
  return Number(subject.split(':')[1]);
}
/** What still goes back to cards before anything goes elsewhere. */
const goesBack = async (): Promise<number> => {
  const { methods } = (await counter.payments.get('api/payments/withdraw')).data;
  return Number(methods.find(({ pm_id }: { pm_id: number }) => pm_id === 243).left[0].amount);
};
const ownName = async (): Promise<string> => {
  const { name } = await counter.app.owner.sql.one<{ name: string }>(
    `select first_name || ' ' || last_name as name from client where id = $1`,
    [counter.client.clientId],
  );
  return name;
};

describe('a card of somebody else’s', () => {
  beforeAll(() => open('global.active'));

  test('is no question where its name is the client’s, however it is written', async () => {
    const [first = '', ...rest] = (await ownName()).toUpperCase().split(' ');
    const id = await paidBy(`${rest.join(' ')} ${first}`);
    await counter.payments.becomes(id, 'completed');
    expect(await counter.books.inLedger(counter.wallet)).toBe('100.00');
  });

  test('keeps what it has paid on review: the client cannot take it, and two persons may', async () => {
    const { payments, books, wallet, app } = counter;
    const before = await books.inLedger(wallet);
    const id = await paidBy('JANE DOE');
    await payments.becomes(id, 'on_review');
    expect(await payments.detailsOf(id)).toMatchObject({ can_accept: false, timeline: expect.anything() });
    expect((await payments.post('api/transfers/accept', { tid: id })).success).toBe(false);
    expect(await books.inLedger(wallet)).toBe(before);
    const asked = await desk(`transfers/${id}`, { action: 'approve' });
    expect(asked.data).toMatchObject({ decided: null, approval: { kind: 'money' } });
    const agreed = { decision: 'approve' };
    expect((await desk(`approvals/${asked.data.approval.id}`, agreed)).success).toBe(false);
    expect(await books.inLedger(wallet)).toBe(before);
    expect((await desk(`approvals/${asked.data.approval.id}`, agreed, await app.signInStaff('admin'))).errors).toEqual([]);
    await payments.becomes(id, 'completed');
    expect(Number(await books.inLedger(wallet)) - Number(before)).toBe(100);
  });

  test('that pays an order once more is taken by two persons, and goes back once compliance has agreed', async () => {
    const { books, wallet, app } = counter;
    const [taken, returned] = [await paidAgainBy('JANE DOE'), await paidAgainBy('JANE DOE')];
    const before = await books.inLedger(wallet);
    const asked = await desk(`transactions/${taken}`, { action: 'approve' });
    const admin = await app.signInStaff('admin');
    const left = await goesBack();
    expect((await desk(`approvals/${asked.data.approval.id}`, { decision: 'approve' }, admin)).errors).toEqual([]);
    expect(Number(await books.inLedger(wallet)) - Number(before)).toBe(100);
    // To the card that has paid it, before anything goes elsewhere.
    expect((await goesBack()) - left).toBe(100);
    const back = await desk(`transactions/${returned}`, { action: 'send_back' });
    expect(back.data).toMatchObject({ decided: null, approval: { kind: 'papers' } });
  });
});

describe.each(['eu.active', 'uk.active'])('a card of somebody else’s, paid to the company of %s', (name) => {
  beforeAll(async () => {
    await counter.app.close();
    await open(name);
  });

  test('is never taken, whoever asks for it: it goes back once compliance has agreed', async () => {
    const { payments, books, wallet, app } = counter;
    const before = await books.inLedger(wallet);
    const id = await paidBy('JANE DOE');
    await payments.becomes(id, 'on_review');
    const refused = await desk(`transfers/${id}`, { action: 'approve' }, await app.signInStaff('admin'));
    expect([refused.httpStatus, refused.errors[0]?.code]).toEqual([422, 'action_not_offered']);
    const asked = await desk(`transfers/${id}`, { action: 'send_back' });
    expect(asked.data).toMatchObject({ decided: null, approval: { kind: 'papers' } });
    const approval = `approvals/${asked.data.approval.id}`;
    expect((await desk(approval, { decision: 'approve' }, await app.signInStaff('compliance'))).errors).toEqual([]);
    await payments.becomes(id, 'declined');
    expect(await books.inLedger(wallet)).toBe(before);
  });

  test('whose name cannot be compared is looked at, and taken once two persons have seen whose it is; without a name it is no question', async () => {
    const { payments, app } = counter;
    const { reference, id: nameless } = await payments.startDeposit(counter.wallet, '100.00');
    const amount = { minor: 10_000n, currency: 'USD' } as const;
    const nobody = { name: undefined, cardMask: undefined, cardBrand: undefined };
    await payments.told(reference, { status: 'approved', amount, payer: nobody });
    await payments.becomes(nameless, 'completed');
    const id = await paidBy('王小明');
    await payments.becomes(id, 'on_review');
    expect((await payments.detailsOf(id)).can_accept).toBe(false);
    const asked = await desk(`transfers/${id}`, { action: 'approve' });
    expect(asked.data).toMatchObject({ decided: null, approval: { kind: 'money' } });
    const approval = `approvals/${asked.data.approval.id}`;
    expect((await desk(approval, { decision: 'approve' }, await app.signInStaff('admin'))).errors).toEqual([]);
    await payments.becomes(id, 'completed');
  });

  test('is no bank’s either: a transfer without the name of its payer is looked at', async () => {
    const { payments, app, client, wallet } = counter;
    const bank = await openBankFixture(app, client);
    const company = name === 'eu.active' ? 1 : 4;
    const wired = async (payer: string) => {
      const { id, reference } = await payments.startDeposit(wallet, '250.00', { pm_id: 1010 });
      await bank.arrives({ text: reference, company, payer });
      await bank.fetched();
      return id;
    };
    await payments.becomes(await wired(bank.name), 'completed');
    const nameless = await wired('');
    await payments.becomes(nameless, 'on_review');
    const told = (await payments.detailsOf(nameless)).reason;
    expect(told).toMatch(/name is not yours/);
  });

  test('that pays an order once more is never taken either', async () => {
    const { books, wallet, app } = counter;
    const id = await paidAgainBy('JANE DOE');
    const before = await books.inLedger(wallet);
    const refused = await desk(`transactions/${id}`, { action: 'approve' });
    expect([refused.httpStatus, refused.errors[0]?.code]).toEqual([422, 'action_not_offered']);
    // Nor by what was asked for before it was known.
    expect(await app.owner.transact((sql) => creditUnmatched(sql, { id, now: app.opened.clock.now() }))).toBe('outdated');
    const asked = await desk(`transactions/${id}`, { action: 'send_back' });
    expect(asked.data).toMatchObject({ decided: null, approval: { kind: 'papers' } });
    const agreed = await desk(
      `approvals/${asked.data.approval.id}`,
      { decision: 'approve' },
      await app.signInStaff('compliance'),
    );
    expect(agreed.errors).toEqual([]);
    const waits = await app.owner.sql.many(`select from desk_case where subject = $1 and closed_at is null`, [
      `transaction:${id}`,
    ]);
    expect([waits.length, await books.inLedger(wallet)]).toEqual([0, before]);
  });
});
