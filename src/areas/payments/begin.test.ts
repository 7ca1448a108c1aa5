import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Platform } from '../../ports/platform/port.ts';
import type { TestApp } from '../../server/testing/app.ts';
import { outlastClaims, outlastOperations } from '../../server/testing/operations.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { openCounter, runOf, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { openEngine } from './engine.ts';
import type { Needs } from './context.ts';
import { remittanceOf, type Remittance } from './store.ts';

/* What begins a payment claims in the same commit what is asked of a platform next. */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let dollars: number;
let wallet: number;

beforeAll(async () => {
  ({ app, books, payments, dollars, wallet } = await openCounter('ng.active', { dollars: '100.00', wallet: '300.00' }));
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

async function quote(amount: string): Promise<Remittance> {
  const row = await remittanceOf(app.database.sql, await payments.confirmed(wallet, dollars, amount));
  if (!row) throw new Error('the quote is gone');
  return row;
}

/** A process of its own, and how often it has asked the platform for a movement. */
function processWith(changed: Partial<Needs> = {}) {
  const { platforms } = app.opened.app;
  const asked: string[] = [];
  const balanceOperation: Platform['balanceOperation'] = async (operation, limit) => {
    asked.push(operation.tag);
    return platforms.mt5.balanceOperation(operation, limit);
  };
  const own = { ...platforms, mt5: { ...platforms.mt5, balanceOperation } };
  return { asked, engine: openEngine({ ...app.opened.app, lookEverySeconds: 0, ...changed, platforms: own }) };
}

const operationFor = async ({ id }: Remittance) =>
  app.owner.sql.many('select state, attempt, sends, lease_until > now() as claimed from platform_operation where subject = $1', [
    `remittance:${id}`,
  ]);

async function arrived(before: string): Promise<number> {
  const [onPlatform, inLedger] = [await books.onPlatform(dollars), await books.inLedger(dollars)];
  expect(onPlatform).toBe(inLedger);
  return Number(onPlatform) - Number(before);
}

test('saved twenty times at once in two processes it is asked for once, and all are answered alike', async () => {
  const before = await books.onPlatform(dollars);
  const row = await quote('7.00');
  const both = [processWith(), processWith()];
  const saves = both.flatMap(({ engine }) => Array.from({ length: 10 }, async () => engine.save(runOf(app), row)));
  for (const saved of await Promise.all(saves)) expect(saved).toMatchObject({ status: 'completed' });
  expect(both.flatMap(({ asked }) => asked)).toHaveLength(1);
  expect(await arrived(before)).toBeCloseTo(7);
});

test('whoever dies right after it leaves a claim: it is looked up, and sent once when nothing came of it', async () => {
  const before = await books.onPlatform(dollars);
  const row = await quote('8.00');
  const { book } = app.opened.app;
  const dying = processWith({
    book: {
      ...book,
      async submit(intent) {
        await book.submit(intent);
        throw new Error('the process died');
      },
    },
  });
  await expect(dying.engine.save(runOf(app), row)).rejects.toThrow('died');
  await app.owner.sql.run(`delete from outbox where topic = 'remittance.drive'`);
  expect(await operationFor(row)).toEqual([{ state: 'asking', attempt: 1, sends: 1, claimed: true }]);
  const other = processWith();
  expect(await other.engine.drive(runOf(app), row.id)).toMatchObject({ phase: 'sent' });
  // The claim is over, and the platform still has its time.
  await outlastClaims(app);
  expect(await other.engine.drive(runOf(app), row.id)).toMatchObject({ phase: 'sent' });
  expect(other.asked).toEqual([]);
  await outlastOperations(app, `remittance:${row.id}`);
  expect(await other.engine.drive(runOf(app), row.id)).toMatchObject({ phase: 'completed' });
  expect([other.asked.length, await arrived(before)]).toEqual([1, expect.closeTo(8)]);
});

test('an answer of the database that comes too late sends nothing: the next one does', async () => {
  const before = await books.onPlatform(dollars);
  const row = await quote('9.00');
  const { book } = app.opened.app;
  let nowMs = 0;
  const late = processWith({
    monotonicMs: () => nowMs,
    book: {
      ...book,
      async submit(intent) {
        const posted = await book.submit(intent);
        nowMs = 36_000;
        return posted;
      },
    },
  });
  expect(await late.engine.save(runOf(app), row)).toMatchObject({ phase: 'sent' });
  expect(late.asked).toEqual([]);
  expect(await processWith().engine.drive(runOf(app), row.id)).toMatchObject({ phase: 'completed' });
  expect(await arrived(before)).toBeCloseTo(9);
});

test('for more than is there it is refused to everybody who saves it, and nothing has begun', async () => {
  const row = await quote('250.00');
  const spent = await quote('250.00');
  const { engine } = processWith();
  expect(await engine.save(runOf(app), spent)).toMatchObject({ status: 'completed' });
  expect(await Promise.all([engine.save(runOf(app), row), engine.save(runOf(app), row)])).toEqual(['short', 'short']);
  expect(await remittanceOf(app.database.sql, row.id)).toEqual(row);
  expect(await operationFor(row)).toEqual([]);
});
