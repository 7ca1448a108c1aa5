import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SignedIn, StaffSignedIn, TestApp } from '../../server/testing/app.ts';
import { openBankFixture, type BankFixture } from '../../server/testing/bankFixture.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { openCounter, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../server/testing/payoutFixture.ts';

/* What goes out by wire: ordered at the bank, told of by its statements, and returned by the bank that it went to. */

let app: TestApp;
let bank: BankFixture;
let books: BookFixture;
let payments: PaymentsFixture;
let payouts: PayoutFixture;
let client: SignedIn;
let finance: StaffSignedIn;
let wallet: number;

beforeAll(async () => {
  const counter = await openCounter('global.active', { dollars: '1000.00', wallet: '0.00' });
  ({ app, books, client, payments, wallet } = counter);
  bank = await openBankFixture(app, client);
  payouts = await openPayoutFixture(app, counter);
  await payouts.trade(counter.dollars);
  finance = await app.signInStaff('finance');
  await books.wallet(client, { currency: 'USD', amount: '20000.00' });
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const wire = (change: object = {}) => ({
  pm_id: 1010,
  wire_bank: 'Barclays',
  wire_account: 'gb29 nwbk 6016 1331 9268 19',
  wire_bic: 'nwbkgb2l',
  confirm_own_name: true,
  ...change,
});
const destination = 'GB29NWBK60161331926819 NWBKGB2L';
/** So much more than what goes back to payments. */
const beyond = async (amount: number) => {
  const { methods } = (await payments.get('api/payments/withdraw')).data;
  const left = methods.flatMap((method: { left: { amount: string }[] }) => method.left.map((each) => Number(each.amount)));
  return (left.reduce((sum: number, each: number) => sum + each, 0) + amount).toFixed(2);
};
const sentOut = async (amount: string, how: ReturnType<typeof wire> = wire()) => {
  const id = await payouts.asked(wallet, amount, how);
  await payouts.approve(id);
  // As if the account had cooled off; what is asked about then is settled.
  await payouts.lookAgain();
  await payouts.lookAgain();
  return id;
};
const byWire = async (id: number) =>
  app.owner.sql.one<{ reference: string; phase: string }>(
    `select reference, phase from payout where remittance_id = $1 and provider = 'bank' order by id desc limit 1`,
    [id],
  );

test.each([
  [{ wire_bank: undefined }, 'field_required', 'wire_bank'],
  [{ wire_account: undefined }, 'field_required', 'wire_account'],
  [{ wire_bic: undefined }, 'field_required', 'wire_bic'],
  [{ wire_bic: 'NWBK' }, 'destination_not_valid', 'wire_bic'],
  [{ wire_account: 'GB29NWBK60161331926818' }, 'destination_not_valid', 'wire_account'],
  [{ wire_account: '31926819' }, 'destination_not_valid', 'wire_account'],
  [{ confirm_own_name: false }, 'field_required', 'confirm_own_name'],
])('a wire with %j is refused as %s at %s', async (change, code, field) => {
  expect(await payouts.confirm(wallet, '80.00', wire(change))).toMatchObject({
    httpStatus: 422,
    errors: [{ code, validation_messages: { [field]: expect.anything() } }],
  });
});

test('what came in by transfer goes back by wire before any other method takes the rest, and the statement tells of it once', async () => {
  const { id: deposit, reference } = await payments.startDeposit(wallet, '300.00', { pm_id: 1010 });
  await bank.arrives({ text: reference, amount: '300.00' });
  await bank.fetched();
  await payments.becomes(deposit, 'completed');
  await payouts.payIn(wallet, '100.00');
  const asked = await beyond(50);
  const skrill = { pm_id: 1011, wallet_email: 'global.active@wallet.test', confirm_own_name: true };
  expect(await payouts.confirm(wallet, asked, skrill)).toMatchObject({
    errors: [
      {
        code: 'other_method_first',
        validation_messages: {
          pm_id: { other_method_first: expect.stringMatching(/300.00.*came in by International bank wire/) },
        },
      },
    ],
  });
  const { quote } = await payouts.ask(wallet, asked, wire());
  expect(quote.split.lines.slice(-2)).toMatchObject([
    { pm_id: 1010, way: 'payout', to: destination, transfer_id: deposit, amount: '300.00' },
    { pm_id: 1010, way: 'payout', to: destination, transfer_id: null },
  ]);
  const before = await bank.held();
  const id = await sentOut(await beyond(120.37));
  const { reference: name } = await byWire(id);
  // Of 37 cents the bank decides nothing by itself.
  expect(await byWire(id)).toMatchObject({ phase: 'sent' });
  await app.call({ method: 'POST', path: '/sandbox/bank', body: { ordered: name, outcome: 'settled' } });
  await payouts.ends(id, 'completed');
  const paid = before.bank - (await bank.held()).bank;
  await bank.fetched();
  const { outcome } = await app.owner.sql.one<{ outcome: string }>(
    `select outcome from bank_entry where direction = 'debit' and texts::text like '%' || $1 || '%'`,
    [name],
  );
  // What left the account is what the book has of it already.
  expect([outcome, before.bank - (await bank.held()).bank]).toEqual(['noted', paid]);
});

test('what the bank rejects is in the wallet again', async () => {
  await payouts.payIn(wallet, '100.00');
  const id = await sentOut(await beyond(71.13));
  await payouts.ends(id, 'completed');
  expect(await byWire(id)).toMatchObject({ phase: 'released' });
  expect(await payments.detailsOf(id)).toMatchObject({ reason: expect.stringMatching(/not taken/) });
});

test('what the other bank returns stands before staff with the withdrawal that it was, and goes to the client’s wallet', async () => {
  const id = await sentOut(await beyond(64));
  await payments.becomes(id, 'completed');
  const { reference } = await byWire(id);
  const before = { ...(await bank.held()), wallet: Number(await books.inLedger(wallet)) };
  await bank.fetched();
  const taken = await bank.takenBack(reference);
  await bank.fetched();
  const entry = await app.owner.sql.one<{ id: number; outcome: string; why: string; amount: bigint }>(
    `select id, outcome, why, amount from bank_entry where entry_key = $1`,
    [`reversal:servicer:${taken.data.entry}`],
  );
  expect(entry).toMatchObject({ outcome: 'suspense', why: 'payout_returned' });
  expect((await bank.held()).suspense - before.suspense).toBe(entry.amount);
  const detail = await app.owner.sql.one<{ detail: object; client_id: number }>(
    `select detail, client_id from desk_case where subject = $1`,
    [`bank_entry:${entry.id}`],
  );
  expect(detail).toMatchObject({ detail: { transfer_id: id, payout: reference }, client_id: client.clientId });
  const answer = await bank.decide(entry.id, { action: 'assign', client_id: String(client.clientId) }, finance);
  expect(answer.errors).toEqual([]);
  await app.drain();
  expect((await bank.held()).suspense).toBe(before.suspense);
  expect(Number(await books.inLedger(wallet)) - before.wallet).toBe(Number(entry.amount) / 100);
});
