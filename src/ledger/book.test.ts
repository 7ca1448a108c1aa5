import { accountNumber } from '../base/id.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sql } from '../base/sql.ts';
import { openTestDatabase, type TestDatabase } from '../server/testing/database.ts';
import { openIntents } from '../server/testing/intents.ts';
import { postBatch } from './batch.ts';
import { BookFull, openBook, post, type Book, type Intent } from './book.ts';
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

  test('a trading account follows a deal below zero', async () => {
    const account = chart.trading(newOwner(), 'USD', accountNumber(510_001));
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

  test('money between two clients is theirs in sum and leaves nothing on the clearing account', async () => {
    const [hers, his] = [chart.wallet(newOwner(), 'USD'), chart.wallet(newOwner(), 'USD')];
    const clearing = chart.clearing(3, 'USD');
    await book.submit(deposit(hers, 100n));
    await book.submit(intent('between_clients_out', [{ from: hers, to: clearing, minor: 60n }]));
    expect([await balanceOf(sql, hers), await balanceOf(sql, clearing), await balanceOf(sql, his)]).toEqual([40n, 60n, 0n]);
    await book.submit(intent('between_clients_in', [{ from: clearing, to: his, minor: 60n }]));
    expect([await balanceOf(sql, hers), await balanceOf(sql, clearing), await balanceOf(sql, his)]).toEqual([40n, 0n, 60n]);
  });

  test('a movement that its kind does not allow never reaches the database', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    await expect(book.submit(intent('deposit', [{ from: wallet, to: praxis, minor: 1n }]))).rejects.toThrow('no such leg');
    await expect(post(sql, intent('deposit', [{ from: wallet, to: praxis, minor: 1n }]))).rejects.toThrow('no such leg');
  });

  test('dollars that arrive as euros are refused by the database too, whoever calls it', async () => {
    const euros = chart.wallet(newOwner(), 'EUR');
    const crossing = intent('deposit', [{ from: praxis, to: euros, minor: 1n }]);
    await expect(postBatch(sql, [crossing])).rejects.toThrow('crosses companies or currencies');
    expect(await balanceOf(sql, euros)).toBe(0n);
  });
});

describe('holds', () => {
  const opens = { remittanceId: 9, purpose: 'withdrawal', source: 'wallet' } as const;

  /** A client with so much in the wallet, and what is done with holds of it. */
  const holder = async (minor: bigint) => {
    const owner = newOwner();
    const [wallet, held] = [chart.wallet(owner, 'USD'), chart.hold(owner, 'USD')];
    const named = (name: string) => `withdrawal:${owner.clientId}-${name}`;
    await book.submit(deposit(wallet, minor));
    return {
      owner,
      wallet,
      held,
      named,
      set: (name: string, much: bigint): Intent => ({
        ...intent('withdrawal_held', [{ from: wallet, to: held, minor: much }]),
        hold: { key: named(name), opens },
      }),
      pay: (name: string, much: bigint): Intent => ({
        ...intent('withdrawal_settled', [{ from: held, to: praxis, minor: much }]),
        hold: { key: named(name) },
      }),
      release: (name: string, much: bigint): Intent => ({
        ...intent('withdrawal_released', [{ from: held, to: wallet, minor: much }]),
        hold: { key: named(name) },
      }),
      open: async () => Object.fromEntries((await holdsOf(sql, owner.clientId)).map(({ key, remaining }) => [key, remaining])),
    };
  };

  test('a withdrawal holds the money at once and no more than was held can be paid out', async () => {
    const { owner, wallet, held, named, set, pay, release } = await holder(1_000n);
    await book.submit(set('9', 600n));
    expect(await holdsOf(sql, owner.clientId)).toEqual([
      { key: named('9'), unit: 'USD', amount: 600n, remaining: 600n, ...opens },
    ]);
    expect(await balancesOf(sql, owner.clientId)).toEqual([
      { code: held.code, kind: 'hold', unit: 'USD', name: '', minor: 600n, source: 'wallet' },
      { code: wallet.code, kind: 'wallet', unit: 'USD', name: '', minor: 400n, source: null },
    ]);
    expect(await book.submit(pay('9', 601n))).toEqual({ outcome: 'refused', code: 'below_floor' });
    expect(await book.submit(pay('9', 600n))).toMatchObject({ outcome: 'posted' });
    expect(await book.submit(release('9', 600n))).toEqual({ outcome: 'refused', code: 'below_floor' });
    expect(await balancesOf(sql, owner.clientId)).toEqual([
      { code: wallet.code, kind: 'wallet', unit: 'USD', name: '', minor: 400n, source: null },
    ]);
  });

  test('what is set aside for one thing is not paid out for another, though one account holds both', async () => {
    const { held, named, set, pay, release, open } = await holder(1_000n);
    await Promise.all([book.submit(set('a', 300n)), book.submit(set('b', 500n))]);
    expect(await balanceOf(sql, held)).toBe(800n);
    const answers = await Promise.all(
      [pay('a', 301n), pay('a', 200n), pay('a', 101n), release('a', 100n), pay('c', 1n)].map(book.submit),
    );
    expect(answers.map((answer) => (answer.outcome === 'posted' ? 'posted' : answer.code))).toEqual([
      'below_floor',
      'posted',
      'below_floor',
      'posted',
      'below_floor',
    ]);
    expect(await open()).toEqual({ [named('b')]: 500n });
    expect(await balanceOf(sql, held)).toBe(500n);
  });

  test('a hold may be opened and used up in one batch, and is opened once', async () => {
    const { named, set, pay, open } = await holder(1_000n);
    const first = set('a', 300n);
    const answers = await postBatch(sql, [first, pay('a', 100n), pay('a', 50n), set('b', 10n), pay('b', 10n)]);
    expect(answers.map(({ outcome }) => outcome)).toEqual(Array(5).fill('posted'));
    expect(await open()).toEqual({ [named('a')]: 150n });
    expect(await book.submit(first)).toMatchObject({ outcome: 'posted', repeated: true });
    await expect(book.submit(set('a', 20n))).rejects.toThrow('again');
    expect(await open()).toEqual({ [named('a')]: 150n });
  });

  test('nobody takes from a hold of another account', async () => {
    const [hers, his] = [await holder(100n), await holder(100n)];
    await book.submit(hers.set('a', 50n));
    await book.submit(his.set('a', 50n));
    const stolen = { ...his.pay('a', 10n), hold: { key: hers.named('a') } };
    await expect(book.submit(stolen)).rejects.toThrow('on another account');
    expect([await hers.open(), await his.open()]).toEqual([{ [hers.named('a')]: 50n }, { [his.named('a')]: 50n }]);
  });

  test('a leg at a hold account names its hold, and says the same as it', async () => {
    const { set, pay, wallet } = await holder(100n);
    const { movement, hold } = set('a', 50n);
    await expect(book.submit({ movement })).rejects.toThrow('names its hold');
    await expect(book.submit({ ...deposit(wallet, 5n), ...(hold ? { hold } : {}) })).rejects.toThrow('names its hold');
    await expect(book.submit({ movement, hold: { key: 'withdrawal:x' } })).rejects.toThrow('take from withdrawal:x with 50');
    await expect(book.submit({ ...pay('a', 5n), hold: { key: 'withdrawal:x', opens } })).rejects.toThrow(
      'open withdrawal:x with -5',
    );
    await expect(book.submit({ movement, hold: { key: 'what is it', opens } })).rejects.toThrow('not of the shape');
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
