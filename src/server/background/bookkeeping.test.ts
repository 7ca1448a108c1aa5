import fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Transact } from '../../base/sql.ts';
import type { JobContext } from '../../protocol/call.ts';
import { bookkeepingJobs, countFindings } from './bookkeeping.ts';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';

let app: TestDatabase;

beforeAll(async () => {
  app = await openTestDatabase();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.owner.sql.run('delete from cursor_mark');
});

async function audit(name: string, transact: Transact): Promise<void> {
  const sweep = bookkeepingJobs(fastify().log).every?.find((each) => each.name === name);
  await sweep?.run({ sql: app.database.sql, transact } as JobContext);
}
/** Runs the audit of everything, with that way into a transaction. */
const auditWhole = async (transact: Transact) => audit('ledger.whole', transact);

const marks = async () =>
  (await app.owner.sql.many<{ name: string }>('select name from cursor_mark order by name')).map(({ name }) => name);

test('the audit of everything may take longer than any call, and is due once a day', async () => {
  const limits: unknown[] = [];
  const watched: Transact = (work, allowed) =>
    app.database.transact(async (sql) => {
      const answer = await work(sql);
      limits.push(await sql.one('show statement_timeout'));
      return answer;
    }, allowed);
  await auditWhole(watched);
  await auditWhole(watched);
  expect(limits).toEqual([{ statement_timeout: '30min' }]);
  expect(await marks()).toEqual(['ledger_findings:whole', 'ledger_whole_audit']);
});

test('an audit that fails is due again', async () => {
  const failing: Transact = async () => {
    throw new Error('the server went away');
  };
  await expect(auditWhole(failing)).rejects.toThrow('the server went away');
  expect(await marks()).toEqual(['ledger_whole_audit']);
  await auditWhole(app.database.transact);
  expect(await marks()).toEqual(['ledger_findings:whole', 'ledger_whole_audit']);
});

test('what the audit of everything has found counts until its next run, though what is recent is without fault', async () => {
  await app.owner.transact(async (sql) => {
    await sql.run('set local session_replication_role = replica');
    await sql.run(`insert into remittance_under_way values (1, 1, 'held', now(), now())`);
  });
  await auditWhole(app.database.transact);
  await audit('ledger.recent', app.database.transact);
  expect(await app.database.sql.one(countFindings)).toEqual({ count: 1n });
  await app.owner.sql.run('delete from remittance_under_way');
  await app.owner.sql.run(`delete from cursor_mark where name = 'ledger_whole_audit'`);
  await auditWhole(app.database.transact);
  expect(await app.database.sql.one(countFindings)).toEqual({ count: 0n });
});
