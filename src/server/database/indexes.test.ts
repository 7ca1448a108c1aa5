import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';

/*
 * What is asked of one client must not cost what all clients have. An index over some rows answers only the questions that say the same
 * condition; whoever leaves it out reads the whole table, and nobody sees it before the table is long.
 */

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

/** Tables with a client in each row that are searched otherwise. */
const otherwise: Readonly<Record<string, string>> = {
  account_access: 'by account, and by client for those who may only close',
  approval: 'by what waits, or by its number',
  audit_event: 'by audit_index, which the sealer writes',
  client_debt: 'by client for what is still owed',
  client_freeze: 'by client until it is lifted',
  client_repeat: 'by client until it ends',
  debt_collection: 'by client until it has an end',
  desk_case: 'by queue, or by what it is about',
  desk_refusal: 'by member of staff',
  leverage_lowering: 'by account; those that wait are few',
  live_line: 'by its place in the line; they are kept for minutes',
  outbox: 'by what is due',
  platform_operation: 'by tag; those under way are few',
  risk_change: 'by age; what is computed goes',
  risk_paper_request: 'by client until it is answered',
  signal_subscription: 'by client until it ends',
  stock_agreement: 'by account',
  stored_file: 'by client for what is kept',
  suspicion_file: 'by client until it is closed',
  trade_picture: 'by trade; they expire',
  trading_order: 'by account, and by client for the key of an order',
  trailing_stop: 'by account and position',
};

/** Ordinary tables whose column `client_id` begins no index over all rows, or over all that have a client. */
const unindexed = `
  select c.relname as "table" from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
   where a.attname = 'client_id' and not a.attisdropped
     and not exists (select from pg_index i where i.indrelid = c.oid and i.indkey[0] = a.attnum
       and coalesce(pg_get_expr(i.indpred, i.indrelid), '(client_id IS NOT NULL)') = '(client_id IS NOT NULL)')
   order by 1`;

test('what is of one client is found by an index, whatever else is asked', async () => {
  const found = await opened.owner.sql.many<{ table: string }>(unindexed);
  expect(found.map(({ table }) => table)).toEqual(Object.keys(otherwise));
});
