import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { money } from '../../../base/money.ts';
import type { SignedIn, StaffSignedIn, TestApp } from '../../../server/testing/app.ts';
import type { BookFixture } from '../../../server/testing/bookFixture.ts';
import { pdfFile, sendForm } from '../../../server/testing/files.ts';
import { openCounter, type PaymentsFixture } from '../../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../../server/testing/payoutFixture.ts';
import { meanwhile } from '../../../server/testing/telling.ts';

/* What staff does with a withdrawal besides approving and declining it whole. */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let payouts: PayoutFixture;
let client: SignedIn;
let finance: StaffSignedIn;
let wallet: number;

beforeAll(async () => {
  const counter = await openCounter('ng.active', { dollars: '1000.00', wallet: '0.00' });
  ({ app, books, client, payments, wallet } = counter);
  payouts = await openPayoutFixture(app, { client, payments, books });
  finance = await app.signInStaff('finance');
  await payouts.trade(counter.dollars);
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const refuses = async () => ({ outcome: 'refused', code: 'rejected_by_provider', message: 'told by the test' }) as const;
const refused = (act: () => Promise<unknown>) => meanwhile(app.opened.app.payments.praxis, { payOut: refuses }, act);
const caseOf = async (id: number) =>
  (await payouts.queue()).find(({ subject }) => subject === `remittance:${id}`) as
    | { readonly detail: Readonly<Record<string, unknown>> }
    | undefined;
const codesOf = async (id: number): Promise<string[]> =>
  (await payments.detailsOf(id)).timeline.map(({ code }: { code: string }) => code);
const linesOf = async (id: number) =>
  (await app.call({ method: 'GET', path: `/api/desk/transfers/${id}/lines`, as: finance })).data.lines;

describe('a withdrawal to two payments', () => {
  let id: number;
  beforeEach(async () => {
    // What earlier tests have paid in goes back no more.
    await app.owner.sql.run(`update remittance set provider = null where client_id = $1 and transfer_type = 'deposit'`, [
      client.clientId,
    ]);
    await payouts.payIn(wallet, '100.00');
    await payouts.payIn(wallet, '160.00');
    id = await payouts.asked(wallet, '150.00');
  });

  test('is split: one line goes out, the other waits for a decision of its own, and both are paid once', async () => {
    expect(await linesOf(id)).toMatchObject([
      { line: 1, amount: '100.00', phase: null },
      { line: 2, amount: '50.00', phase: null },
    ]);
    expect((await payouts.decide(id, { action: 'split', lines: [1] })).errors).toEqual([]);
    await expect.poll(async () => (await payouts.lookAgain(), (await linesOf(id))[0].phase)).toBe('completed');
    expect((await linesOf(id))[1]).toMatchObject({ phase: 'waiting', held_for: 'split' });
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'processing', next: { who: 'house', late: null } });
    expect((await caseOf(id))?.detail).toMatchObject({ kind: 'withdrawal_rest', amount: '50.00' });
    expect((await payouts.decide(id, { action: 'approve' })).errors).toEqual([]);
    await payouts.ends(id, 'completed');
    expect((await payouts.atProvider(id)).toSorted()).toEqual(['refund approved 100.00', 'refund approved 50.00']);
    expect(await codesOf(id)).toEqual(
      expect.arrayContaining(['withdrawal_split', 'withdrawal_rest_approved', 'withdrawal_paid']),
    );
    expect(await caseOf(id)).toBeUndefined();
    expect((await payouts.decide(id, { action: 'approve' })).httpStatus).toBe(409);
  });

  test('of much is split by two persons, however small its lines are', async () => {
    await payments.post('api/transfers/cancel', { tid: id });
    await payouts.payIn(wallet, '9000.00');
    await payouts.payIn(wallet, '9000.00');
    id = await payouts.asked(wallet, '12000.00');
    const asked = await payouts.decide(id, { action: 'split', lines: [1] });
    expect(asked.data).toMatchObject({ decided: null, approval: { kind: 'money' } });
    expect((await linesOf(id))[0]).toMatchObject({ phase: null });
    expect((await payouts.agree(asked.data.approval.id)).errors).toEqual([]);
    const rest = await payouts.decide(id, { action: 'approve' });
    expect(rest.data).toMatchObject({ decided: null, approval: { kind: 'money' } });
    expect((await payouts.agree(rest.data.approval.id)).errors).toEqual([]);
    await payouts.ends(id, 'completed');
    expect(await codesOf(id)).toContain('withdrawal_paid');
  });

  test('is split, and what is declined of it is in the wallet with its reason', async () => {
    const before = Number(await books.inLedger(wallet));
    await payouts.decide(id, { action: 'split', lines: [2] });
    expect(await payouts.decide(id, { action: 'decline' })).toMatchObject({ httpStatus: 422 });
    expect((await payouts.decide(id, { action: 'decline', reason_code: 'data_missing' })).errors).toEqual([]);
    await payouts.ends(id, 'completed');
    expect(Number(await books.inLedger(wallet)) - before).toBe(100);
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'completed', reason: expect.stringMatching(/employment/) });
    expect(await codesOf(id)).toEqual(expect.arrayContaining(['payout_given_back', 'withdrawal_paid_in_part']));
  });

  test.each([[[1, 2]], [[3]], [[1, 1]]])('is not split into %j: some of its lines, each once, and not all', async (lines) => {
    expect(await payouts.decide(id, { action: 'split', lines })).toMatchObject({
      httpStatus: 409,
      errors: [{ code: 'nothing_to_split' }],
    });
    await payments.post('api/transfers/cancel', { tid: id });
  });

  test('is split or cancelled, not both, when staff and client decide in the same moment', async () => {
    const before = Number(await books.inLedger(wallet));
    const [split, cancelled] = await Promise.all([
      payouts.decide(id, { action: 'split', lines: [1] }),
      payments.post('api/transfers/cancel', { tid: id }),
    ]);
    expect([split.httpStatus, cancelled.httpStatus].toSorted()).toEqual([200, 409]);
    const isSplit = split.httpStatus === 200;
    await payouts.decide(id, { action: 'send_back' });
    await payouts.ends(id, isSplit ? 'completed' : 'cancelled');
    expect(Number(await books.inLedger(wallet)) - before).toBe(isSplit ? 50 : 150);
  });

  test('waits for a paper that staff has asked for, and for staff again once it came', async () => {
    expect((await payouts.decide(id, { action: 'ask_document', paper: 'bank_statement' })).errors).toEqual([]);
    expect(await payouts.decide(id, { action: 'ask_document' })).toMatchObject({
      httpStatus: 409,
      errors: [{ code: 'paper_asked_already' }],
    });
    expect(await payments.detailsOf(id)).toMatchObject({
      status: 'on_review',
      asks_paper: 'bank_statement',
      takes_paper: true,
      next: { who: 'client', text: expect.stringMatching(/bank statement/) },
    });
    const file = { name: 'statement.pdf', bytes: pdfFile() };
    await sendForm(app.url, { path: '/api/js/api/transfers/paper', as: client, fields: { tid: String(id) }, file });
    expect(await payments.detailsOf(id)).toMatchObject({ asks_paper: null, next: { who: 'house' }, papers: [{}] });
    expect(await codesOf(id)).toEqual(expect.arrayContaining(['paper_asked_bank_statement', 'paper_sent']));
    await payments.post('api/transfers/cancel', { tid: id });
  });
});

/** What a provider says of a payout of 70.00 that it has refused, and then paid all the same. */
const paidLate = (reference: string) => ({
  reference,
  status: 'approved',
  providerStatus: 'paid',
  providerTransactionId: `late-${reference}`,
  amount: money(7_000n, 'USD'),
});

describe('a payout that its provider refuses', () => {
  let id: number;
  beforeEach(async () => {
    await app.owner.sql.run(`update remittance set provider = null where client_id = $1 and transfer_type = 'deposit'`, [
      client.clientId,
    ]);
    await payouts.payIn(wallet, '180.00');
    id = await payouts.asked(wallet, '70.00');
    await payouts.approve(id);
    // Its refund, then its payout.
    await refusedAgain();
  });

  const refusedAgain = () =>
    refused(async () => {
      await app.drain();
      const heldFor = async () => (await app.opened.worker?.sweep('remittance.payouts'), (await linesOf(id))[0].held_for);
      // oxlint-disable-next-line vitest/no-standalone-expect -- it is waited for before each test
      await expect.poll(heldFor).toBe('refused');
    });
  /** Its provider has paid what it had refused by that name, knows of no other, and counts how often it is asked to pay. */
  const paidAs = (name: string) => {
    let asked = 0;
    const lookUp = async (reference: string) =>
      (reference === name ? { outcome: 'found', payment: paidLate(name) } : { outcome: 'absent' }) as never;
    const payOut = async () => ((asked += 1), refuses());
    const act = (work: () => Promise<unknown>) => meanwhile(app.opened.app.payments.praxis, { lookUp, payOut }, work);
    return { act, asked: () => asked };
  };

  test('waits for staff, who has it tried once more under a reference of its own', async () => {
    expect(await payments.detailsOf(id)).toMatchObject({
      status: 'processing',
      next: { who: 'house', until: expect.any(String) },
    });
    expect((await caseOf(id))?.detail).toMatchObject({ kind: 'payout_refused', amount: '70.00' });
    expect((await payouts.decide(id, { action: 'approve' })).errors).toMatchObject([{ code: 'action_not_offered' }]);
    expect((await payouts.decide(id, { action: 'retry' })).errors).toEqual([]);
    expect(await payouts.decide(id, { action: 'retry' })).toMatchObject({ httpStatus: 409 });
    await payouts.ends(id, 'completed');
    expect(await payouts.atProvider(id)).toEqual(['payout approved 70.00']);
    expect(await codesOf(id)).toEqual(
      expect.arrayContaining(['payout_held', 'payout_retried', 'payout_paid', 'withdrawal_paid']),
    );
  });

  test('is not sent again when its provider has paid it meanwhile', async () => {
    const [{ reference }] = await linesOf(id);
    const paid = async (name: string) => {
      expect(name).toBe(`${reference}p`);
      return { outcome: 'found', payment: paidLate(name) } as never;
    };
    let asked = 0;
    const payOut = async () => {
      asked += 1;
      return refuses();
    };
    await payouts.decide(id, { action: 'retry' });
    await meanwhile(app.opened.app.payments.praxis, { lookUp: paid, payOut }, async () => {
      await app.drain();
      await payouts.ends(id, 'completed');
    });
    expect(asked).toBe(0);
  });

  test('is not sent a third time when its provider has paid the first try meanwhile', async () => {
    const [{ reference }] = await linesOf(id);
    await payouts.decide(id, { action: 'retry' });
    await refusedAgain();
    await payouts.decide(id, { action: 'retry' });
    const provider = paidAs(`${reference}p`);
    await provider.act(() => payouts.ends(id, 'completed'));
    expect(provider.asked()).toBe(0);
  });

  test('is paid once by whoever goes on after a process that died between noting a late payment and posting it', async () => {
    const before = Number(await books.inLedger(wallet));
    const [{ reference }] = await linesOf(id);
    await payouts.decide(id, { action: 'retry' });
    const { book } = app.opened.app;
    const dies = () => Promise.reject(new Error('told by the test'));
    const provider = paidAs(`${reference}p`);
    await provider.act(async () => {
      await meanwhile(book, { submit: dies }, () => payouts.lookAgain().catch(() => undefined));
      expect(await linesOf(id)).toMatchObject([{ phase: 'sent', tries: 0 }]);
      await payouts.ends(id, 'completed');
    });
    expect(provider.asked()).toBe(0);
    expect(Number(await books.inLedger(wallet)) - before).toBe(0);
  });

  test('is paid, not given back, when nobody has decided in time and its provider has paid it', async () => {
    const before = Number(await books.inLedger(wallet));
    const [{ reference }] = await linesOf(id);
    await paidAs(`${reference}p`).act(() => payouts.ends(id, 'completed'));
    expect(Number(await books.inLedger(wallet)) - before).toBe(0);
  });

  test('is paid, not given back by staff too, where its provider has paid it meanwhile', async () => {
    const before = Number(await books.inLedger(wallet));
    const lookUp = async (reference: string) => ({ outcome: 'found', payment: paidLate(reference) }) as never;
    await meanwhile(app.opened.app.payments.praxis, { lookUp }, async () => {
      expect((await payouts.decide(id, { action: 'send_back' })).errors).toEqual([]);
      // Whoever comes to it by the sweep does so beside whoever was told.
      await Promise.all([payouts.lookAgain(), app.drain()]);
      await payouts.ends(id, 'completed');
    });
    expect(Number(await books.inLedger(wallet)) - before).toBe(0);
    expect(await codesOf(id)).toContain('payout_paid');
  });

  test('is given back by staff once its provider answers, and is nobody else’s to decide until then', async () => {
    const before = Number(await books.inLedger(wallet));
    const lookUp = async () => ({ outcome: 'unknown', reason: 'told by the test' }) as const;
    await meanwhile(app.opened.app.payments.praxis, { lookUp }, async () => {
      expect((await payouts.decide(id, { action: 'decline', reason_code: 'data_missing' })).errors).toEqual([]);
      await payouts.lookAgain();
      expect(await payments.detailsOf(id)).toMatchObject({ status: 'processing' });
      for (const action of ['retry', 'send_back'])
        expect(await payouts.decide(id, { action })).toMatchObject({ httpStatus: 409, errors: [{ code: 'not_waiting' }] });
      expect(Number(await books.inLedger(wallet)) - before).toBe(0);
    });
    await payouts.ends(id, 'failed');
    expect(Number(await books.inLedger(wallet)) - before).toBe(70);
    expect((await payments.detailsOf(id)).reason).toMatch(/employment/);
  });

  test('is given back by staff', async () => {
    const before = Number(await books.inLedger(wallet));
    expect((await payouts.decide(id, { action: 'send_back' })).errors).toEqual([]);
    await payouts.ends(id, 'failed');
    expect(Number(await books.inLedger(wallet)) - before).toBe(70);
    expect(await caseOf(id)).toBeUndefined();
  });

  test('goes into the wallet when nobody has decided in time', async () => {
    const before = Number(await books.inLedger(wallet));
    await payouts.ends(id, 'failed');
    expect(Number(await books.inLedger(wallet)) - before).toBe(70);
    await expect.poll(async () => (await app.drain(), await caseOf(id))).toBeUndefined();
    expect((await payouts.decide(id, { action: 'retry' })).httpStatus).toBe(409);
  });

  test('is tried again or given back, not both, when two of staff decide in the same moment', async () => {
    const before = Number(await books.inLedger(wallet));
    const [retried, back] = await Promise.all([
      payouts.decide(id, { action: 'retry' }),
      payouts.decide(id, { action: 'send_back' }),
    ]);
    expect([retried.httpStatus, back.httpStatus].toSorted()).toEqual([200, 409]);
    const isRetried = retried.httpStatus === 200;
    await payouts.ends(id, isRetried ? 'completed' : 'failed');
    expect(Number(await books.inLedger(wallet)) - before).toBe(isRetried ? 0 : 70);
    expect(await payouts.atProvider(id)).toHaveLength(isRetried ? 1 : 0);
  });
});
