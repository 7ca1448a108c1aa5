import { clientId } from '../../src/base/id.ts';
import type { Sql } from '../../src/base/sql.ts';
import { opening, wallet } from '../../src/ledger/chart.ts';
import type { Broker } from './broker.ts';

/** What a crowd leaves behind that it was not seeded with: sessions, news, events, what the platforms have told. Nothing of it is due. */
export async function plant(sql: Sql): Promise<void> {
  for (const statement of left) await sql.run(statement);
  await sql.run('vacuum analyze');
  await sql.run('select pg_stat_statements_reset()');
}

const crowd = '(select id as client_id from client)';

const left = [
  `update trading_account set asked_at = now() - interval '1 hour', snapshot_at = date_trunc('milliseconds', now() - interval '2 days'),
     balance = 100000, equity = 100000, margin = 0, margin_free = 100000, credit = 0, floating = 0`,
  `insert into equity_snapshot (number, day, balance, equity)
   select number, (now() at time zone 'UTC')::date - n, 100000, 100000 from trading_account, generate_series(1, 3) n on conflict do nothing`,
  `insert into session (sid, secret_hash, client_id, address, agent, created_at, seen_at, expires_at, ended_at)
   select 'bench-' || client_id || '-' || n, sha256(convert_to(client_id || '-' || n, 'UTF8')), client_id, '127.0.0.1', 'bench', now() - interval '2 days',
     now() - interval '1 day', now() + interval '20 days', case n when 1 then now() - interval '1 day' end
   from ${crowd} c, generate_series(1, 2) n`,
  `insert into outbox (topic, client_id, payload, due_at, created_at, done_at)
   select 'live', client_id, '{"topics":["notices"]}', now() - interval '1 day', now() - interval '1 day', now() - interval '1 day'
   from ${crowd} c, generate_series(1, 3) n`,
  `insert into notice (client_id, type, level, values, is_closable, display, key, created_at)
   select client_id, 'deposit_completed', 'success', '{}', true, 'always', 'bench:' || n, now() - interval '1 day'
   from ${crowd} c, generate_series(1, 2) n on conflict do nothing`,
  // Everybody has paid in lately, was compared with the lists, and computed.
  `update remittance set saved_at = now() - interval '2 days' where saved_at is not null`,
  `update idle_watch set last_done_at = now() - interval '2 days'`,
  'delete from risk_change',
  'delete from screening_due',
  `insert into audit_event (at, actor_kind, actor_id, action, subject, client_id)
   select now(), 'client', client_id::text, 'session.sign_in', 'client:' || client_id, client_id from ${crowd} c, generate_series(1, 3) n`,
  `insert into live_line (id, client_id, topics) select nextval('live_line_id'), client_id, '{notices}' from ${crowd} c`,
  `insert into rate_window (key, window_start, count) select 'bench:' || client_id, now(), 1 from ${crowd} c`,
  `insert into failure_streak (key, count, last_at) select 'bench:' || client_id, 1, now() from ${crowd} c`,
  `insert into idempotency (owner, key, body_hash, status, answer)
   select 'client:' || client_id, 'bench', '', 200, '{}' from ${crowd} c`,
  `insert into challenge (subject, action, channel, code_hash, salt, created_at, expires_at)
   select 'client:' || client_id, 'bench', case n when 1 then 'captcha' else 'email' end, '', '', now(), now() + interval '1 day'
   from ${crowd} c, generate_series(1, 2) n`,
  `insert into known_device (secret_hash, client_id, used_at)
   select sha256(convert_to('device' || client_id, 'UTF8')), client_id, now() from ${crowd} c`,
];

/** So many clients do something between two sweeps, however many there are. */
const stirred = 50;
let keys = 0;
const fewest = 1000;
const stirs = new Map<number, number>();

/** The same happens at every broker: money comes in, a platform has something to tell, something is told. */
export async function stir({ opened, owner, count }: Broker): Promise<void> {
  const { sql } = owner;
  // The same number of different clients at each broker, one after another.
  const first = (stirs.get(count) ?? 0) % (fewest - stirred);
  stirs.set(count, first + stirred);
  const of = await sql.many<{ number: number; client_id: number; company_id: number }>(
    `select number, client_id, company_id from trading_account where status = 'active' and not is_demo and platform = 'mt5'
      order by number desc offset $1 limit ${stirred}`,
    [first],
  );
  const at = opened.clock.now();
  await Promise.all(
    of.map(({ client_id: client, company_id: company }) => {
      const legs = [
        { from: opening(company, 'USD'), to: wallet({ company, clientId: clientId(client) }, 'USD'), minor: 100n },
      ] as const;
      const key = `opening_balance:bench-${(keys += 1)}`;
      return opened.app.book.submit({ movement: { key, kind: 'opening_balance', at, legs: [...legs] } });
    }),
  );
  const numbers = of.map(({ number }) => number);
  await sql.run(
    `update trading_account set asked_at = now() - interval '1 day', snapshot_at = date_trunc('milliseconds', clock_timestamp()),
       balance = balance + 1, equity = equity + 1 where number = any($1::integer[])`,
    [numbers],
  );
  // Both books are to be compared, from the first account on.
  await sql.run(`update cursor_mark set updated_at = now() - interval '1 day' where name like 'reconciled:%'`);
  await sql.run(`update cursor_mark set value = '{"after": 0}' where name like 'reconcile:%'`);
}
