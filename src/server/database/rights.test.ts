import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedClients } from '../../../seed/clients.ts';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';

let app: TestDatabase;
let clientId: number;

beforeAll(async () => {
  app = await openTestDatabase();
  const ids = await app.database.transact((sql) => seedClients(sql, new Date()));
  clientId = Number(ids.get('global.active'));
  await app.database.sql.run(
    `insert into webhook_message (provider, digest, body, headers, verdict) values ('praxis', '', '', '{}', 'refused')`,
  );
  await app.database.sql.run(
    `insert into setting_version (path, value, effective_at, author) values ('deposit.minimum', '"50"', now(), 'test')`,
  );
});
afterAll(() => app.close());

describe('the application’s role', () => {
  test.each([
    `update webhook_message set verdict = 'accepted'`,
    `update webhook_message set body = ''`,
    `update webhook_message set reference = 'x'`,
    'delete from webhook_message',
    `update setting_version set value = '1'`,
    'delete from setting_version',
    'delete from remittance',
    `update remittance set phase = 'completed'`,
    'update remittance set expires_at = now()',
    'update remittance set client_id = 1',
    'delete from client',
    `update remittance_stage set code = 'x'`,
    `insert into remittance_stage (remittance_id, at, phase, code) values (1, now(), 'completed', 'paid')`,
    'delete from remittance_under_way',
    'insert into remittance_under_way select id, client_id, phase, expires_at, updated_at from remittance',
    `update audit_event set action = 'x'`,
    'create table mine ()',
  ])('may not: %s', async (statement) => {
    await expect(app.database.sql.run(statement)).rejects.toThrow(/permission denied/);
  });

  test('keeps beside a provider’s message how often it came and what was made of it', async () => {
    const { sql } = app.database;
    await sql.run(
      `insert into webhook_message (provider, digest, body, headers, verdict) values ('praxis', '', '', '{}', 'refused')
       on conflict (provider, digest, verdict) do update set times = webhook_message.times + 1`,
    );
    await sql.run(`update webhook_message set processed_at = now(), outcome = 'kept'`);
    expect(await sql.one('select times, outcome from webhook_message')).toEqual({ times: 2, outcome: 'kept' });
  });
});

describe('a person', () => {
  const become = (person: number, company: number, email: string) =>
    app.database.sql.one<{ readonly id: number }>(
      `insert into client (person_id, company_id, country, status_id, email, password_hash, registered_at)
       values ($1, $2, 'MY', 12, $3, 'none', now()) returning id`,
      [person, company, email],
    );

  test('is a client of its own of each company, and never twice of one', async () => {
    const { id: person } = await app.database.sql.one<{ readonly id: number }>(
      'insert into person (created_at) values (now()) returning id',
    );
    const first = await become(person, 3, 'one@person.test');
    const second = await become(person, 1, 'two@person.test');
    expect(first.id).not.toBe(second.id);
    await expect(become(person, 3, 'three@person.test')).rejects.toThrow(/client_person_id_company_id_key/);
    const clients = await app.database.sql.many<{ readonly company_id: number }>(
      'select company_id from client where person_id = $1 order by company_id',
      [person],
    );
    expect(clients.map((client) => client.company_id)).toEqual([1, 3]);
  });
});

/** A deposit of 100 in that phase; answers its number. */
async function depositIn(phase: string): Promise<number> {
  const row = await app.database.sql.one<{ id: number }>(
    `insert into remittance (client_id, company_id, transfer_type, phase, reference, account_number, amount, currency,
       account_amount, account_currency, created_at, expires_at, saved_at, updated_at)
     values ($1, 3, 'deposit', $2, left('reference-' || gen_random_uuid(), 24), 1, 10000, 'USD', 10000, 'USD', now(), now(), now(), now())
     returning id`,
    [clientId, phase],
  );
  return row.id;
}

const amounts = ['amount = 1', 'fee = 1', 'account_amount = 1', `currency = 'EUR'`, `account_currency = 'EUR'`, 'rate = 1'];

test.each(['starting', 'waiting_payment', 'received', 'sent', 'completed', 'cancelled'])(
  'what a remittance moves is changed by nobody when it is %s, and it goes its way',
  async (phase) => {
    const id = await depositIn(phase);
    for (const change of amounts) {
      const attempt = app.owner.sql.run(`update remittance set ${change} where id = $1`, [id]);
      await expect(attempt).rejects.toThrow(/are agreed/);
    }
    const step = { id, from: phase, to: 'failed', detail: `{"stage":"failed"}` };
    await app.database.sql.run(
      'select remittance_steps_apply(array[$1::bigint], array[$2], array[$3], array[$4::jsonb], array[now()])',
      Object.values(step),
    );
    expect(await app.database.sql.one('select phase from remittance where id = $1', [id])).toEqual({ phase: 'failed' });
  },
);

test.each(['quoted', 'on_review'])('what it moves is found while it is %s', async (phase) => {
  const id = await depositIn(phase);
  const change = 'update remittance set amount = 20000, account_amount = 20000 where id = $1';
  expect(await app.database.sql.run(change, [id])).toBe(1);
});
