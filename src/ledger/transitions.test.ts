import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sql } from '../base/sql.ts';
import { openTestDatabase, type TestDatabase } from '../server/testing/database.ts';
import { openIntents } from '../server/testing/intents.ts';
import { postBatch } from './batch.ts';
import { openBook, type Book, type Intent } from './book.ts';
import * as chart from './chart.ts';
import { balanceOf } from './statement.ts';

let app: TestDatabase;
let book: Book;
let sql: Sql;

beforeAll(async () => {
  app = await openTestDatabase();
  sql = app.database.sql;
  book = openBook({ sql });
  await app.owner.sql.run(
    'create table parcel (id bigint primary key, status text not null, note jsonb, stepped_at timestamptz)',
  );
  await app.owner.sql.run(`
    create function parcel_steps_lock(ids bigint[], froms text[]) returns setof integer language sql as $$
      with locked as materialized (select id, status from parcel where id = any (ids) order by id for update)
      select given.place::integer from unnest(ids, froms) with ordinality given (id, status, place)
      join locked on locked.id = given.id and locked.status = given.status $$`);
  await app.owner.sql.run(`
    create function parcel_steps_apply(ids bigint[], froms text[], tos text[], details jsonb[], at timestamptz[]) returns void
    language sql as $$
      update parcel set status = given.status, note = given.note, stepped_at = given.at
      from unnest(ids, tos, details, at) given (id, status, note, at) where parcel.id = given.id $$`);
});
afterAll(async () => {
  await book.close();
  await app.close();
});

const { at, deposit, fee, newOwner } = openIntents();

const withParcel = (wallet: chart.Account, id: number, minor: bigint): Intent => ({
  ...fee(wallet, minor, `fee:parcel-${id}-${minor}`),
  transition: { kind: 'parcel', id, from: 'open', to: 'paid', detail: { paid: String(minor), by: 'a "quoted\\ name"' } },
  // With a key of its own, and without.
  outbox: [
    { topic: 'parcel.paid', key: `parcel-${id}-${minor}`, clientId: 5, payload: { id } },
    { topic: 'parcel.paid', payload: { id } },
  ],
  audit: { actor: { kind: 'system', id: 'worker' }, action: 'parcel.pay', subject: `parcel:${id}`, detail: { id } },
});
const leftBy = async (id: number) => {
  const parcel = await app.owner.sql.one<{ status: string; note: unknown; stepped_at: Date | null }>(
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
    await app.owner.sql.run(`insert into parcel values (1, 'open')`);
    const first = await book.submit(withParcel(wallet, 1, 60n));
    expect(first).toMatchObject({ outcome: 'posted' });
    const left = {
      status: 'paid',
      note: { paid: '60', by: 'a "quoted\\ name"' },
      stepped_at: at,
      told: 2,
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
    await app.owner.sql.run(`insert into parcel values (2, 'open')`);
    expect(await book.submit(withParcel(wallet, 2, 60n))).toEqual({ outcome: 'refused', code: 'below_floor' });
    expect(await leftBy(2)).toEqual({ status: 'open', note: null, stepped_at: null, told: 0, recorded: 0 });
  });

  test('of two steps of one status in the same moment the first is taken', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    await book.submit(deposit(wallet, 1000n));
    await app.owner.sql.run(`insert into parcel values (7, 'open')`);
    const answers = await Promise.all([60n, 70n].map((minor) => book.submit(withParcel(wallet, 7, minor))));
    expect(answers).toMatchObject([{ outcome: 'posted' }, { outcome: 'refused', code: 'step_refused' }]);
    expect(await balanceOf(sql, wallet)).toBe(940n);
    expect(await leftBy(7)).toMatchObject({ note: { paid: '60' }, told: 2, recorded: 1 });
  });

  test('a status that has moved on stops the money', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    await book.submit(deposit(wallet, 1000n));
    await app.owner.sql.run(`insert into parcel values (3, 'cancelled'), (4, 'open'), (5, 'open')`);
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
    await app.owner.sql.run(`insert into parcel values (8, 'open')`);
    const both = [60n, 70n].map((minor) => withParcel(wallet, 8, minor));
    await expect(postBatch(sql, both)).rejects.toThrow(/more than once/);
    expect(await balanceOf(sql, wallet)).toBe(1000n);
  });

  test('two postings that race for one step: one of them gets it', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    await book.submit(deposit(wallet, 1000n));
    await app.owner.sql.run(`insert into parcel values (6, 'open')`);
    const answers = await Promise.all([
      book.submit(withParcel(wallet, 6, 1n)),
      openBook({ sql }).submit(withParcel(wallet, 6, 2n)),
    ]);
    expect(answers.map((answer) => answer.outcome).toSorted()).toEqual(['posted', 'refused']);
    expect(await leftBy(6)).toMatchObject({ told: 2, recorded: 1 });
  });

  test('one bad row fails alone', async () => {
    const wallet = chart.wallet(newOwner(), 'USD');
    await book.submit(deposit(wallet, 100n));
    const bad = { ...fee(wallet, 1n), transition: { kind: 'nothing_known', id: 1, from: 'a', to: 'b' } };
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
