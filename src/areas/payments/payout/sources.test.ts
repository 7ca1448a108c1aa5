import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientId } from '../../../base/id.ts';
import type { Sql } from '../../../base/sql.ts';
import { openTestDatabase, type TestDatabase } from '../../../server/testing/database.ts';
import { sourcesOf } from './lines.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const now = new Date('2026-03-02T10:00:00Z');

/** Payments `first` to `last` by card, each of `paid` cents, of which `back` went back; `of` is the currency. */
async function pay(sql: Sql, asked: { first: number; last: number; paid: number; back: number; of: string }): Promise<void> {
  const { first, last, paid, back, of } = asked;
  const columns = `id, client_id, company_id, transfer_type, phase, reference, method_id, provider, account_number, amount, currency,
    account_amount, account_currency, provider_transaction, created_at, expires_at, saved_at, updated_at`;
  await sql.run(
    `insert into remittance (${columns})
     select n, 7, 3, 'deposit', 'completed', 'given back ' || n, 340, 'praxis', 1, $3, $4, $3, $4, 't' || n, $5, $5, $5, $5
     from generate_series($1::integer, $2::integer) n`,
    [first, last, paid, of, now],
  );
  if (back === 0) return;
  await sql.run(
    `insert into remittance (${columns}, reverses, taken_back_by)
     select n + 100000, 7, 3, 'reversal', 'completed', 'its refund ' || n, 340, 'praxis', 1, $3, $4, $3, $4, 'r' || n, $5, $5, $5, $5, n, 'r' || n
     from generate_series($1::integer, $2::integer) n`,
    [first, last, back, of, now],
  );
}

test('old payments that went back whole take no place of a later one, and of cents less than a whole one is nothing', async () => {
  const undone = new Error('undone');
  let found: unknown;
  const plant = opened.owner.transact(async (sql) => {
    // No client and no account stands behind them.
    await sql.run('set local session_replication_role = replica');
    await pay(sql, { first: 1, last: 510, paid: 5_000, back: 5_000, of: 'USD' });
    await pay(sql, { first: 601, last: 601, paid: 5_000, back: 4_901, of: 'USC' });
    await pay(sql, { first: 602, last: 602, paid: 5_000, back: 4_900, of: 'USC' });
    await pay(sql, { first: 603, last: 603, paid: 5_000, back: 4_999, of: 'USD' });
    await pay(sql, { first: 604, last: 604, paid: 5_000, back: 0, of: 'USD' });
    const sources = await sourcesOf(sql, { clientId: clientId(7), scope: { region: 'global', changes: [] }, now });
    found = sources.map(({ id, left }) => [id, left.minor, left.currency]);
    throw undone;
  });
  await expect(plant).rejects.toBe(undone);
  expect(found).toEqual([
    [602, 1n, 'USD'],
    [603, 1n, 'USD'],
    [604, 5_000n, 'USD'],
  ]);
});
