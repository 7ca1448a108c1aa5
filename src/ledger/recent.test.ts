import { clientId } from '../base/id.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Sql } from '../base/sql.ts';
import { openTestDatabase, type TestDatabase } from '../server/testing/database.ts';
import { sealAudit, type Finding } from './audit.ts';
import { post } from './book.ts';
import * as chart from './chart.ts';
import { auditRecent, type RecentMark } from './recent.ts';

let app: TestDatabase;
let sql: Sql;
const at = new Date('2026-03-02T10:00:00Z');
const praxis = chart.provider(3, 'USD', 'praxis');
const walletOf = (id: number) => chart.wallet({ company: 3, clientId: clientId(id) }, 'USD');
let nextKey = 0;
const deposit = (clientId: number) =>
  post(sql, {
    movement: {
      key: `deposit:${(nextKey += 1)}`,
      kind: 'deposit',
      legs: [{ from: praxis, to: walletOf(clientId), minor: 500n }],
      at,
    },
  });

beforeAll(async () => {
  app = await openTestDatabase();
  sql = app.database.sql;
});
afterAll(() => app.close());
beforeEach(async () => {
  await deposit(100_001);
  await deposit(100_002);
  await vi.waitUntil(isSealed, { timeout: 60_000, interval: 20 });
});

/** What is sealed here stays sealed; others on the same server may hold the horizon back for a moment. */
async function isSealed(): Promise<boolean> {
  await sealAudit(sql);
  const { tail } = await sql.one<{ tail: boolean }>(
    'select exists (select from ledger_entry where transaction_id >= (select coalesce(max(upto_transaction), 0) from audit_seal)) as tail',
  );
  return !tail;
}

/** Changes rows behind the book's back, and puts them back after `look`. */
async function tampering(statement: string, look: (inside: Sql) => Promise<void>): Promise<void> {
  const undo = new Error('undo');
  const work = app.owner.transact(async (inside) => {
    await inside.run('set local session_replication_role = replica');
    await inside.run('alter table ledger_account drop constraint if exists ledger_account_floor');
    await inside.run(statement);
    await look(inside);
    throw undo;
  });
  await expect(work).rejects.toBe(undo);
}

const checksOf = (findings: readonly Finding[]) => [...new Set(findings.map(({ check }) => check))].toSorted();
/** Nothing has moved since, and every account was looked at but those from that one on. */
async function markBehind(account: string): Promise<RecentMark> {
  return { ...(await auditRecent(sql)).mark, account };
}
const behindAll = '9000000000000000000';

test('an honest book gives nothing to say', async () => {
  expect((await auditRecent(sql)).findings).toEqual([]);
});

test.each([
  ['a balance that was helped', 'update ledger_account set balance = balance + 1 where balance is not null', 'balance_differs'],
  ['a balance below its floor', 'update ledger_account set balance = -1 where floor = 0', 'below_floor'],
  ['a roll-up that was changed', 'update ledger_rollup set balance = balance + 1', 'balance_differs'],
  ['an entry that is gone', 'delete from ledger_entry', 'movement_without_legs'],
  ['a movement that is gone', 'delete from ledger_movement', 'entry_without_movement'],
  ['an account moved to another currency', `update ledger_account set unit = 'EUR' where kind = 'wallet'`, 'leg_crosses'],
])('what has moved is looked at: %s', async (_, statement, check) => {
  const mark = await markBehind(behindAll);
  await deposit(100_001);
  await deposit(100_002);
  await tampering(statement, async (inside) => {
    expect(checksOf((await auditRecent(inside, mark)).findings)).toContain(check);
  });
});

const helped = `update ledger_account set balance = balance + 1 where client_id = 100001`;

test('what has not moved is looked at when its slice comes', async () => {
  const [unmoved, next] = [await markBehind(behindAll), await markBehind('0')];
  await tampering(helped, async (inside) => {
    expect((await auditRecent(inside, unmoved)).findings).toEqual([]);
    expect(checksOf((await auditRecent(inside, next)).findings)).toEqual(['balance_differs']);
  });
});

test('an account that was found at fault is told of until it is not', async () => {
  await tampering(helped, async (inside) => {
    const first = await auditRecent(inside);
    const second = await auditRecent(inside, { ...first.mark, account: behindAll });
    expect(checksOf(second.findings)).toEqual(['balance_differs']);
    await inside.run(`update ledger_account set balance = balance - 1 where client_id = 100001`);
    const third = await auditRecent(inside, { ...second.mark, account: behindAll });
    expect([third.findings, third.mark.suspects]).toEqual([[], []]);
  });
});
