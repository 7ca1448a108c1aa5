import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn, StaffSignedIn, TestApp } from '../../server/testing/app.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { openCounter, runOf, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../server/testing/payoutFixture.ts';
import { meanwhile, passDays } from '../../server/testing/telling.ts';
import { transfersTable } from '../transfers/asTable.ts';
import { openEngine } from './engine.ts';

/* What a provider had paid out and gives back afterwards: by the wallet of our own protocol, and by refunds of cards. */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let payouts: PayoutFixture;
let client: SignedIn;
let wallet: number;
let finance: StaffSignedIn;

beforeAll(async () => {
  const counter = await openCounter('ng.active', { dollars: '10.00', wallet: '2000.00' });
  ({ app, books, payments, client, wallet } = counter);
  payouts = await openPayoutFixture(app, { client, payments, books });
  await payouts.trade(counter.dollars);
  finance = await app.signInStaff('finance');
});
afterAll(() => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const says = async (reference: string, body: object) => {
  const answer = await app.call({ method: 'POST', path: `/sandbox/payments/${reference}`, body });
  expect(answer.errors).toEqual([]);
};
const usd = (amount: string) => ({ outcome: 'refunded', amount, currency: 'USD' });
const settled = () => books.hurry();
const held = async () => Number(await books.inLedger(wallet));

interface Paid {
  readonly id: number;
  readonly reference: string;
}

/** Approved, and at the wallet elsewhere; of 37 cents nothing is decided there. */
async function sent(amount: string): Promise<Paid> {
  const way = { pm_id: 1012, wallet_email: 'ng.active@wallet.test', confirm_own_name: true };
  const id = await payouts.asked(wallet, amount, way);
  await app.owner.sql.run(`update payout_destination set usable_from = '2000-01-01'`);
  await payouts.approve(id);
  await payouts.lookAgain();
  const [reference = ''] = await payouts.references(id);
  return { id, reference };
}

async function paid(amount: string): Promise<Paid> {
  const found = await sent(amount);
  await payouts.ends(found.id, 'completed');
  return found;
}

const reversalsOf = async (id: number) => {
  const { reversed_by: ids } = await payments.detailsOf(id);
  return Promise.all(ids.map((each: number) => payments.detailsOf(each)));
};
/** From where and to where the list of transfers as a sheet says that it went. */
async function endsInSheet(id: number): Promise<unknown[]> {
  const none = { from: undefined, till: undefined, type: undefined, status: undefined, account: undefined };
  const reader = {
    say: (key: string) => key,
    fundingAccountNames: { nameOf: () => undefined, phraseOf: () => ({ phrase: '' }) },
  };
  const asked = {
    sql: app.owner.sql,
    filters: { clientId: client.clientId, ...none },
    reader,
    language: 'en',
    mostRows: 100,
  } as const;
  for await (const page of transfersTable(asked).rows) {
    const found = page.find(([number]) => number === String(id));
    if (found) return [found[4], found[6]];
  }
  return [];
}

const codesOf = async (id: number): Promise<string[]> =>
  (await payments.detailsOf(id)).timeline.map(({ code }: { code: string }) => code);
const waiting = (id: number) =>
  app.owner.sql.many<{ subject: string; detail: object }>(
    `select subject, detail from desk_case where closed_at is null and (detail ->> 'transfer_id')::integer = $1`,
    [id],
  );

test('it is in the client’s wallet again, once, by a transfer of its own that says why, however often it is told', async () => {
  const { id, reference } = await paid('60.00');
  const before = await held();
  await payments.post('/sandbox/faults', { target: 'payments', mode: 'duplicate', count: 1 });
  await says(reference, usd('60.00'));
  await expect.poll(async () => (await settled(), (await reversalsOf(id)).length)).toBe(1);
  await settled();
  expect(await held()).toBeCloseTo(before + 60);
  const [back] = await reversalsOf(id);
  expect(back).toMatchObject({ transfer_type: 'reversal', reverses: id, status: 'completed', amount: '60.00', currency: 'USD' });
  expect(back).toMatchObject({ reason: expect.stringMatching(/did not keep it/), pm_id: 1012, account_number: wallet });
  // A completed withdrawal stays completed; its tracker says that it came back.
  const { status, timeline } = await payments.detailsOf(id);
  expect([status, timeline.at(-1)]).toEqual([
    'completed',
    expect.objectContaining({ code: 'payout_returned', text: expect.stringMatching(/60.*came back/) }),
  ]);
  expect(await waiting(id)).toEqual([]);
  expect(await endsInSheet(back.id)).toEqual(['', String(wallet)]);
  // Whoever hears of payout and return once more does nothing.
  const transactions = await app.owner.sql.many<{ number: string }>(
    'select transaction_id as number from provider_transaction where remittance_id = $1',
    [id],
  );
  const engine = openEngine(app.opened.app);
  for (const number of [undefined, ...transactions.map((row) => row.number)])
    expect(await engine.applyPayment({ ...runOf(app), tellIn: async () => undefined }, reference, number)).toBe('nothing_new');
  expect(await held()).toBeCloseTo(before + 60);
});

test('in pieces each piece comes in, late ones too, and more than was paid stands before staff, who give it to the client', async () => {
  const { id, reference } = await paid('50.00');
  const before = await held();
  await says(reference, usd('20.00'));
  await expect.poll(async () => (await settled(), (await reversalsOf(id)).length)).toBe(1);
  await passDays(app, 3);
  await says(reference, { ...usd('10.00'), is_pending: true });
  await settled();
  expect(await reversalsOf(id)).toHaveLength(1);
  await says(reference, usd('10.00'));
  await expect.poll(async () => (await settled(), (await reversalsOf(id)).length)).toBe(2);
  expect(await held()).toBeCloseTo(before + 30);
  await says(reference, usd('20.01'));
  await expect.poll(async () => (await settled(), (await waiting(id)).length)).toBe(1);
  expect([await held(), await reversalsOf(id)]).toEqual([expect.closeTo(before + 30), expect.objectContaining({ length: 2 })]);
  expect((await codesOf(id)).at(-1)).toBe('payout_back_odd');
  const [{ subject = '', detail } = {}] = await waiting(id);
  expect(detail).toMatchObject({ kind: 'payout_returned', amount: '20.01', currency: 'USD' });
  const decide = (action: string) =>
    app.call({
      method: 'POST',
      path: `/api/desk/transactions/${subject.replace('transaction:', '')}`,
      body: { action, reason: 'it is the client’s all the same' },
      as: finance,
    });
  expect((await decide('send_back')).errors).toMatchObject([{ code: 'not_waiting' }]);
  const { data } = await decide('approve');
  expect((await payouts.agree(data.approval.id)).errors).toEqual([]);
  await settled();
  expect(await held()).toBeCloseTo(before + 50.01);
  expect((await codesOf(id)).at(-1)).toBe('payout_back_found');
});

test('in another currency it stands before staff, and nothing is exchanged', async () => {
  const { id, reference } = await paid('50.00');
  const before = await held();
  await says(reference, { outcome: 'refunded', amount: '20.00', currency: 'GBP' });
  await expect.poll(async () => (await settled(), (await waiting(id)).length)).toBe(1);
  expect([await held(), await reversalsOf(id)]).toEqual([before, []]);
});

test('told of before the payout itself, it waits for that', async () => {
  const { id, reference } = await sent('40.37');
  const before = await held();
  await says(reference, { outcome: 'approved' });
  await says(reference, usd('40.37'));
  const { netwallet } = app.opened.app.payments;
  if (!netwallet) throw new Error('the broker has no account with the wallet');
  const first = await netwallet.lookUp(reference);
  const { lookUp } = netwallet;
  // Of the payout nobody hears yet.
  const late = async (asked: string, number?: string) => {
    const answer = await lookUp(asked, number);
    return answer.outcome === 'found' && answer.payment.kind === 'payout' ? first : answer;
  };
  await meanwhile(netwallet, { lookUp: late }, async () => {
    await settled();
    await payouts.lookAgain();
  });
  expect([(await payments.detailsOf(id)).status, await held()]).toEqual(['processing', before]);
  await passDays(app, 1);
  await app.opened.worker?.sweep('settlements.read');
  await expect.poll(async () => (await settled(), (await reversalsOf(id)).length)).toBe(1);
  expect([(await payments.detailsOf(id)).status, await held()]).toEqual(['completed', expect.closeTo(before + 40.37)]);
});

test('what comes back of a refund is in the wallet, and can go back to its payment once more', async () => {
  await payouts.payIn(wallet, '100.00');
  const left = await payouts.left('USD');
  const id = await payouts.asked(wallet, '100.00');
  await payouts.approve(id);
  await payouts.ends(id, 'completed');
  expect(await payouts.left('USD')).toBeCloseTo(left - 100);
  const before = await held();
  const references = await payouts.references(id);
  for (const reference of references) await says(reference, { outcome: 'won_back' });
  await expect.poll(async () => (await settled(), (await reversalsOf(id)).length)).toBe(references.length);
  expect([await held(), await payouts.left('USD')]).toEqual([expect.closeTo(before + 100), expect.closeTo(left)]);
});

describe('a payout that its provider reverses under its own number', () => {
  const bank = { pm_id: 183, bank: 'Access Bank', bank_account: '0123456789', confirm_own_name: true };
  const reversed = { outcome: 'refunded', under_its_number: true };
  /** At a bank of the country, in its currency. */
  async function paidToBank(): Promise<Paid & { readonly naira: string }> {
    const dollars = (await payouts.left('USD')) + 60;
    const { id, quote, pin } = await payouts.ask(wallet, dollars.toFixed(2), bank);
    expect((await payments.save(id, { payment_code: pin })).errors).toEqual([]);
    await app.drain();
    await app.owner.sql.run(`update payout_destination set usable_from = '2000-01-01'`);
    await payouts.approve(id);
    await payouts.ends(id, 'completed');
    const reference = (await payouts.references(id)).at(-1) ?? '';
    return { id, reference, naira: quote.split.lines.at(-1).account_amount };
  }
  const nairaOf = async (number: number) => Number(await books.inLedger(number));

  test('is in the client’s wallet again as a whole, once, whoever tells of it and however often', async () => {
    const { id, reference, naira } = await paidToBank();
    await payments.post('/sandbox/faults', { target: 'payments', mode: 'duplicate', count: 1 });
    await says(reference, reversed);
    await expect.poll(async () => (await settled(), (await reversalsOf(id)).length)).toBe(1);
    await settled();
    const [back] = await reversalsOf(id);
    expect(back).toMatchObject({ status: 'completed', reverses: id, amount: naira, currency: 'NGN' });
    expect((await codesOf(id)).at(-1)).toBe('payout_returned');
    expect([(await payments.detailsOf(id)).status, await waiting(id)]).toEqual(['completed', []]);
    const before = await nairaOf(back.account_number);
    const engine = openEngine(app.opened.app);
    for (let times = 0; times < 2; times += 1)
      expect(await engine.applyPayment({ ...runOf(app), tellIn: async () => undefined }, reference)).toBe('nothing_new');
    expect(await nairaOf(back.account_number)).toBe(before);
  });

  test('is heard of by the day’s report where nobody has told of it', async () => {
    const { id, reference } = await paidToBank();
    await app.owner.sql.run(
      `create rule no_message as on insert to outbox where new.topic = 'payment.message' do instead nothing`,
    );
    await says(reference, reversed);
    await settled();
    await app.owner.sql.run('drop rule no_message on outbox');
    expect(await reversalsOf(id)).toEqual([]);
    await passDays(app, 1);
    await app.opened.worker?.sweep('settlements.read');
    await expect.poll(async () => (await settled(), (await reversalsOf(id)).length)).toBe(1);
  });

  test('stands before staff where a piece of it has come back before, and nobody guesses what came now', async () => {
    const { id, reference, naira } = await paidToBank();
    await says(reference, { outcome: 'refunded', amount: '1.00', currency: 'NGN' });
    await expect.poll(async () => (await settled(), (await reversalsOf(id)).length)).toBe(1);
    await says(reference, reversed);
    await expect.poll(async () => (await settled(), (await waiting(id)).length)).toBe(1);
    expect(await reversalsOf(id)).toHaveLength(1);
    expect((await waiting(id))[0]?.detail).toMatchObject({ kind: 'payout_returned', amount: naira, currency: 'NGN' });
  });

  test('stands before staff too where the process died before it had told them, and its message comes again', async () => {
    const { id, reference, naira } = await paidToBank();
    await says(reference, { outcome: 'refunded', amount: '1.00', currency: 'NGN' });
    await expect.poll(async () => (await settled(), (await reversalsOf(id)).length)).toBe(1);
    const state = { kind: 'refund', status: 'approved', undoesItself: true } as const;
    const [{ number } = { number: '' }] = await app.owner.sql.many<{ number: string }>(
      'select provider_transaction as number from payout where remittance_id = $1 and provider_transaction is not null',
      [id],
    );
    const tell = async () =>
      payments.told(reference, {
        ...state,
        providerTransactionId: number,
        amount: { minor: BigInt(naira.replace('.', '')), currency: 'NGN' },
      });
    await app.owner.sql.run(`alter table desk_case add constraint no_case check (subject not like 'payout:%') not valid`);
    await expect(tell()).rejects.toThrow(/no_case/);
    await app.owner.sql.run('alter table desk_case drop constraint no_case');
    await tell();
    expect(await waiting(id)).toHaveLength(1);
  });

  test('has brought nothing where it is another try than the one that was paid', async () => {
    const { id, reference } = await paidToBank();
    const state = { kind: 'refund', status: 'approved', undoesItself: true, providerTransactionId: 'other-try' } as const;
    expect(await payments.told(reference, { ...state, amount: { minor: 100n, currency: 'NGN' } })).toBe('nothing_new');
    expect([await reversalsOf(id), await waiting(id)]).toEqual([[], []]);
  });
});

test('the provider’s report has what came back as the book has it', async () => {
  await passDays(app, 1);
  await app.opened.worker?.sweep('settlements.read');
  const days = await app.owner.sql.many<{ state: string; findings: readonly { why: string }[] }>(
    `select state, findings from settlement_day where provider in ('netwallet', 'praxis')`,
  );
  expect(days.length).toBeGreaterThan(0);
  expect(days.filter(({ state }) => state === 'open')).toEqual([]);
});
