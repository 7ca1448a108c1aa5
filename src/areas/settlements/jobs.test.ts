import { afterAll, beforeAll, expect, test } from 'vitest';
import { provider, suspense } from '../../ledger/chart.ts';
import type { TestApp } from '../../server/testing/app.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { holdSweeps, sweep } from '../../server/testing/telling.ts';
import { openCounter, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { creditUnmatched } from '../payments/face.ts';
import { postedOn } from './store.ts';

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let wallet: number;

beforeAll(async () => {
  ({ app, books, payments, wallet } = await openCounter('global.active', { dollars: '0', wallet: '0' }));
});
afterAll(async () => app.close());

const decide = (reference: string, body: object) => app.call({ method: 'POST', path: `/sandbox/payments/${reference}`, body });
const nextDay = async () => {
  await app.opened.clock.advance(24 * 3600);
  await app.opened.worker?.sweep('settlements.read');
};
const days = () =>
  app.owner.sql.many<{
    id: number;
    day: string;
    currency: string;
    state: string;
    reported: bigint;
    posted: bigint;
    explained: bigint;
  }>('select id, day::text as day, currency, state, reported, posted, explained from settlement_day order by day, currency');
const cases = () =>
  app.owner.sql.many<{ subject: string }>(
    `select subject from desk_case where queue = 'differences' and subject like 'settlement:%' and closed_at is null`,
  );

test('a provider’s report is compared with the book by day and currency, and what no notification told of is looked up by it', async () => {
  const { reference } = await payments.startDeposit(wallet, '100.00');
  await decide(reference, { outcome: 'approved' });
  await decide(reference, { outcome: 'refunded', amount: '30.00', currency: 'USD' });
  await decide(reference, { outcome: 'refunded', amount: '5.00', currency: 'GBP' });
  await books.hurry();
  // Its notifications are lost, and nobody looks it up but the report.
  await holdSweeps(app, ['remittance.stuck']);
  const lost = await payments.startDeposit(wallet, '120.00');
  await app.owner.sql.run(`create rule no_message as on insert to outbox where new.topic = 'payment.message' do instead nothing`);
  await decide(lost.reference, { outcome: 'approved' });
  await books.hurry();
  await app.owner.sql.run('drop rule no_message on outbox');
  expect(await payments.detailsOf(lost.id)).toMatchObject({ status: 'waiting_payment' });
  await nextDay();
  await payments.becomes(lost.id, 'completed');
  expect(await days()).toMatchObject([
    { currency: 'GBP', state: 'explained', reported: -500n, posted: 0n, explained: -500n },
    // What was looked up by the report is in the book a day later.
    { currency: 'USD', state: 'explained', reported: 19_000n, posted: 7_000n, explained: 12_000n },
  ]);
  expect(await cases()).toEqual([]);
  await nextDay();
  expect((await days()).map(({ currency, state }) => [currency, state])).toEqual([
    ['GBP', 'explained'],
    ['USD', 'explained'],
    ['USD', 'explained'],
  ]);
});

test('what nobody can explain stands before staff, and finance says how it is explained', async () => {
  const legs = [{ from: provider(3, 'EUR', 'praxis'), to: suspense(3, 'EUR'), minor: 1_234n }] as const;
  await app.opened.app.book.submit({
    movement: { key: 'adjustment:by-hand', kind: 'adjustment', legs, at: app.opened.clock.now() },
  });
  await nextDay();
  const open = (await days()).find(({ currency }) => currency === 'EUR');
  expect(open).toMatchObject({ state: 'open', reported: 0n, posted: 1_234n, explained: 0n });
  expect(await cases()).toEqual([{ subject: `settlement:${open?.id}` }]);
  const finance = await app.signInStaff('finance');
  const answer = await app.call({
    method: 'POST',
    path: `/api/desk/settlements/${open?.id}`,
    body: { reason: 'a correction that the provider reports at the end of the month' },
    as: finance,
  });
  expect(answer.data).toMatchObject({ decided: { status: 'closed' } });
  expect(await cases()).toEqual([]);
  await app.opened.clock.advance(2 * 3600);
  await app.opened.worker?.sweep('settlements.read');
  expect((await days()).find(({ currency }) => currency === 'EUR')).toMatchObject({ state: 'closed' });
});

test('what is posted on a day is found without reading what was posted on others', async () => {
  await app.owner.transact(async (sql) => {
    const read = async () =>
      (
        await sql.one<{ rows: bigint }>(
          `select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = 'ledger_entry'`,
        )
      ).rows;
    await sql.run('set local enable_seqscan = off');
    const before = await read();
    expect(await postedOn(sql, 'praxis', '2019-01-01')).toEqual([]);
    expect((await read()) - before).toBe(0n);
  });
});

test('a report that cannot be read leaves its day for the next look', async () => {
  const readUpTo = async () =>
    (await app.owner.sql.one<{ day: string }>(`select value ->> 'day' as day from cursor_mark where name = 'settlement:praxis'`))
      .day;
  const before = await readUpTo();
  const { praxis } = app.opened.app.payments;
  const settlement = praxis.settlement;
  Object.assign(praxis, { settlement: async () => ({ outcome: 'unknown', reason: 'told by the test' }) });
  await nextDay();
  expect(await readUpTo()).toBe(before);
  Object.assign(praxis, { settlement });
  await app.opened.worker?.sweep('settlements.read');
  expect((await readUpTo()) > before).toBe(true);
});

test('what a chargeback has taken of two payments together, and its end, is the same in the report and in the book', async () => {
  const { id, reference } = await payments.startDeposit(wallet, '100.00');
  const told = (kind: string) =>
    app.owner.sql.many<{ id: number; outcome: string | null }>(
      'select id::integer as id, outcome from provider_transaction where remittance_id = $1 and kind = $2 order by id',
      [id, kind],
    );
  const follows = (kind: string, outcome: string) =>
    expect.poll(async () => (await books.hurry(), (await told(kind)).at(-1)?.outcome)).toBe(outcome);
  const usd = (amount: string) => ({ amount, currency: 'USD' });
  await decide(reference, { outcome: 'approved' });
  await payments.becomes(id, 'completed');
  await decide(reference, { outcome: 'approved', ...usd('50.00') });
  await follows('payment', 'suspense');
  const second = (await told('payment')).at(-1)?.id ?? 0;
  await app.owner.transact((sql) => creditUnmatched(sql, { id: second, now: app.opened.clock.now() }));
  await decide(reference, { outcome: 'refunded', ...usd('30.00') });
  await follows('refund', 'reversed');
  await decide(reference, { outcome: 'charged_back', ...usd('100.00') });
  await follows('chargeback', 'reversed');
  await decide(reference, { outcome: 'won_back' });
  await follows('won_back', 'won_back');
  expect((await payments.detailsOf(id)).reversed_by).toHaveLength(3);
  await nextDay();
  expect((await days()).at(-1)).toMatchObject({ currency: 'USD', state: 'same', reported: 12_000n, posted: 12_000n });
});

test('a provider whose report fails keeps no other waiting', async () => {
  const { payments: providers } = app.opened.app;
  const readUpTo = async (name: string) =>
    (
      await app.owner.sql.maybe<{ day: string }>(
        `select value ->> 'day' as day from cursor_mark where name = 'settlement:' || $1`,
        [name],
      )
    )?.day;
  const reporting = Object.entries(providers).filter(([, { settlement }]) => settlement);
  const [first = '', ...others] = reporting.map(([name]) => name);
  const failing = reporting[0]?.[1];
  const real = failing?.settlement;
  Object.assign(failing ?? {}, { settlement: () => Promise.reject(new Error('planted')) });
  const before = await readUpTo(first);
  await app.opened.clock.advance(24 * 3600);
  await sweep(app, 'settlements.read');
  Object.assign(failing ?? {}, { settlement: real });
  expect(await readUpTo(first)).toBe(before);
  const yesterday = new Date(app.opened.clock.now().getTime() - 24 * 3_600_000).toISOString().slice(0, 10);
  for (const name of others) expect([name, await readUpTo(name)]).toEqual([name, yesterday]);
  expect(others.length).toBeGreaterThan(0);
});
