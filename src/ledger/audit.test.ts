import { clientId } from '../base/id.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Sql } from '../base/sql.ts';
import { openTestDatabase, type TestDatabase } from '../server/testing/database.ts';
import { untilFinal } from '../server/testing/horizon.ts';
import { auditLedger, recordAudit, sealAudit, verifyAuditChain, type AuditEvent, type Finding } from './audit.ts';
import { post, type Intent } from './book.ts';
import * as chart from './chart.ts';
import type { Leg } from './entries.ts';
import { balanceOf } from './statement.ts';

let app: TestDatabase;
let sql: Sql;
const at = new Date('2026-03-02T10:00:00Z');
const owner = { company: 3, clientId: clientId(100001) };
const wallet = chart.wallet(owner, 'USD');
const praxis = chart.provider(3, 'USD', 'praxis');

const signedIn: AuditEvent = {
  actor: { kind: 'client', id: '100001' },
  action: 'session.login',
  subject: 'client:100001',
  clientId: 100001,
  detail: { address: '127.0.0.1' },
  at,
};
const held = chart.hold(owner, 'USD');
const opens = { remittanceId: 1, purpose: 'withdrawal', source: 'wallet' } as const;
const holdOf = (id: number, kind: 'withdrawal_held' | 'withdrawal_settled', leg: Leg): Intent => ({
  movement: { key: `${kind}:${id}`, kind, legs: [leg], at },
  hold: kind === 'withdrawal_held' ? { key: `withdrawal:${id}`, opens } : { key: `withdrawal:${id}` },
});
const depositOf = (id: number, minor: bigint) =>
  ({ movement: { key: `deposit:${id}`, kind: 'deposit', legs: [{ from: praxis, to: wallet, minor }], at } }) as const;

beforeAll(async () => {
  app = await openTestDatabase();
  sql = app.database.sql;
});
afterAll(() => app.close());

/** Does what nobody may: changes rows behind the book's back, with the triggers off, and puts them back after `look`. */
async function tampering(statement: string, look: (inside: Sql) => Promise<void>): Promise<void> {
  const undo = new Error('undo');
  const work = app.owner.transact(async (inside) => {
    await inside.run(`set local session_replication_role = replica`);
    await inside.run(`alter table ledger_account drop constraint if exists ledger_account_floor`);
    await inside.run(statement);
    await look(inside);
    throw undo;
  });
  await expect(work).rejects.toBe(undo);
}

const checksOf = (findings: readonly Finding[]) => [...new Set(findings.map((finding) => finding.check))].toSorted();

const countEvents = async () => (await sql.one<{ count: bigint }>('select count(*) as count from audit_event')).count;
const countSealed = async () =>
  (await sql.one<{ sum: bigint }>('select coalesce(sum(events), 0)::bigint as sum from audit_seal')).sum;

/** Seals all that was recorded. */
async function sealAll(): Promise<void> {
  await untilFinal(sql);
  await sealAudit(sql);
  expect([await countSealed(), await countUnsealedMovements()]).toEqual([await countEvents(), 0n]);
}

const countUnsealedMovements = async () =>
  (
    await sql.one<{ count: bigint }>(
      'select count(*) as count from ledger_movement where transaction_id >= (select coalesce(max(upto_transaction), 0) from audit_seal)',
    )
  ).count;
const lastSeal = () =>
  sql.one<{ number: bigint; hash: Buffer }>('select number, hash from audit_seal order by number desc limit 1');

describe('the chain', () => {
  test('an action is recorded with its caller’s transaction, or not at all', async () => {
    const before = await countEvents();
    await app.database.transact((inside) => recordAudit(inside, signedIn));
    await expect(
      app.database.transact(async (inside) => {
        await recordAudit(inside, signedIn);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await countEvents()).toBe(before + 1n);
  });

  test('seals what has committed, and only once', async () => {
    await recordAudit(sql, signedIn);
    await sealAll();
    const first = await lastSeal();
    expect(first.hash).toHaveLength(32);
    expect(await sealAudit(sql)).toBeUndefined();
    await recordAudit(sql, signedIn);
    await sealAll();
    expect((await lastSeal()).number).toBe(first.number + 1n);
    expect(await verifyAuditChain(sql)).toEqual([]);
  });

  test('a transaction that is still open is sealed later, nothing is passed over', async () => {
    await sealAll();
    const before = await countSealed();
    await app.database.transact(async (inside) => {
      await recordAudit(inside, signedIn);
      await recordAudit(sql, signedIn);
      await sealAudit(sql);
      expect(await countSealed()).toBe(before);
    });
    await sealAll();
    expect(await countSealed()).toBe(before + 2n);
  });

  test('a link takes so many rows and ends with a transaction, however much that one wrote', async () => {
    await sealAll();
    for (let count = 0; count < 5; count += 1) await recordAudit(sql, signedIn);
    await app.database.transact(async (inside) => {
      for (let count = 0; count < 4; count += 1) await recordAudit(inside, signedIn);
    });
    await untilFinal(sql);
    const sealed: number[] = [];
    for (;;) {
      const { number } = await sql.one<{ number: bigint | null }>('select audit_seal_next(3) as number');
      if (number === null) break;
      sealed.push((await sql.one<{ events: number }>('select events from audit_seal where number = $1', [number])).events);
    }
    expect(sealed).toEqual([3, 2, 4]);
    expect(await verifyAuditChain(sql)).toEqual([]);
  });

  test('sealers that run at once make one chain', async () => {
    for (let count = 0; count < 5; count += 1) await recordAudit(sql, signedIn);
    await Promise.all([sealAudit(sql), sealAudit(sql), sealAudit(sql), sealAll()]);
    expect(await verifyAuditChain(sql)).toEqual([]);
  });

  test.each([
    ['a changed event', `update audit_event set detail = '{"address": "10.0.0.1"}' where id = (select min(id) from audit_event)`],
    ['a deleted event', 'delete from audit_event where id = (select min(id) from audit_event)'],
    [
      'an event slipped in',
      `insert into audit_event (at, actor_kind, actor_id, action, subject, transaction_id)
       select now(), 'staff', '1', 'x', 'x', min(transaction_id) from audit_event`,
    ],
    ['a deleted link', 'delete from audit_seal where number = 1'],
    ['a changed link', `update audit_seal set content_hash = sha256('x') where number = 1`],
    ['a link whose hash was made up', `update audit_seal set hash = sha256('x') where number = 1`],
  ])('shows %s', async (_, statement) => {
    await recordAudit(sql, signedIn);
    await sealAll();
    await tampering(statement, async (inside) => {
      expect(checksOf(await verifyAuditChain(inside))).toEqual(['chain_broken']);
    });
    expect(await verifyAuditChain(sql)).toEqual([]);
  });

  test.each([
    { form: 1, as: 'before accounts were sealed', accounts: 'null', told: `'[]'` },
    { form: 2, as: 'a row was written as JSON', accounts: 'c.accounts', told: 'jsonb_build_array(c.accounts)' },
    {
      form: 3,
      as: 'before entries named their holds',
      accounts: 'c.accounts',
      told: 'jsonb_build_array(c.accounts) || jsonb_build_array(3)',
    },
  ])('links from when $as stand as they were made', async ({ form, accounts, told }) => {
    await recordAudit(sql, signedIn);
    await sealAll();
    const oldLinks = `
      with recursive content as (
        select s.*, c.content_hash as old_content, ${accounts}::integer as old_accounts
        from audit_seal s, audit_content(s.from_transaction, s.upto_transaction, ${form}) c
      ), chain as (
        select 0::bigint as number, ''::bytea as hash, ''::bytea as old_content, null::integer as old_accounts
        union all
        select c.number, sha256(chain.hash || c.old_content || convert_to((jsonb_build_array(c.number, c.from_transaction,
          c.upto_transaction, c.events, c.movements, c.entries) || ${told})::text, 'UTF8')), c.old_content, c.old_accounts
        from chain join content c on c.number = chain.number + 1
      )
      update audit_seal s set form = ${form}, accounts = chain.old_accounts, hash = chain.hash, content_hash = chain.old_content
      from chain where chain.number = s.number`;
    await tampering(oldLinks, async (inside) => {
      expect(await verifyAuditChain(inside)).toEqual([]);
    });
    await tampering(`${oldLinks} and chain.number < (select max(number) from audit_seal)`, async (inside) => {
      expect(checksOf(await verifyAuditChain(inside))).toEqual(['chain_broken']);
    });
  });
});

describe('the ledger’s audit', () => {
  let nextDeposit = 0;
  beforeEach(async () => {
    nextDeposit += 2;
    await post(sql, depositOf(nextDeposit, 500n));
    await post(sql, holdOf(nextDeposit, 'withdrawal_held', { from: wallet, to: held, minor: 40n }));
    await post(sql, holdOf(nextDeposit, 'withdrawal_settled', { from: held, to: praxis, minor: 10n }));
    await sealAll();
    await post(sql, depositOf(nextDeposit + 1, 700n));
  });

  test('has nothing to say of an honest book', async () => {
    expect(await auditLedger(sql, { scope: 'whole' })).toEqual([]);
    expect(await auditLedger(sql, { scope: 'recent' })).toEqual([]);
  });

  test('a balance of the broker is the roll-up and what came since', async () => {
    const theirs = (await balanceOf(sql, wallet)) + (await balanceOf(sql, held));
    expect(await balanceOf(sql, praxis)).toBe(-theirs);
  });

  test.each([
    ['a balance that was helped', 'update ledger_account set balance = balance + 1 where balance is not null', 'balance_differs'],
    ['a balance that was helped', 'update ledger_account set balance = balance + 1 where balance is not null', 'not_zero_sum'],
    ['a balance below its floor', 'update ledger_account set balance = -1 where floor = 0', 'below_floor'],
    [
      'a fresh entry that is gone',
      'delete from ledger_entry where movement_id = (select max(id) from ledger_movement)',
      'movement_without_legs',
    ],
    [
      'a fresh entry that is gone',
      'delete from ledger_entry where movement_id = (select max(id) from ledger_movement)',
      'balance_differs',
    ],
    [
      'a fresh movement that is gone',
      'delete from ledger_movement where id = (select max(id) from ledger_movement)',
      'entry_without_movement',
    ],
    [
      'a fresh amount that was changed',
      'update ledger_entry set amount = amount + 1 where movement_id = (select max(id) from ledger_movement)',
      'balance_differs',
    ],
    ['a hold that was helped', 'update ledger_hold set remaining = remaining + 1 where remaining < amount', 'hold_differs'],
    ['a hold that is gone', 'delete from ledger_hold', 'hold_differs'],
    ['a roll-up that was changed', 'update ledger_rollup set balance = balance + 1', 'balance_differs'],
  ])('within a minute finds %s', async (_, statement, check) => {
    await tampering(statement, async (inside) => {
      expect(checksOf(await auditLedger(inside, { scope: 'recent' }))).toContain(check);
    });
  });

  test.each([
    [
      'an old entry that is gone',
      'delete from ledger_entry where movement_id = (select min(id) from ledger_movement)',
      ['chain_broken', 'movement_without_legs', 'rollup_differs'],
    ],
    [
      'an old amount that was changed',
      'update ledger_entry set amount = amount + 1 where movement_id = (select min(id) from ledger_movement)',
      ['chain_broken', 'rollup_differs'],
    ],
    [
      'what remains of one hold moved to another',
      `update ledger_hold set remaining = remaining + case id when (select max(id) from ledger_hold) then 1 else -1 end
       where id in (select min(id) from ledger_hold union select max(id) from ledger_hold)`,
      ['hold_differs'],
    ],
    [
      'an entry that names another hold',
      `update ledger_entry set hold_id = (select max(id) from ledger_hold)
       where hold_id is not null and movement_id = (select min(movement_id) from ledger_entry where hold_id is not null)`,
      ['chain_broken', 'hold_differs'],
    ],
    [
      'a movement renamed to a kind that may not have its legs',
      `update ledger_movement set kind = 'fee' where id = (select min(id) from ledger_movement)`,
      ['chain_broken', 'kind_not_allowed'],
    ],
    [
      'an account moved to another currency',
      `update ledger_account set unit = 'EUR' where kind = 'wallet'`,
      ['chain_broken', 'leg_crosses', 'not_zero_sum'],
    ],
    [
      'an account that was given to another client',
      `update ledger_account set client_id = 100002 where kind = 'wallet'`,
      ['chain_broken'],
    ],
    ['an account under another name', `update ledger_account set code = code || 'x' where kind = 'wallet'`, ['chain_broken']],
    [
      'an account that may go deeper than it might',
      `update ledger_account set floor = -1000000 where kind = 'wallet'`,
      ['chain_broken'],
    ],
    [
      'an account slipped in among old ones',
      `insert into ledger_account (code, company, unit, kind, client_id, floor, balance, transaction_id)
       select 'slipped in', company, unit, kind, client_id, floor, 0, transaction_id from ledger_account where kind = 'wallet'`,
      ['chain_broken'],
    ],
  ])('each night finds %s', async (_, statement, checks) => {
    await tampering(statement, async (inside) => {
      expect(checksOf(await auditLedger(inside, { scope: 'whole' }))).toEqual(checks);
    });
  });
});
