import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientId } from '../base/id.ts';
import type { Sql } from '../base/sql.ts';
import { openTestDatabase, type TestDatabase } from '../server/testing/database.ts';
import { openBook, type Book } from './book.ts';
import * as chart from './chart.ts';
import { horizonOf, linesOf, openDigest, sumsOf, type Period, type PeriodLine } from './period.ts';

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

const wallet = chart.wallet({ company: 3, clientId: clientId(810_001) }, 'USD');
let fact = 0;
const comesIn = (minor: bigint, at: string) =>
  book.submit({
    movement: {
      key: `deposit:${(fact += 1)}`,
      kind: 'deposit',
      legs: [{ from: chart.provider(3, 'USD', 'praxis'), to: wallet, minor }],
      at: new Date(at),
    },
  });
const goesOut = (minor: bigint, at: string) =>
  book.submit({
    movement: {
      key: `fee:${(fact += 1)}`,
      kind: 'fee',
      legs: [{ from: wallet, to: chart.fees(3, 'USD'), minor }],
      at: new Date(at),
    },
  });
const march = async (): Promise<Period> => ({
  account: wallet,
  from: new Date('2026-03-01T00:00:00Z'),
  till: new Date('2026-04-01T00:00:00Z'),
  upto: await behindAll(),
});
/** Once nobody on the whole server has a transaction open from before the last entry. */
async function behindAll(): Promise<bigint> {
  const { last } = await sql.one<{ last: bigint }>('select coalesce(max(transaction_id), 0) as last from ledger_entry');
  await expect.poll(() => horizonOf(sql)).toBeGreaterThan(last);
  return horizonOf(sql);
}
async function told(period: Period): Promise<{ lines: PeriodLine[]; digest: string; closing: bigint }> {
  const sums = await sumsOf(sql, period);
  const digest = openDigest(period);
  const lines: PeriodLine[] = [];
  for await (const page of linesOf(sql, period, { openingMinor: sums.openingMinor, pageSize: 2 })) {
    digest.add(page);
    lines.push(...page);
  }
  return { lines, digest: digest.end(sums), closing: sums.closingMinor };
}

test('a period has what stood before it, each entry in it once, and what stands after it', async () => {
  await comesIn(1000n, '2026-02-27T10:00:00Z');
  await comesIn(200n, '2026-03-01T00:00:00Z');
  await goesOut(50n, '2026-03-15T10:00:00Z');
  await comesIn(7n, '2026-03-31T23:59:59.999Z');
  await goesOut(1n, '2026-04-01T00:00:00Z');
  const period = await march();
  expect(await sumsOf(sql, period)).toEqual({
    openingMinor: 1000n,
    cameInMinor: 207n,
    wentOutMinor: 50n,
    closingMinor: 1157n,
    lines: 3,
  });
  const { lines } = await told(period);
  expect(lines.map(({ minor, balanceMinor }) => [minor, balanceMinor])).toEqual([
    [200n, 1200n],
    [-50n, 1150n],
    [7n, 1157n],
  ]);
});

test('what is booked into a period afterwards changes its digest, and up to the same place it is the same for ever', async () => {
  const period = await march();
  const first = await told(period);
  await comesIn(3n, '2026-03-20T10:00:00Z');
  expect(await told(period)).toEqual(first);
  const now = await told(await march());
  expect(now.closing).toBe(first.closing + 3n);
  expect(now.digest).not.toBe(first.digest);
});

test('an account of nobody’s has an empty period', async () => {
  const period = { ...(await march()), account: chart.wallet({ company: 3, clientId: clientId(810_002) }, 'USD') };
  expect(await told(period)).toMatchObject({ lines: [], closing: 0n });
});

test('what the planner knows of the tables may be old: an entry is looked at a few times and not once for each movement', async () => {
  const busy = chart.wallet({ company: 3, clientId: clientId(810_003) }, 'USD');
  const size = 400;
  await Promise.all(
    Array.from({ length: size }, (_one, index) =>
      book.submit({
        movement: {
          key: `deposit:81${index}`,
          kind: 'deposit',
          legs: [{ from: chart.provider(3, 'USD', 'praxis'), to: busy, minor: 1n }],
          at: new Date('2026-03-10T10:00:00Z'),
        },
      }),
    ),
  );
  const period = { ...(await march()), account: busy };
  // As it is told when the tables are looked at while a great change is not yet committed: pages, and nothing on them.
  for (const table of ['ledger_movement', 'ledger_entry', 'ledger_account'])
    await app.owner.sql.run(
      `select pg_restore_relation_stats('schemaname', 'public', 'relname', $1::text, 'relpages', 100, 'reltuples', 0::real)`,
      [table],
    );
  const looked = await app.database.transact(async (within) => {
    const sums = await sumsOf(within, period);
    const pages = linesOf(within, period, { openingMinor: sums.openingMinor, pageSize: size });
    const { value: lines = [] } = await pages.next();
    expect([sums.lines, lines.length]).toEqual([size, size]);
    const { entries } = await within.one<{ entries: bigint }>(
      `select (seq_tup_read + idx_tup_fetch)::bigint as entries from pg_stat_xact_user_tables where relname = 'ledger_entry'`,
    );
    return entries;
  });
  expect(looked).toBeLessThan(BigInt(10 * size));
});
