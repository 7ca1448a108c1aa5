import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { provider, suspense } from '../../ledger/chart.ts';
import type { StaffSignedIn, TestApp } from '../../server/testing/app.ts';
import { openBankFixture, type BankFixture } from '../../server/testing/bankFixture.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { openCounter, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../server/testing/payoutFixture.ts';
import { checksKept, sidesOf } from './balances.ts';

/* What the bank's statements say lies there, beside the transactions that were read of them and beside the book. */

let app: TestApp;
let bank: BankFixture;
let books: BookFixture;
let payments: PaymentsFixture;
let payouts: PayoutFixture;
let client: number;
let wallet: number;
let finance: StaffSignedIn;

beforeAll(async () => {
  const counter = await openCounter('global.active', { dollars: '1000.00', wallet: '0.00' });
  ({ app, books, payments, wallet } = counter);
  client = counter.client.clientId;
  bank = await openBankFixture(app, counter.client);
  payouts = await openPayoutFixture(app, counter);
  await payouts.trade(counter.dollars);
  finance = await app.signInStaff('finance');
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const whysOf = ({ findings }: { findings: { why: string; amount: string }[] }) =>
  findings.map(({ why, amount }) => `${why} ${amount}`);
const cases = async () =>
  app.owner.sql.many<{ subject: string; detail: Record<string, unknown> }>(
    `select subject, detail from desk_case where queue = 'differences' and subject like 'bank_balance:%' and closed_at is null`,
  );
const deposited = async (amount: string, arrives = amount) => {
  const { id, reference } = await payments.startDeposit(wallet, amount, { pm_id: 1010 });
  await bank.arrives({ text: reference, amount: arrives });
  await bank.fetched();
  return id;
};

test('before a statement has told of a balance there is nothing to compare', async () => {
  expect(await bank.compared(finance)).toBeUndefined();
});

test('what came in for a payment, and what stands in suspense, is with the bank and in the book alike', async () => {
  await payments.becomes(await deposited('250.00'), 'completed');
  const entry = await bank.arrives({ text: 'nothing of ours', amount: '40.00' });
  await bank.fetched();
  const same = { stated: '290.00', book: '290.00', missing: '0.00', difference: '0.00', state: 'same' };
  expect(await bank.compared(finance, 2)).toMatchObject(same);
  // It leaves suspense at once, and is in the book again when its payment is booked: however late, that is no difference.
  const { id } = await bank.entryNamed(entry);
  await bank.decide(id, { action: 'assign', client_id: String(client) }, finance);
  await app.drain();
  expect(await bank.compared(finance, 2)).toMatchObject(same);
  expect(await cases()).toEqual([]);
});

test('what waits for somebody’s word, and what was taken back, explains itself', async () => {
  const id = await deposited('100.00', '90.00');
  const waiting = await bank.compared(finance, 2);
  expect([waiting.state, whysOf(waiting)]).toEqual(['explained', ['on_review 90.00']]);
  await payments.post('api/transfers/accept', { tid: id });
  expect(await bank.compared(finance)).toMatchObject({ stated: '380.00', book: '380.00', state: 'same' });
  const entry = await bank.arrives({ text: 'of nobody', amount: '15.00' });
  await bank.fetched();
  await bank.takenBack(entry);
  await bank.fetched();
  expect(await bank.compared(finance)).toMatchObject({ stated: '380.00', state: 'same' });
});

test('a payout is with both once its statement has come, and bears its withdrawal there', async () => {
  const wire = { pm_id: 1010, wire_bank: 'Barclays', wire_account: 'GB29NWBK60161331926819', wire_bic: 'NWBKGB2L' };
  const id = await payouts.asked(wallet, '120.00', { ...wire, confirm_own_name: true });
  await payouts.approve(id);
  await payouts.ends(id, 'completed');
  const before = await bank.compared(finance, 2);
  expect([before.stated, before.book, before.state, whysOf(before)]).toEqual([
    '380.00',
    '260.00',
    'explained',
    ['payout 120.00'],
  ]);
  await bank.fetched();
  expect(await bank.compared(finance)).toMatchObject({ stated: '260.00', book: '260.00', state: 'same' });
  const [paid] = await app.owner.sql.many(
    `select outcome, remittance_id from bank_entry where direction = 'debit' and not is_reversal`,
  );
  expect(paid).toEqual({ outcome: 'noted', remittance_id: id });
});

test('a statement that never came is seen by the balance of the next, stands before staff at the second look, and is gone when it comes', async () => {
  const late = await payments.startDeposit(wallet, '170.00', { pm_id: 1010 });
  await bank.arrives({ text: late.reference, amount: '170.00', fault: 'delay' });
  await deposited('160.00');
  // The clock goes on by less than the delay: only the second was fetched.
  await app.opened.worker?.sweep('bank.balances');
  expect(await cases()).toEqual([]);
  const open = await bank.compared(finance);
  expect([open.state, open.missing, whysOf(open)]).toEqual(['open', '170.00', ['not_read 170.00']]);
  expect(await cases()).toMatchObject([{ detail: { kind: 'bank_balance', missing: { amount: '170.00' } } }]);
  await bank.fetched();
  expect(await bank.compared(finance)).toMatchObject({ stated: '590.00', missing: '0.00', state: 'same' });
  expect(await cases()).toEqual([]);
});

test('what is in the book and at no bank is open until finance has explained it, and again when it changes', async () => {
  const adjust = (key: string, minor: bigint) =>
    app.opened.app.book.submit({
      movement: {
        key: `adjustment:${key}`,
        kind: 'adjustment',
        legs: [{ from: provider(3, 'USD', 'bank'), to: suspense(3, 'USD'), minor }],
        at: app.opened.clock.now(),
      },
    });
  await adjust('by-hand', 500n);
  const open = await bank.compared(finance, 2);
  expect([open.state, open.difference, whysOf(open)]).toEqual(['open', '-5.00', ['by_hand -5.00']]);
  expect(await cases()).toHaveLength(1);
  const explain = (body: object, as = finance) =>
    app.call({ method: 'POST', path: `/api/desk/bank/balances/${open.id}`, body, as });
  expect((await explain({})).errors[0]?.validation_messages).toHaveProperty('reason');
  expect((await explain({ reason: 'as I think' }, await app.signInStaff('agent'))).httpStatus).toBe(403);
  expect((await explain({ reason: 'interest that the bank books at the end of the month' })).data).toMatchObject({
    decided: { status: 'closed' },
  });
  expect((await explain({ reason: 'once more' })).errors[0]?.code).toBe('not_waiting');
  expect(await cases()).toEqual([]);
  expect([(await bank.compared(finance)).state, (await bank.compared(finance)).state]).toEqual(['closed', 'same']);
  // What was explained is counted no more, and what comes then is a difference of its own.
  await adjust('again', 200n);
  const again = await bank.compared(finance, 2);
  expect([again.state, again.difference, (await cases()).length]).toEqual(['open', '-2.00', 1]);
  const traces = await app.owner.sql.many(
    `select from audit_event where action in ('bank_balance.explain', 'bank_balance.differs') and subject = $1`,
    [`bank_balance:${open.id}`],
  );
  expect(traces).toHaveLength(4);
});

test('what comes after it was explained as missing is too much, though nothing of before is counted any more', async () => {
  const late = await payments.startDeposit(wallet, '180.00', { pm_id: 1010 });
  await bank.arrives({ text: late.reference, amount: '180.00', fault: 'delay' });
  await deposited('130.00');
  const open = await bank.compared(finance, 2);
  expect([open.state, open.missing]).toEqual(['open', '180.00']);
  const body = { reason: 'the bank looks for it' };
  await app.call({ method: 'POST', path: `/api/desk/bank/balances/${open.id}`, body, as: finance });
  expect((await bank.compared(finance, 3)).state).toBe('same');
  await bank.fetched();
  expect(await bank.compared(finance)).toMatchObject({ missing: '-180.00', state: 'open' });
  await app.call({ method: 'POST', path: `/api/desk/bank/balances/${open.id}`, body, as: finance });
  expect((await bank.compared(finance, 3)).state).toBe('same');
});

test('a look reads what has come since nothing was left open, whatever the account has had before', async () => {
  const had = 400;
  await app.owner.sql.run(
    `insert into bank_entry (account, entry_key, likeness, statement_id, company_id, direction, is_reversal, amount, currency, letters, texts,
       servicer_references, booked_at, read_at, outcome)
     select account, 'had:' || n, 'had:' || n, statement_id, company_id, direction, false, 0, currency, letters, '{}', '{}', booked_at,
       read_at, 'noted' from (select * from bank_entry where currency = 'USD' order by id limit 1) one, generate_series(1, $1) n`,
    [had],
  );
  // Between the first that was told of and the last: neither is another one for it.
  await app.owner.sql.run(
    `insert into bank_balance (statement_id, account, company_id, currency, opening, closing, opened_at, closed_at, written_at, sequence)
     select statement_id, account, company_id, currency, opening, closing, opened_at + n * interval '1 second', opened_at + n * interval '1 second',
       written_at, sequence from (select * from bank_balance where currency = 'USD' order by opened_at, id limit 1) one, generate_series(1, $1) n`,
    [had],
  );
  expect((await bank.compared(finance, 2)).state).toBe('same');
  const readOf = async (look: boolean) =>
    app.owner.transact(async (sql) => {
      await sql.run('set local enable_seqscan = off');
      const rows = async () =>
        sql.one<{ entries: number; balances: number }>(
          `select sum(seq_tup_read + idx_tup_fetch) filter (where relname = 'bank_entry')::integer as entries,
             sum(seq_tup_read + idx_tup_fetch) filter (where relname = 'bank_balance')::integer as balances from pg_stat_xact_user_tables`,
        );
      const before = await rows();
      const check = (await checksKept(sql)).find(({ companyId, currency }) => companyId === 3 && currency === 'USD');
      if (check && look) await sidesOf(sql, check, app.opened.clock.now());
      const after = await rows();
      return { entries: after.entries - before.entries, balances: after.balances - before.balances };
    });
  expect(await readOf(false)).toEqual({ entries: 0, balances: 0 });
  const read = await readOf(true);
  expect(read.entries).toBeLessThan(10);
  expect(read.balances).toBeLessThan(had / 4);
});
