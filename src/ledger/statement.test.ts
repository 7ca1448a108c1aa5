import { clientId } from '../base/id.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sql } from '../base/sql.ts';
import { openTestDatabase, type TestDatabase } from '../server/testing/database.ts';
import { openBook, type Book, type Intent } from './book.ts';
import * as chart from './chart.ts';
import { postedOf, statementOf } from './statement.ts';

let app: TestDatabase;
let book: Book;
let sql: Sql;

beforeAll(async () => {
  app = await openTestDatabase();
  sql = app.database.sql;
  book = openBook({ sql });
});
afterAll(async () => {
  await book.close();
  await app.close();
});

let nextClient = 800_000;
const newOwner = () => ({ company: 3, clientId: clientId((nextClient += 1)) });
let nextFact = 0;
const posting =
  (kind: 'deposit' | 'fee', from: chart.Account, to: chart.Account) =>
  (minor: bigint): Intent => ({
    movement: { key: `${kind}:${(nextFact += 1)}`, kind, legs: [{ from, to, minor }], at: new Date('2026-03-02T10:00:00Z') },
  });
const deposit = (wallet: chart.Account, minor: bigint) => posting('deposit', chart.provider(3, 'USD', 'praxis'), wallet)(minor);
const fee = (wallet: chart.Account, minor: bigint) => posting('fee', wallet, chart.fees(3, 'USD'))(minor);

describe('statement', () => {
  test('pages through an account from the newest line, each line once', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    for (let count = 1n; count <= 5n; count += 1n) {
      await book.submit(deposit(wallet, count * 10n));
      await book.submit(fee(wallet, count));
    }
    const seen: (readonly [bigint, bigint])[] = [];
    let before: { movementId: bigint; line: number } | undefined;
    do {
      const page = await statementOf(sql, { account: wallet, before, limit: 3 });
      seen.push(...page.lines.map((line) => [line.minor, line.balanceMinor] as const));
      before = page.next;
    } while (before);
    expect(seen).toEqual([
      [-5n, 135n],
      [50n, 140n],
      [-4n, 90n],
      [40n, 94n],
      [-3n, 54n],
      [30n, 57n],
      [-2n, 27n],
      [20n, 29n],
      [-1n, 9n],
      [10n, 10n],
    ]);
  });

  test('a fact is known to stand in the book by its key, and one that was refused is not', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    const [paid, charged] = [deposit(wallet, 10n), fee(wallet, 11n)];
    await Promise.all([book.submit(paid), book.submit(charged)]);
    expect(await postedOf(sql, [paid.movement.key, charged.movement.key])).toEqual(new Set([paid.movement.key]));
    expect(await postedOf(sql, [])).toEqual(new Set());
  });
});

describe('the application’s role', () => {
  test.each([
    'update ledger_entry set amount = 1',
    'delete from ledger_entry',
    `insert into ledger_entry values (1, 1, 1, 2, 5, null, null, 1)`,
    'update ledger_account set balance = 1000000',
    'update ledger_movement set kind = kind',
    'delete from audit_event',
    `update audit_event set action = 'x'`,
    'truncate ledger_entry',
    'update ledger_rollup set balance = 0',
  ])('may not: %s', async (statement) => {
    await expect(sql.run(statement)).rejects.toThrow(/permission denied/);
  });

  test.each([
    'update ledger_entry set amount = 1',
    'delete from ledger_movement',
    'delete from audit_event',
    'update ledger_account set client_id = 1',
    'update ledger_account set floor = null',
    'delete from ledger_account',
  ])('and not even the owner may by accident: %s', async (statement) => {
    await book.submit(deposit(chart.wallet(newOwner(), 'USD'), 5n));
    await sql.run(`insert into audit_event (at, actor_kind, actor_id, action, subject) values (now(), 'system', 'x', 'x', 'x')`);
    await expect(app.owner.sql.run(statement)).rejects.toThrow(/never changed or deleted/);
  });
});
