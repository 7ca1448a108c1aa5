import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { clientId, type RemittanceId } from '../../base/id.ts';
import type { TestApp } from '../../server/testing/app.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { openCounter, runOf, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { endsNamed, remittanceWithEnds } from './ends.ts';
import { rowAfter } from './movements.ts';
import * as movements from './transfer/movements.ts';
import { changePhase, remittanceOf, type Remittance, type Transition } from './store.ts';

/* What is handed on instead of being read again is what would have been read. */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let dollars: number;
let wallet: number;

beforeAll(async () => {
  ({ app, books, payments, dollars, wallet } = await openCounter('ng.active', { dollars: '100.00', wallet: '100.00' }));
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

async function read(id: RemittanceId): Promise<Remittance> {
  const row = await remittanceOf(app.database.sql, id);
  if (!row) throw new Error(`there is no remittance ${id}`);
  return row;
}

test.each([
  ['out of a wallet', () => [wallet, dollars], (quote: Remittance, at: Date) => movements.sentAtOnce(quote, { at })],
  ['out of an account', () => [dollars, wallet], (quote: Remittance, at: Date) => movements.held(quote, { at })],
] as const)('the row after a posting %s', async (_where, ends, intentOf) => {
  const [from, to] = ends() as [number, number];
  const quote = await read(await payments.confirmed(from, to, '5.00'));
  const intent = intentOf(quote, app.opened.clock.now());
  expect(await app.opened.app.book.submit(intent)).toMatchObject({ outcome: 'posted', repeated: false });
  expect(await read(quote.id)).toEqual(intent.row);
  await books.hurry();
});

test.each<Omit<Transition, 'id' | 'from'>>([
  { to: 'starting', stage: 'saved' },
  {
    to: 'waiting_payment',
    stage: 'waiting_payment',
    set: { expires_at: '2026-03-02T10:00:00.000Z', redirect: { url: 'https://pay.example', method: 'GET', fields: {} } },
  },
  {
    to: 'on_review',
    stage: 'amount_differs',
    reason: 'amount_differs',
    values: { arrived: '12.00' },
    set: { arrived_amount: '1200', arrived_currency: 'USD', provider_transaction: 'T-1' },
  },
  { to: 'declined', stage: 'declined', reason: 'provider_declined' },
])('the row after a change of phase to $to', async (step) => {
  const asked = await payments.askDeposit(dollars, '100.00');
  const quote = await read(asked.data.remittance_id);
  const ways: readonly Omit<Transition, 'id' | 'from'>[] = step.to === 'starting' ? [] : [{ to: 'starting', stage: 'saved' }];
  let row = quote;
  for (const each of [...ways, step]) {
    const at = app.opened.clock.now();
    const transition = { ...each, id: row.id, from: row.phase };
    await app.database.transact(async (sql) => expect(await changePhase(sql, transition, at)).toBe(true));
    const after = rowAfter(row, transition, at);
    expect(await read(row.id)).toEqual(after);
    row = after;
  }
});

test('a payment comes with both of its ends, and with nobody else’s', async () => {
  const { sql } = runOf(app);
  const id = await payments.confirmed(wallet, dollars, '1.00');
  const own = clientId((await read(id)).clientId);
  const found = await remittanceWithEnds(sql, own, id);
  expect(found?.remittance).toEqual(await read(id));
  expect(found?.ends.accounts.map(({ number }) => number)).toEqual([wallet, dollars]);
  const named = await endsNamed(sql, own, [wallet, dollars, 'nothing', undefined, 999_999_999]);
  expect(named.accounts.toSorted((first, second) => second.number - first.number)).toEqual(found?.ends.accounts);
  const other = clientId((await app.signIn('ke.active')).clientId);
  expect(await remittanceWithEnds(sql, other, id)).toBeUndefined();
  expect((await endsNamed(sql, other, [wallet, dollars])).accounts).toEqual([]);
});
