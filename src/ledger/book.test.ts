import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sql } from '../base/sql.ts';
import { openTestDatabase, type TestDatabase } from '../server/testing/database.ts';
import { postBatch } from './batch.ts';
import { BookFull, openBook, post, type Book, type Intent } from './book.ts';
import * as chart from './chart.ts';
import type { Leg, MovementKind } from './entries.ts';
import { balanceOf, balancesOf, holdsOf } from './statement.ts';

let house: TestDatabase;
let book: Book;
let sql: Sql;

beforeAll(async () => {
  house = await openTestDatabase();
  sql = house.database.sql;
  book = openBook({ sql });
  await house.owner.sql.run(
    'create table parcel (id bigint primary key, status text not null, note jsonb, stepped_at timestamptz)',
  );
  await house.owner.sql.run(`
    create function parcel_steps_lock(ids bigint[], froms text[]) returns setof integer language sql as $$
      with locked as materialized (select id, status from parcel where id = any (ids) order by id for update)
      select given.place::integer from unnest(ids, froms) with ordinality given (id, status, place)
      join locked on locked.id = given.id and locked.status = given.status $$`);
  await house.owner.sql.run(`
    create function parcel_steps_apply(ids bigint[], froms text[], tos text[], details jsonb[], at timestamptz[]) returns void
    language sql as $$
      update parcel set status = given.status, note = given.note, stepped_at = given.at
      from unnest(ids, tos, details, at) given (id, status, note, at) where parcel.id = given.id $$`);
});
afterAll(async () => {
  await book.close();
  await house.close();
});

let nextClient = 700_000;
const newOwner = () => ({ company: 3, clientId: (nextClient += 1) });
const at = new Date('2026-03-02T10:00:00.123Z');
let nextFact = 0;
const newKey = (kind: string) => `${kind}:${(nextFact += 1)}`;
const praxis = chart.provider(3, 'USD', 'praxis');

const intent = (kind: MovementKind, legs: [Leg, ...Leg[]], key = newKey(kind)): Intent => ({ movement: { key, kind, legs, at } });
const deposit = (wallet: chart.Account, minor: bigint, key?: string) =>
  intent('deposit', [{ from: praxis, to: wallet, minor }], key);
const fee = (wallet: chart.Account, minor: bigint, key?: string) =>
  intent('fee', [{ from: wallet, to: chart.fees(3, 'USD'), minor }], key);

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

  test('an exchange gives dollars to the house and euros to the client', async () => {
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

const withParcel = (wallet: chart.Account, id: number, minor: bigint): Intent => ({
  ...fee(wallet, minor, `fee:parcel-${id}-${minor}`),
  step: { kind: 'parcel', id, from: 'open', to: 'paid', detail: { paid: String(minor), by: 'a "quoted\\ name"' } },
  outbox: [{ topic: 'parcel.paid', key: `parcel-${id}-${minor}`, clientId: 5, payload: { id } }],
  audit: { actor: { kind: 'system', id: 'worker' }, action: 'parcel.pay', subject: `parcel:${id}`, detail: { id } },
});
const leftBy = async (id: number) => {
  const parcel = await house.owner.sql.one<{ status: string; note: unknown; stepped_at: Date | null }>(
    'select status, note, stepped_at from parcel where id = $1',
    [id],
  );
  const told = await sql.many('select payload from outbox where topic = $1 and payload = $2', ['parcel.paid', { id }]);
  const recorded = await sql.many('select detail from audit_event where subject = $1', [`parcel:${id}`]);
  return { ...parcel, told: told.length, recorded: recorded.length };
};

describe('what is written with a posting', () => {
  test('status step, outbox row and audit event come with it', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    await book.submit(deposit(wallet, 100n));
    await house.owner.sql.run(`insert into parcel values (1, 'open')`);
    const first = await book.submit(withParcel(wallet, 1, 60n));
    expect(first).toMatchObject({ outcome: 'posted' });
    const left = {
      status: 'paid',
      note: { paid: '60', by: 'a "quoted\\ name"' },
      stepped_at: at,
      told: 1,
      recorded: 1,
    };
    expect(await leftBy(1)).toEqual(left);
    expect(await book.submit(withParcel(wallet, 1, 60n))).toEqual({ ...first, repeated: true });
    expect(await leftBy(1)).toEqual(left);
  });

  test('its texts come through as they were, whatever is in them', async () => {
    const anyText = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).filter((text) => !text.includes('\0'));
    const awkward = fc.constantFrom('null', '{}', ',', '\n', '\\n', '\\\n"', '"\t', '\\u0041', '\u2028', 'é', '\u{1f4b6}');
    const texts = fc.array(fc.oneof(anyText, awkward), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(texts, async (subjects) => {
        const owner = newOwner();
        const wallet = chart.wallet(owner, 'USD');
        const audited = (subject: string): Intent => ({
          ...deposit(wallet, 1n),
          audit: {
            actor: { kind: 'client', id: subject },
            action: 'text',
            subject,
            clientId: owner.clientId,
            detail: { subject },
          },
        });
        await Promise.all(subjects.map((subject) => book.submit(audited(subject))));
        const kept = await sql.many(
          `select actor_id, subject, detail ->> 'subject' as detail from audit_event where client_id = $1 order by id`,
          [owner.clientId],
        );
        expect(kept).toEqual(subjects.map((subject) => ({ actor_id: subject, subject, detail: subject })));
      }),
    );
  });

  test('none of them comes without it', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    await book.submit(deposit(wallet, 10n));
    await house.owner.sql.run(`insert into parcel values (2, 'open')`);
    expect(await book.submit(withParcel(wallet, 2, 60n))).toEqual({ outcome: 'refused', code: 'below_floor' });
    expect(await leftBy(2)).toEqual({ status: 'open', note: null, stepped_at: null, told: 0, recorded: 0 });
  });

  test('of two steps of one status in the same moment the first is taken', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    await book.submit(deposit(wallet, 1000n));
    await house.owner.sql.run(`insert into parcel values (7, 'open')`);
    const answers = await Promise.all([60n, 70n].map((minor) => book.submit(withParcel(wallet, 7, minor))));
    expect(answers).toMatchObject([{ outcome: 'posted' }, { outcome: 'refused', code: 'step_refused' }]);
    expect(await balanceOf(sql, wallet)).toBe(940n);
    expect(await leftBy(7)).toMatchObject({ note: { paid: '60' }, told: 1, recorded: 1 });
  });

  test('a status that has moved on stops the money', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    await book.submit(deposit(wallet, 1000n));
    await house.owner.sql.run(`insert into parcel values (3, 'cancelled'), (4, 'open'), (5, 'open')`);
    const answers = await Promise.all([3, 4, 5].map((id) => book.submit(withParcel(wallet, id, 60n))));
    expect(answers[0]).toEqual({ outcome: 'refused', code: 'step_refused' });
    expect(answers.slice(1)).toMatchObject([{ outcome: 'posted' }, { outcome: 'posted' }]);
    expect(await balanceOf(sql, wallet)).toBe(880n);
    expect(await leftBy(3)).toMatchObject({ status: 'cancelled', told: 0, recorded: 0 });
    expect(await book.submit(withParcel(wallet, 4, 61n))).toEqual({ outcome: 'refused', code: 'step_refused' });
  });

  test('the database itself takes no two steps of one status in one call', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    await book.submit(deposit(wallet, 1000n));
    await house.owner.sql.run(`insert into parcel values (8, 'open')`);
    const both = [60n, 70n].map((minor) => withParcel(wallet, 8, minor));
    await expect(postBatch(sql, both)).rejects.toThrow(/more than once/);
    expect(await balanceOf(sql, wallet)).toBe(1000n);
  });

  test('two postings that race for one step: one of them gets it', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    await book.submit(deposit(wallet, 1000n));
    await house.owner.sql.run(`insert into parcel values (6, 'open')`);
    const answers = await Promise.all([
      book.submit(withParcel(wallet, 6, 1n)),
      openBook({ sql }).submit(withParcel(wallet, 6, 2n)),
    ]);
    expect(answers.map((answer) => answer.outcome).toSorted()).toEqual(['posted', 'refused']);
    expect(await leftBy(6)).toMatchObject({ told: 1, recorded: 1 });
  });

  test('one bad row fails alone', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    await book.submit(deposit(wallet, 100n));
    const bad = { ...fee(wallet, 1n), step: { kind: 'nothing_known', id: 1, from: 'a', to: 'b' } };
    const [good, failed, alsoGood] = await Promise.allSettled([
      book.submit(fee(wallet, 1n)),
      book.submit(bad),
      book.submit(fee(wallet, 2n)),
    ]);
    expect(good).toMatchObject({ status: 'fulfilled', value: { outcome: 'posted' } });
    expect(failed.status).toBe('rejected');
    expect(alsoGood).toMatchObject({ status: 'fulfilled', value: { outcome: 'posted' } });
    expect(await balanceOf(sql, wallet)).toBe(97n);
  });
});

describe('within a caller’s transaction', () => {
  test('a posting is undone with it', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    const work = house.database.transact(async (inside) => {
      await post(inside, deposit(wallet, 5n));
      expect(await balanceOf(inside, wallet)).toBe(5n);
      throw new Error('changed our mind');
    });
    await expect(work).rejects.toThrow('changed our mind');
    expect(await balanceOf(sql, wallet)).toBe(0n);
  });

  test('a refusal leaves the transaction usable', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    await house.database.transact(async (inside) => {
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
