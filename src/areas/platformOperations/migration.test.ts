import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedClients } from '../../../seed/clients.ts';
import { openTestDatabase, type TestDatabase } from '../../server/testing/database.ts';

/* What was under way in the tables of before, on the day on which this one takes their place. */

let app: TestDatabase;
let client: number;

const migration = new URL('../../migrations/202611220745_platform_operation.sql', import.meta.url);

beforeAll(async () => {
  app = await openTestDatabase();
  client = Number((await app.database.transact((sql) => seedClients(sql, new Date()))).get('global.active'));
  await fill();
  const connection = await app.owner.connect();
  await connection.query('drop table platform_operation');
  await connection.query(readFileSync(migration, 'utf8'));
  await connection.end();
});
afterAll(() => app.close());

/** Rows as the version before this one wrote them. */
async function fill(): Promise<void> {
  const { sql } = app.owner;
  await sql.run(
    `insert into trading_account (number, client_id, company_id, platform, is_demo, type_key, currency, leverage, swap_free, group_name,
       status, opened_at, demo_balance, mirrored_from)
     select number, $1, 3, 'mt5', is_demo, 'ecn mt5', 'USD', 100, false, 'group', status, now(), demo, now()
     from (values (800001, false, 'active', null), (800002, true, 'opening', 1000)) a (number, is_demo, status, demo)`,
    [client],
  );
  const remittance = async (id: number, phase: string) =>
    sql.run(
      `insert into remittance (id, client_id, company_id, transfer_type, phase, reference, account_number, account_platform, target_number,
         amount, currency, account_amount, account_currency, created_at, expires_at, saved_at, updated_at)
       values ($1, $2, 3, 'transfer', $3, 'r' || $1::integer || '-12345678', 800001, 'mt5', 5, 100, 'USD', 100, 'USD', now(), now(), now(),
         now())`,
      [id, client, phase],
    );
  await remittance(1, 'held');
  await remittance(2, 'sent');
  await remittance(3, 'completed');
  await sql.run(
    `insert into remittance_step (remittance_id, name, platform, login, amount, currency, tag, state, lease_until, ticket, started_at)
     values (1, 'unbonus', 'mt5', 800001, -50, 'USD', 'r1-u', 'done', null, '7', now()),
       (1, 'debit', 'mt5', 800001, -100, 'USD', 'r1-d', 'acting', now() + interval '20 seconds', null, now()),
       (2, 'credit', 'mt5', 800001, 100, 'USD', 'r2-c', 'idle', now(), null, now()),
       (3, 'debit', 'mt5', 800001, -100, 'USD', 'r3-d', 'done', null, '8', now())`,
  );
  await sql.run(
    `insert into negative_balance (number, client_id, company_id, currency, amount, credit, status, attempts, operations_done, tag, found_at)
     values (800001, $1, 3, 'USD', 90, 40, 'found', 2, 1, 'n1', now())`,
    [client],
  );
  await sql.run(
    `insert into trading_order (client_id, number, kind, symbol, side, lots, tag, status, created_at, sent_at)
     values ($1, 800001, 'open', 'EURUSD', 'buy', '0.1', 't1', 'processing', now(), now()),
       ($1, 800001, 'open', 'EURUSD', 'buy', '0.1', 't2', 'failed', now(), now())`,
    [client],
  );
}

test('what is in flight moves over, with what has ended of a movement that has not; the rest stays where it is', async () => {
  const rows = await app.owner.sql.many<Record<string, unknown>>(
    'select tag, kind, subject, amount, state, sends, ticket from platform_operation order by tag',
  );
  const row = (tag: string, of: string, more: object = {}) => {
    const [kind, state] = of.split(' ');
    return expect.objectContaining({ tag, kind, state, ...more });
  };
  expect(rows).toEqual([
    row('a800002', 'open_account unknown', { subject: 'account:800002', amount: null }),
    row('n1', 'correction unknown', { amount: 90n, sends: 1 }),
    row('n1-u', 'credit done', { amount: -40n }),
    row('o800002', 'balance unknown', { amount: 1_000n }),
    row('r1-d', 'balance asking', { subject: 'remittance:1', amount: -100n, sends: 1 }),
    row('r1-u', 'credit done', { ticket: '7' }),
    row('r2-c', 'balance idle', { sends: 0 }),
    row('t1', 'market_order unknown', { amount: null }),
  ]);
  const kept = await app.owner.sql.one('select count(*) from remittance_step');
  expect(kept).toEqual({ count: 4n });
});

test('what somebody was asking is nobody else’s until that claim has run out', async () => {
  const { sql } = app.owner;
  expect(await sql.one(`select lease_until > now() as is_claimed from platform_operation where tag = 'r1-d'`)).toEqual({
    is_claimed: true,
  });
  expect(await sql.one(`select lease_until <= now() as is_free from platform_operation where tag = 't1'`)).toEqual({
    is_free: true,
  });
});
