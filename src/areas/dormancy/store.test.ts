import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { openTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { underWay } from './store.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const client = clientId(7);
const now = 'now()';

/** One row of each, as nothing but its area writes it. */
const rows: Readonly<Record<string, readonly string[]>> = {
  'a move that is offered': [
    `insert into company_move (client_id, from_company, to_company, phase, created_at) values (7, 3, 4, 'offered', ${now})`,
  ],
  'a payment': [
    `insert into remittance_under_way (remittance_id, client_id, phase, expires_at, updated_at) values (1, 7, 'held', ${now}, ${now})`,
  ],
  'gold that is pledged': [
    `insert into gold_pledge (number, client_id, company_id, weight, opened_at) values (1, 7, 3, 5, ${now})`,
  ],
  'credit on gold that is sold': [
    `insert into gold_pledge (number, client_id, company_id, credit, opened_at) values (1, 7, 3, 5, ${now})`,
  ],
  'gold on its way': [
    `insert into gold_delivery (client_id, company_id, vault, phase, size, count, weight, fee, insurance, insured, recipient, street, town,
       postcode, country, phone, asked_at) values (7, 3, 'zurich', 'shipped', 1, 1, 1, 0, 0, 1, 'A', 'B', 'C', '', 'CH', '', ${now})`,
  ],
  'a follow': [
    `insert into investment (client_id, strategy_id, number, offer_id, share, safety_mode, protection, status, asked_at)
       values (7, 1, 1, 1, 10, false, 50, 'paused', ${now})`,
  ],
  'signals that are paid for': [
    `insert into signal_subscription (client_id, strategy_id, price, began_at, until) values (7, 1, 0, ${now}, ${now})`,
  ],
  'a strategy that others follow': [
    `insert into strategy (id, client_id, number, name, nickname, description, status, share, minimum, asked_at)
       overriding system value values (1, 7, 1, 'A', 'B', 'C', 'active', 10, 1, ${now})`,
    `insert into investment (client_id, strategy_id, number, offer_id, share, safety_mode, protection, status, asked_at)
       values (8, 1, 2, 1, 10, false, 50, 'active', ${now})`,
  ],
  'a debt': [
    `insert into client_debt (remittance_id, client_id, company_id, currency, amount, remaining, opened_at, looked_at)
       values (1, 7, 3, 'USD', 5, 5, ${now}, ${now})`,
  ],
  'a dispute': [
    `insert into dispute (client_id, company_id, remittance_id, reversal_id, provider, transaction_id, amount, currency, payment, opened_at,
       evidence_due_at) values (7, 3, 1, 2, 'praxis', 'T', 5, 'USD', '{}', ${now}, ${now})`,
  ],
};

test.each(Object.entries(rows))('%s keeps its client awake, and nobody else', async (_name, statements) => {
  const undone = new Error('undone');
  const found: ReadonlySet<number>[] = [];
  const plant = opened.owner.transact(async (sql: Sql) => {
    // Rows without those that they refer to.
    await sql.run('set local session_replication_role = replica');
    for (const statement of statements) await sql.run(statement);
    found.push(await underWay(sql, [client, clientId(9)]));
    throw undone;
  });
  await expect(plant).rejects.toBe(undone);
  expect(found).toEqual([new Set([client])]);
});

test('of whom nothing is under way is none of them', async () => {
  expect(await underWay(opened.owner.sql, [client])).toEqual(new Set());
});

test('the database watches those of 12 and of 66, from when they have it', async () => {
  const { sql } = opened.owner;
  const watched = async () => (await sql.many('select client_id from dormancy_watch where client_id = 7')).length;
  await opened.owner.transact(async (inside) => {
    await inside.run(`insert into person (created_at) values (now())`);
    await inside.run(
      `insert into client (id, person_id, company_id, branch_id, country, status_id, client_category, email, first_name, last_name,
         language, password_hash, registered_at)
       select 7, max(id), 3, 1, 'ZA', 9, 0, 'seven@example.com', 'A', 'B', 'en', '', now() - interval '9 years' from person`,
    );
  });
  expect(await watched()).toBe(0);
  for (const status of [12, 66]) {
    await sql.run('update client set status_id = $1 where id = 7', [status]);
    expect(await watched()).toBe(1);
  }
  const { isNow } = await sql.one<{ isNow: boolean }>(
    `select awake_at > now() - interval '1 hour' as "isNow" from dormancy_watch where client_id = 7`,
  );
  expect(isNow).toBe(true);
  await sql.run('update client set status_id = 14 where id = 7');
  expect(await watched()).toBe(0);
});
