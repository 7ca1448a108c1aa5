import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from 'pg';
import type { RemittanceId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { post } from '../../ledger/book.ts';
import type { TestApp } from '../../server/testing/app.ts';
import { openCounter, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { sqlOver } from '../../server/database/pool.ts';
import { claimWith } from '../platformOperations/face.ts';
import * as movements from './transfer/movements.ts';
import { addQuote, remittanceOf, type Remittance } from './store.ts';

/* A connection keeps the plans of its functions: one that was made while the tables are small must not read them whole later. */

let app: TestApp;
let payments: PaymentsFixture;
let dollars: number;
let wallet: number;
let connection: Client;
let sql: Sql;

beforeAll(async () => {
  ({ app, payments, dollars, wallet } = await openCounter('ng.active', { dollars: '100.00', wallet: '100.00' }));
  connection = await app.database.connect();
  sql = sqlOver(connection);
});
afterAll(async () => {
  await connection.end();
  await app.close();
});

/** PostgreSQL settles on a plan at the sixth time. */
const timesUntilKept = 8;
/** So many rows of each table come after the plans were made. */
const laterRows = 2000;
const tables = ['ledger_movement', 'ledger_account', 'remittance', 'platform_operation', 'outbox'];

test('what a transfer costs the database does not grow with the tables', async () => {
  // As small as they are now is what their plans are made for.
  await app.owner.sql.run('vacuum analyze');
  for (let times = 0; times < timesUntilKept; times += 1) await moveOnce();
  await fill();
  await connection.query('begin');
  await moveOnce();
  const read = await rowsRead();
  await connection.query('commit');
  for (const table of tables) expect.soft(read[table], table).toBeLessThan(laterRows / 10);
});

/** Out of the wallet, onto the account, and the round that marks what was told of it. */
async function moveOnce(): Promise<void> {
  const quote = await quoteOf(await payments.confirmed(wallet, dollars, '1.00'));
  const at = app.opened.clock.now();
  const { id, clientId, companyId, reference, targetPlatform: platform, targetNumber: login } = quote;
  if (platform === null || login === null) throw new Error('the target is no account');
  const facts = { purpose: 'payment', subject: `remittance:${id}`, clientId, companyId } as const;
  const credit = { ...facts, tag: `${reference}-c`, platform, login, kind: 'balance', amount: 100n, currency: 'USD' } as const;
  const begun = movements.sentAtOnce(quote, { at, asked: claimWith({ now: at }, credit).asked });
  expect(await post(sql, begun)).toMatchObject({ outcome: 'posted' });
  const ended = movements.transferCredited(begun.row, at);
  const finished = { tag: credit.tag, ticket: '1' };
  const transition = ended.transition && { ...ended.transition, detail: { ...ended.transition.detail, finished } };
  expect(await post(sql, { ...ended, ...(transition ? { transition } : {}) })).toMatchObject({ outcome: 'posted' });
  await sql.run(`select outbox_round(now(), array[1, 2, 3]::bigint[], '[]', '{nothing}', 10, 30, 'test')`);
}

async function fill(): Promise<void> {
  const { owner } = app;
  const { status: _, ...quote } = await quoteOf(await payments.confirmed(wallet, dollars, '1.00'));
  const now = app.opened.clock.now();
  await Promise.all(Array.from({ length: laterRows }, () => addQuote(owner.sql, { ...quote, now })));
  await owner.sql.run(
    `insert into ledger_movement (key, kind, company, at, transaction_id)
     select 'correction:' || n, kind, company, at, transaction_id from ledger_movement, generate_series(1, $1) n
     where id = (select max(id) from ledger_movement)`,
    [laterRows],
  );
  await owner.sql.run(
    `insert into platform_operation (tag, purpose, subject, kind, platform, login, client_id, company_id, amount, currency, state, ticket,
       lease_until, asked_at, started_at)
     select 'x' || n, purpose, subject, kind, platform, login, client_id, company_id, amount, currency, state, ticket, lease_until, asked_at,
       started_at from platform_operation, generate_series(1, $1) n where tag = (select max(tag) from platform_operation)`,
    [laterRows],
  );
  await owner.sql.run(
    `insert into outbox (topic, payload, due_at, created_at, done_at)
     select 'nothing', '{}', now(), now(), now() from generate_series(1, $1)`,
    [laterRows],
  );
}

/** How many rows of each table the connection has read in its transaction, whatever led to them. */
async function rowsRead(): Promise<Readonly<Record<string, number>>> {
  const rows = await sql.many<{ name: string; read: number }>(
    `select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as read from pg_stat_xact_user_tables
      where relname = any ($1) limit 10`,
    [tables],
  );
  return Object.fromEntries(rows.map(({ name, read }) => [name, read]));
}

async function quoteOf(id: RemittanceId): Promise<Remittance> {
  const row = await remittanceOf(app.database.sql, id);
  if (!row) throw new Error(`there is no remittance ${id}`);
  return row;
}
