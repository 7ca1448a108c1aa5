import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '../../../base/sql.ts';
import { runOf, openCounter, type PaymentsFixture } from '../../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../../server/testing/payoutFixture.ts';
import type { BookFixture } from '../../../server/testing/bookFixture.ts';
import type { TestApp } from '../../../server/testing/app.ts';
import { openEngine } from '../engine.ts';

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let payouts: PayoutFixture;
let dollars: number;
let wallet: number;

beforeAll(async () => {
  const { client, ...counter } = await openCounter('global.active', { dollars: '100.00', wallet: '0.00' });
  ({ app, books, payments, dollars, wallet } = counter);
  payouts = await openPayoutFixture(app, { client, payments, books });
  await payouts.trade(dollars);
});
afterAll(async () => app.close());

const readsParts = /from payout p .*where p\.remittance_id = \$1 order by/s;

/** Reads parts as they were, and answers when it is let go. */
function heldBack(sql: Sql): { readonly sql: Sql; readonly hasRead: Promise<void>; readonly go: () => void } {
  const read = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const many: Sql['many'] = async <Row>(text: string, values?: readonly unknown[]) => {
    const rows = await sql.many<Row>(text, values);
    if (readsParts.test(text)) {
      read.resolve();
      await gate.promise;
    }
    return rows;
  };
  return { sql: { ...sql, many }, hasRead: read.promise, go: gate.resolve };
}

/** A withdrawal in two parts, which its provider has approved when it is asked next. */
async function bothSent() {
  // Of 37 cents the provider decides nothing by itself.
  await payouts.payIn(wallet, '160.37');
  await payouts.payIn(wallet, '140.37');
  const id = await payouts.asked(wallet, '300.74');
  await payouts.approve(id);
  await expect.poll(async () => (await payouts.lookAgain(), (await payouts.atProvider(id)).length)).toBe(2);
  const { praxis } = app.opened.app.payments;
  const lookUp: typeof praxis.lookUp = async (reference) => {
    const answer = await praxis.lookUp(reference);
    return answer.outcome === 'found' ? { ...answer, payment: { ...answer.payment, status: 'approved' } } : answer;
  };
  const engine = openEngine({ ...app.opened.app, payments: { ...app.opened.app.payments, praxis: { ...praxis, lookUp } } });
  const [first = '', second = ''] = await payouts.references(id);
  return { id, engine, first, second };
}

const completedOf = async (id: number) =>
  app.owner.sql.many(`select from payout where remittance_id = $1 and phase = 'completed'`, [id]);

test('the last two parts of a withdrawal that are paid at the same moment end it', async () => {
  const { id, engine, first, second } = await bothSent();
  const run = runOf(app);
  const { sql, hasRead, go } = heldBack(run.sql);
  const one = engine.applyPayment({ ...run, sql }, first);
  await hasRead;
  const other = engine.applyPayment(run, second);
  await expect.poll(async () => completedOf(id)).toHaveLength(2);
  go();
  await Promise.all([one, other]);
  expect(await payments.detailsOf(id)).toMatchObject({ status: 'completed' });
});

test('whose process dies when the last part is paid is ended by the sweep', async () => {
  const { id, engine, first, second } = await bothSent();
  const run = runOf(app);
  await engine.applyPayment(run, first);
  const dies: Sql['many'] = async <Row>(text: string, values?: readonly unknown[]) => {
    if (readsParts.test(text)) throw new Error('killed');
    return run.sql.many<Row>(text, values);
  };
  await expect(engine.applyPayment({ ...run, sql: { ...run.sql, many: dies } }, second)).rejects.toThrow('killed');
  expect(await completedOf(id)).toHaveLength(2);
  expect(await payments.detailsOf(id)).toMatchObject({ status: 'processing' });
  await app.opened.clock.advance(3600);
  await app.opened.worker?.sweep('remittance.stuck');
  await payments.becomes(id, 'completed');
});
