import { accountNumber } from '../base/id.ts';
import { array, assert, asyncProperty, bigInt, constantFrom, integer, record } from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sql } from '../base/sql.ts';
import { openTestDatabase, type TestDatabase } from '../server/testing/database.ts';
import { openIntents } from '../server/testing/intents.ts';
import { auditLedger, sealAudit } from './audit.ts';
import { openBook, post, type Book, type Intent } from './book.ts';
import * as chart from './chart.ts';
import type { Leg, MovementKind } from './entries.ts';
import { balanceOf, balancesOf } from './statement.ts';

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

const { deposit, fee, intent, newKey, newOwner, praxis } = openIntents();

/** A connection that breaks on chosen calls: before the database hears of them, or after it has committed. */
const breaking = (breaks: (call: number) => 'before' | 'after' | undefined): Sql => {
  let calls = 0;
  return {
    ...sql,
    async one<Row>(text: string, values?: readonly unknown[]) {
      calls += 1;
      const when = breaks(calls);
      if (when === 'before') throw new Error('Connection terminated unexpectedly');
      const row = await sql.one<Row>(text, values);
      if (when === 'after') throw new Error('Connection terminated unexpectedly');
      return row;
    },
  };
};

describe('when the database fails', () => {
  test('a batch whose answer was lost is found posted, and moves money once', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    await book.submit(deposit(wallet, 1n));
    const unlucky = openBook({ sql: breaking((call) => (call === 1 ? 'after' : undefined)) });
    const answers = await Promise.all([unlucky.submit(deposit(wallet, 10n)), unlucky.submit(deposit(wallet, 20n))]);
    expect(answers).toMatchObject([
      { outcome: 'posted', repeated: true },
      { outcome: 'posted', repeated: true },
    ]);
    expect(await balanceOf(sql, wallet)).toBe(31n);
  });

  test('while it is away nobody is told of a success, and the same intent goes through afterwards', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    let isAway = true;
    const cut = openBook({ sql: breaking(() => (isAway ? 'before' : undefined)) });
    const intents = [deposit(wallet, 10n), deposit(wallet, 20n), deposit(wallet, 30n)];
    const answers = await Promise.allSettled(intents.map((each) => cut.submit(each)));
    expect(answers.map((answer) => answer.status)).toEqual(['rejected', 'rejected', 'rejected']);
    isAway = false;
    await Promise.all(intents.map((each) => cut.submit(each)));
    expect(await balanceOf(sql, wallet)).toBe(60n);
  });
});

describe('however it comes', () => {
  test('the audit finds nothing while the book is busy', async () => {
    const wallets = [newOwner(), newOwner(), newOwner()].map((owner) => chart.wallet(owner, 'USD'));
    const busy = wallets.map(async (wallet) => {
      for (let round = 0; round < 100; round += 1) {
        await Promise.all([book.submit(deposit(wallet, 3n)), book.submit(fee(wallet, 2n))]);
      }
    });
    for (let count = 0; count < 10; count += 1) {
      await sealAudit(sql);
      expect(await auditLedger(sql, { scope: 'recent' })).toEqual([]);
    }
    expect(await auditLedger(sql, { scope: 'whole' })).toEqual([]);
    await Promise.all(busy);
  });

  test('many that overdraw at once, through several books and transactions, never get more than there is', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    await book.submit(deposit(wallet, 1_000n));
    const books = [book, openBook({ sql, maxBatch: 7 }), openBook({ sql, maxBatch: 50 })];
    const attempts = Array.from({ length: 150 }, (_, index) => {
      const take = fee(wallet, 30n);
      const chosen = books[index % 4];
      return chosen ? chosen.submit(take) : app.database.transact((inside) => post(inside, take));
    });
    const answers = await Promise.all(attempts);
    expect(answers.filter((answer) => answer.outcome === 'posted')).toHaveLength(33);
    expect(await balanceOf(sql, wallet)).toBe(10n);
  });

  test('any sequence of movements keeps zero sum, floors and each fact once', async () => {
    const action = record({
      client: integer({ min: 0, max: 2 }),
      kind: constantFrom('deposit', 'fee', 'held', 'released', 'settled', 'deal'),
      minor: bigInt({ min: 1n, max: 120n }),
      fact: integer({ min: 0, max: 12 }),
    });
    await assert(
      asyncProperty(array(action, { minLength: 1, maxLength: 40 }), integer({ min: 1, max: 9 }), async (actions, maxBatch) => {
        const owners = [newOwner(), newOwner(), newOwner()];
        const run = newKey('run');
        const expected = new Map<string, bigint>();
        const done = new Set<string>();
        const own = openBook({ sql, maxBatch });
        const intents = actions.map((each) => intentOf(each, owners[each.client] ?? newOwner(), run));
        const answers = await Promise.all(intents.map((each) => own.submit(each)));
        intents.forEach(({ movement }, index) => {
          const answer = answers[index];
          if (answer?.outcome !== 'posted' || answer.repeated) return;
          expect(done.has(movement.key)).toBe(false);
          done.add(movement.key);
          for (const { from, to, minor } of movement.legs) {
            expected.set(from.code, (expected.get(from.code) ?? 0n) - minor);
            expected.set(to.code, (expected.get(to.code) ?? 0n) + minor);
          }
        });
        for (const owner of owners) {
          for (const { code, kind, minor } of await balancesOf(sql, owner.clientId)) {
            expect(minor).toBe(expected.get(code) ?? 0n);
            expect(kind === 'trading' || minor >= 0n).toBe(true);
          }
        }
        if (done.size % 3 === 0) await sealAudit(sql);
        expect(await auditLedger(sql, { scope: 'recent' })).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});

function intentOf(each: { kind: string; minor: bigint; fact: number }, owner: chart.Owner, run: string): Intent {
  const wallet = chart.wallet(owner, 'USD');
  const held = chart.hold(owner, 'USD');
  const account = chart.trading(owner, 'USD', accountNumber(owner.clientId));
  const legs: Record<string, [MovementKind, Leg]> = {
    deposit: ['deposit', { from: praxis, to: wallet, minor: each.minor }],
    fee: ['fee', { from: wallet, to: chart.fees(3, 'USD'), minor: each.minor }],
    held: ['withdrawal_held', { from: wallet, to: held, minor: each.minor }],
    released: ['withdrawal_released', { from: held, to: wallet, minor: each.minor }],
    settled: ['withdrawal_settled', { from: held, to: praxis, minor: each.minor }],
    deal: ['deal', { from: account, to: chart.broker(3, 'USD', 'mt5'), minor: each.minor }],
  };
  const [kind, leg] = legs[each.kind] ?? ['deposit', { from: praxis, to: wallet, minor: each.minor }];
  const posting = intent(kind, [leg], `${run}:${each.kind}-${each.fact}`);
  if (leg.from.kind !== 'hold' && leg.to.kind !== 'hold') return posting;
  const opens = { remittanceId: each.fact, purpose: 'withdrawal', source: 'wallet' } as const;
  const key = `${run}:${owner.clientId}-${each.fact % 3}`;
  return { ...posting, hold: each.kind === 'held' ? { key: `${key}-${each.fact}`, opens } : { key: `${key}-${each.fact % 6}` } };
}
