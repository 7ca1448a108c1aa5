import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sql } from '../base/sql.ts';
import { openTestDatabase, type TestDatabase } from '../server/testing/database.ts';
import { openIntents } from '../server/testing/intents.ts';
import { BookFull, openBook, post, type Book } from './book.ts';
import * as chart from './chart.ts';
import type { Leg } from './entries.ts';
import { balanceOf, balancesOf, holdsOf } from './statement.ts';

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

describe('posting', () => {
  test('a deposit is in the wallet, and the provider owes it', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    const before = await balanceOf(sql, praxis);
    const answer = await book.submit(deposit(wallet, 12_500n));
    expect(answer).toMatchObject({ outcome: 'posted', repeated: false });
    expect(await balanceOf(sql, wallet)).toBe(12_500n);
    expect(await balanceOf(sql, praxis)).toBe(before - 12_500n);
  });

  test('more than there is cannot be taken, and nothing changes', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    await book.submit(deposit(wallet, 100n));
    expect(await book.submit(fee(wallet, 101n))).toEqual({ outcome: 'refused', code: 'below_floor' });
    expect(await balanceOf(sql, wallet)).toBe(100n);
  });

  test('a trading account’s mirror follows a deal below zero', async () => {
    const account = chart.trading(newOwner(), 'USD', 510_001);
    await book.submit(intent('deal', [{ from: account, to: chart.broker(3, 'USD', 'mt5'), minor: 250n }]));
    expect(await balanceOf(sql, account)).toBe(-250n);
  });

  test('the same fact twice moves money once and answers alike', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    const once = deposit(wallet, 40n);
    const first = await book.submit(once);
    const second = await book.submit(once);
    expect(first).toMatchObject({ outcome: 'posted', repeated: false });
    expect(second).toEqual({ ...first, repeated: true });
    expect(await balanceOf(sql, wallet)).toBe(40n);
  });

  test('twenty at once with one key move money once and name the same movement', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    const once = deposit(wallet, 40n);
    const books = [book, openBook({ sql }), openBook({ sql })];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => (books[index % 3] ?? book).submit(once)));
    expect(new Set(answers.map((answer) => (answer.outcome === 'posted' ? answer.movementId : answer.code))).size).toBe(1);
    expect(answers.filter((answer) => answer.outcome === 'posted' && !answer.repeated)).toHaveLength(1);
    expect(await balanceOf(sql, wallet)).toBe(40n);
  });

  test('a key that stands for another amount, account or kind is refused', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    const key = newKey('deposit');
    await book.submit(deposit(wallet, 40n, key));
    const reused = { outcome: 'refused', code: 'key_reused' };
    expect(await book.submit(deposit(wallet, 41n, key))).toEqual(reused);
    expect(await book.submit(deposit(chart.wallet(newOwner(), 'USD'), 40n, key))).toEqual(reused);
    expect(await book.submit(fee(wallet, 40n, key))).toEqual(reused);
    const twoLegs: [Leg, Leg] = [
      { from: praxis, to: wallet, minor: 40n },
      { from: praxis, to: wallet, minor: 40n },
    ];
    expect(await book.submit(intent('deposit', twoLegs, key))).toEqual(reused);
    expect(await balanceOf(sql, wallet)).toBe(40n);
  });

  test('one refusal in a batch leaves its neighbours alone', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    const answers = await Promise.all([
      book.submit(deposit(wallet, 100n)),
      book.submit(fee(wallet, 70n)),
      book.submit(fee(wallet, 70n)),
      book.submit(fee(wallet, 30n)),
    ]);
    expect(answers.map((answer) => (answer.outcome === 'posted' ? 'posted' : answer.code))).toEqual([
      'posted',
      'posted',
      'below_floor',
      'posted',
    ]);
    expect(await balanceOf(sql, wallet)).toBe(0n);
  });

  test('an exchange gives dollars to the broker and euros to the client', async () => {
    const owner = newOwner();
    const dollars = chart.wallet(owner, 'USD');
    const euros = chart.wallet(owner, 'EUR');
    await book.submit(deposit(dollars, 10_000n));
    const legs: [Leg, Leg] = [
      { from: dollars, to: chart.exchange(3, 'USD'), minor: 10_000n },
      { from: chart.exchange(3, 'EUR'), to: euros, minor: 9_150n },
    ];
    expect(await book.submit(intent('exchange', legs))).toMatchObject({ outcome: 'posted' });
    expect(await balanceOf(sql, dollars)).toBe(0n);
    expect(await balanceOf(sql, euros)).toBe(9_150n);
  });

  test('a movement that its kind does not allow never reaches the database', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    await expect(book.submit(intent('deposit', [{ from: wallet, to: praxis, minor: 1n }]))).rejects.toThrow('no such leg');
    await expect(post(sql, intent('deposit', [{ from: wallet, to: praxis, minor: 1n }]))).rejects.toThrow('no such leg');
  });
});

describe('holds', () => {
  test('a withdrawal holds the money at once and no more than was held can be paid out', async () => {
    const owner = newOwner();
    const wallet = chart.wallet(owner, 'USD');
    const held = chart.hold(owner, 'USD', 'withdrawal-9');
    await book.submit(deposit(wallet, 1_000n));
    await book.submit(intent('withdrawal_held', [{ from: wallet, to: held, minor: 600n }]));
    expect(await holdsOf(sql, owner.clientId)).toEqual([
      { code: held.code, kind: 'hold', unit: 'USD', name: 'withdrawal-9', minor: 600n },
    ]);
    const settle = (minor: bigint) => intent('withdrawal_settled', [{ from: held, to: praxis, minor }]);
    expect(await book.submit(settle(601n))).toEqual({ outcome: 'refused', code: 'below_floor' });
    expect(await book.submit(settle(600n))).toMatchObject({ outcome: 'posted' });
    const release = intent('withdrawal_released', [{ from: held, to: wallet, minor: 600n }]);
    expect(await book.submit(release)).toEqual({ outcome: 'refused', code: 'below_floor' });
    expect(await balancesOf(sql, owner.clientId)).toEqual([
      { code: wallet.code, kind: 'wallet', unit: 'USD', name: '', minor: 400n },
    ]);
  });
});

describe('within a caller’s transaction', () => {
  test('a posting is undone with it', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    const work = app.database.transact(async (inside) => {
      await post(inside, deposit(wallet, 5n));
      expect(await balanceOf(inside, wallet)).toBe(5n);
      throw new Error('changed our mind');
    });
    await expect(work).rejects.toThrow('changed our mind');
    expect(await balanceOf(sql, wallet)).toBe(0n);
  });

  test('a refusal leaves the transaction usable', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    await app.database.transact(async (inside) => {
      expect(await post(inside, fee(wallet, 5n))).toEqual({ outcome: 'refused', code: 'below_floor' });
      await post(inside, deposit(wallet, 5n));
    });
    expect(await balanceOf(sql, wallet)).toBe(5n);
  });
});

describe('bounds', () => {
  test('a full queue turns callers away', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    const small = openBook({ sql, maxBatch: 1, maxWaiting: 2 });
    const answers = await Promise.allSettled([1n, 2n, 3n, 4n].map((minor) => small.submit(deposit(wallet, minor))));
    const turnedAway = answers.filter((answer) => answer.status === 'rejected' && answer.reason instanceof BookFull);
    expect(turnedAway).toHaveLength(2);
    await small.close();
    await expect(small.submit(deposit(wallet, 1n))).rejects.toThrow('closed');
    expect(await balanceOf(sql, wallet)).toBe(3n);
  });
});
