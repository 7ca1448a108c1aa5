import { accountNumber, clientId } from '../base/id.ts';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '../base/sql.ts';
import { sqlOver } from '../server/database/pool.ts';
import { openTestDatabase, type TestDatabase } from '../server/testing/database.ts';
import { auditLedger } from './audit.ts';
import { post } from './book.ts';
import * as chart from './chart.ts';
import { balanceOf, balancesOf, holdsOf } from './statement.ts';

const carryOver = readFileSync(new URL('../migrations/202611220736_carried_over.sql', import.meta.url), 'utf8');
const owner = { company: 3, clientId: clientId(100001) };
const at = new Date('2026-03-02T10:00:00Z');

let app: TestDatabase;
beforeAll(async () => {
  app = await openTestDatabase();
});
afterAll(() => app.close());

/** An account whose code is of before: a name where there is none today, or none where there is one. */
const old = (account: chart.Account, name: string): chart.Account => {
  const code = account.code.split(':').slice(0, 5).join(':');
  return { ...account, code: name ? `${code}:${name}` : code };
};

/** Opening balances on accounts of before, then the migration; all of it undone afterwards. */
async function carriedOver(
  balances: readonly (readonly [chart.Account, bigint])[],
  look: (sql: Sql) => Promise<void>,
): Promise<void> {
  const client = await app.owner.connect();
  const sql = sqlOver(client);
  await sql.run('begin');
  try {
    for (const [index, [account, minor]] of balances.entries()) {
      const held = account.kind === 'hold';
      const wallet = chart.wallet(owner, account.unit);
      const opening = { from: chart.opening(3, account.unit), to: held ? wallet : account, minor };
      await post(sql, { movement: { key: `opening_balance:${index}`, kind: 'opening_balance', legs: [opening], at } });
      if (held) await holdAsBefore(sql, { account, wallet, minor });
    }
    await sql.run('set local session_replication_role = replica');
    for (const [number, credit] of [
      [500001, 30],
      [500002, 50],
    ])
      await sql.run(
        `insert into trading_account (number, client_id, company_id, platform, is_demo, type_key, currency, leverage, swap_free, group_name,
           status, opened_at, mirrored_from, credit)
         values ($1, 100001, 3, 'mt5', false, 'x', 'USD', 100, false, 'x', 'active', now(), now(), $2)`,
        [number, credit],
      );
    await sql.run('set local session_replication_role = origin');
    await client.query(carryOver);
    await look(sql);
  } finally {
    await sql.run('rollback');
    await client.end();
  }
}

interface HeldBefore {
  readonly account: chart.Account;
  readonly wallet: chart.Account;
  readonly minor: bigint;
}

/** A posting as the version before made it: its hold was an account, and had no row. */
async function holdAsBefore(sql: Sql, { account, wallet, minor }: HeldBefore): Promise<void> {
  const hold = { key: 'transfer:1', opens: { remittanceId: 1, purpose: 'transfer', source: 'wallet' } } as const;
  const legs = [{ from: wallet, to: account, minor }] as const;
  await post(sql, { movement: { key: `transfer_held:${account.code}`, kind: 'transfer_held', legs, at }, hold });
  await sql.run('set local session_replication_role = replica');
  await sql.run('delete from ledger_hold');
  await sql.run('update ledger_entry set hold_id = null');
  await sql.run('set local session_replication_role = origin');
}

test('a hold that is open goes to the one account of its currency, with a row that says what it is for', async () => {
  const held = chart.hold(owner, 'USD');
  const balances = [
    [old(held, 'wallet-transfer-512'), 70n],
    [old(held, 'transfer-513'), 30n],
  ] as const;
  await carriedOver(balances, async (sql) => {
    expect(await holdsOf(sql, owner.clientId)).toEqual([
      { key: 'transfer:512', unit: 'USD', amount: 70n, remaining: 70n, remittanceId: 512, purpose: 'transfer', source: 'wallet' },
      {
        key: 'transfer:513',
        unit: 'USD',
        amount: 30n,
        remaining: 30n,
        remittanceId: 513,
        purpose: 'transfer',
        source: 'trading',
      },
    ]);
    expect([await balanceOf(sql, held), await balanceOf(sql, old(held, 'transfer-513'))]).toEqual([100n, 0n]);
    expect(await auditLedger(sql, { scope: 'recent' })).toEqual([]);
    const whole = await auditLedger(sql, { scope: 'whole' });
    expect(whole.map(({ check }) => check)).not.toContain('kind_not_allowed');
    expect(whole.map(({ check }) => check)).not.toContain('hold_differs');
  });
});

test('a bonus goes to the logins that the platform told its credit of, and what none of them has stays', async () => {
  const before = old(chart.bonusCredit(owner, 'USD', accountNumber(1)), '');
  const after = (login: number) => chart.bonusCredit(owner, 'USD', accountNumber(login)).code;
  await carriedOver([[before, 100n]], async (sql) => {
    const balances = (await balancesOf(sql, owner.clientId)).map(({ code, minor }) => [code, minor]);
    expect(balances).toEqual([
      [before.code, 20n],
      [after(500001), 30n],
      [after(500002), 50n],
    ]);
    expect(await auditLedger(sql, { scope: 'recent' })).toEqual([]);
  });
});
