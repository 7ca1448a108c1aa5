import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '../../../base/sql.ts';
import type { PaymentState, Payments } from '../../../ports/payments/port.ts';
import { openCounter, runOf, type Counter } from '../../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../../server/testing/payoutFixture.ts';
import { holdSweeps, meanwhile } from '../../../server/testing/telling.ts';
import { openEngine } from '../engine.ts';
import { sendDue } from './sending.ts';

/* More parts than one batch has, and a provider that says nothing: sixty parts of two withdrawals, back to sixty payments. */

const each = 30;
let counter: Counter;
let payouts: PayoutFixture;
let withdrawals: number[];

const silent = async () => ({ outcome: 'unknown', reason: 'told by the test' }) as const;

beforeAll(async () => {
  counter = await openCounter('global.active', { dollars: '100.00', wallet: '1000.00' });
  const { app, client, wallet, dollars } = counter;
  payouts = await openPayoutFixture(app, counter);
  await payouts.trade(dollars);
  // The parts are looked at when a test says so.
  await holdSweeps(app, ['remittance.payouts']);
  await app.owner.sql.run(
    `insert into remittance (client_id, company_id, transfer_type, phase, reference, method_id, provider, account_number, amount, currency,
       account_amount, account_currency, provider_transaction, card_mask, created_at, expires_at, saved_at, updated_at)
     select $1, 3, 'deposit', 'completed', 'of-batches-' || place, 340, 'praxis', $2, 1000, 'USD', 1000, 'USD', 'of-batches-' || place,
       '4111 11** **** 1111', now() - interval '3 days', now(), now() - interval '3 days', now() from generate_series(1, $3::integer) place`,
    [client.clientId, wallet, 2 * each],
  );
  const asked = `${each * 10}.00`;
  withdrawals = [await payouts.asked(wallet, asked), await payouts.asked(wallet, asked)];
  await meanwhile(app.opened.app.payments.praxis, { payOut: silent, lookUp: silent }, async () => {
    for (const id of withdrawals) await payouts.approve(id);
    await app.drain();
  });
});
afterAll(() => counter.app.close());

interface Part {
  readonly reference: string;
  readonly phase: string;
  readonly due_at: Date;
}
const parts = () => counter.app.owner.sql.many<Part>('select reference, phase, due_at from payout order by id');
const areDue = () => counter.app.owner.sql.run(`update payout set due_at = '2000-01-01' where phase in ('waiting', 'sent')`);

/** One look at what is due, while the provider says that: what it was asked, how many parts each batch had, and when that was. */
async function look(says: Pick<Payments, 'lookUp'> & Required<Pick<Payments, 'payOut'>>) {
  const { app } = counter;
  const asked: string[] = [];
  const batches: number[] = [];
  const heard = { payOut: [] as string[], lookUp: [] as string[] };
  const praxis: Payments = {
    ...app.opened.app.payments.praxis,
    payOut: async (request) => (asked.push(request.reference), heard.payOut.push(request.reference), says.payOut(request)),
    lookUp: async (reference, transaction) => (
      asked.push(reference),
      heard.lookUp.push(reference),
      says.lookUp(reference, transaction)
    ),
  };
  const needs = { ...app.opened.app, payments: { ...app.opened.app.payments, praxis } };
  const run = runOf(app);
  const many: Sql['many'] = async <Row>(text: string, values?: readonly unknown[]) => {
    const rows = await run.sql.many<Row>(text, values);
    if (text.includes('for update skip locked')) batches.push(rows.length);
    return rows;
  };
  const began = app.opened.clock.now();
  await sendDue({ needs, engine: openEngine(needs), run: { ...run, sql: { ...run.sql, many } } });
  return { asked, batches, heard, from: began, till: app.opened.clock.now() };
}

const mayBeAsked = (asked: readonly string[]) => asked.length > 0 && asked.length <= 5 && new Set(asked).size === asked.length;

test('a provider that says nothing is asked of five parts at most, and left alone for thirty seconds with all of them', async () => {
  await areDue();
  expect(await parts()).toHaveLength(2 * each);
  const says = { payOut: silent, lookUp: silent };
  const { asked, batches, from, till } = await look(says);
  // Five are asked side by side, fewer when one of them has waited in vain before the others begin.
  expect([mayBeAsked(asked), batches]).toEqual([true, [50, 10, 0]]);
  for (const { due_at: due } of await parts()) {
    expect(due.getTime()).toBeGreaterThanOrEqual(from.getTime() + 30_000);
    expect(due.getTime()).toBeLessThanOrEqual(till.getTime() + 30_000);
  }
  // Nobody asks again until then, and a few of them ask when it is over.
  expect(await look(says)).toMatchObject({ asked: [], batches: [0] });
  await counter.app.opened.clock.advance(31);
  expect(mayBeAsked((await look(says)).asked)).toBe(true);
});

test('once it answers every part is sent in one look, batch after batch, and each of them once', async () => {
  await areDue();
  const before = await parts();
  const { heard, batches } = await look({
    payOut: async () => ({ outcome: 'accepted' }),
    lookUp: async () => ({ outcome: 'absent' }),
  });
  expect(batches).toEqual([50, 10, 0]);
  expect(heard.payOut.toSorted()).toEqual(before.map(({ reference }) => reference).toSorted());
  // What was asked before without an answer is looked up first.
  const unanswered = before.filter(({ phase }) => phase === 'sent').map(({ reference }) => reference);
  expect(unanswered.length).toBeGreaterThan(0);
  expect(heard.lookUp.toSorted()).toEqual(unanswered.toSorted());
  expect((await parts()).map(({ phase }) => phase)).toEqual(before.map(() => 'sent'));
});

test('what it has paid ends all of them, and both withdrawals with them', async () => {
  await areDue();
  const paid = (reference: string): PaymentState => ({
    reference,
    kind: 'refund',
    status: 'approved',
    undoesItself: false,
    providerStatus: 'told by the test',
    providerTransactionId: `T-${reference}`,
    payer: { name: undefined, cardMask: undefined, cardBrand: undefined },
    amount: { minor: 1000n, currency: 'USD' },
    occurredAt: counter.app.opened.clock.now(),
  });
  const { batches, heard } = await look({
    payOut: async () => ({ outcome: 'accepted' }),
    lookUp: async (reference) => ({ outcome: 'found', payment: paid(reference) }),
  });
  expect([batches, heard.payOut]).toEqual([[50, 10, 0], []]);
  expect((await parts()).map(({ phase }) => phase)).toEqual(Array.from({ length: 2 * each }, () => 'completed'));
  for (const id of withdrawals) expect(await counter.payments.detailsOf(id)).toMatchObject({ status: 'completed' });
  expect(await counter.books.inLedger(counter.wallet)).toBe('400.00');
});
