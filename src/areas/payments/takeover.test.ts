import { type RemittanceId } from '../../base/id.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Platform } from '../../ports/platform/port.ts';
import type { TestApp } from '../../server/testing/app.ts';
import { outlastOperations } from '../../server/testing/operations.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { openCounter, runOf, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { openEngine } from './engine.ts';
import type { Needs } from './context.ts';

/* A process that stood still comes back when another has taken over what it was at. */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let dollars: number;
let wallet: number;

beforeAll(async () => {
  ({ app, books, payments, dollars, wallet } = await openCounter('ng.active', { dollars: '1000.00', wallet: '300.00' }));
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

/** Another process, whose platform and book may be others. */
function processWith(changed: { readonly mt5?: Partial<Platform>; readonly book?: Needs['book'] }) {
  const { platforms, book } = app.opened.app;
  const engine = openEngine({
    ...app.opened.app,
    platforms: { ...platforms, mt5: { ...platforms.mt5, ...changed.mt5 } },
    book: changed.book ?? book,
    lookEverySeconds: 0,
  });
  return { drive: async (id: RemittanceId) => engine.drive(runOf(app), id) };
}

/** Something that somebody comes to and waits at, until it is opened. */
function barrier() {
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  return {
    reached: reached.promise,
    open: opened.resolve,
    async pass() {
      reached.resolve();
      await opened.promise;
    },
  };
}

/** As if the process that has claimed an operation had stood still for longer than its claim holds. */
const outlastClaim = (id: number) => outlastOperations(app, `remittance:${id}`);

/** A transfer out of the trading account that is held, and nobody is at it. */
async function heldTransfer(amount: string): Promise<RemittanceId> {
  const id = await payments.confirmed(dollars, wallet, amount);
  await payments.hold(id);
  await app.owner.sql.run(`delete from outbox where topic = 'remittance.drive'`);
  return id;
}

/** What has left the trading account by then, on its platform and in the ledger. */
async function watchAccount(): Promise<() => Promise<string[]>> {
  const before = [Number(await books.onPlatform(dollars)), Number(await books.inLedger(dollars))] as const;
  return async () => [
    (before[0] - Number(await books.onPlatform(dollars))).toFixed(2),
    (before[1] - Number(await books.inLedger(dollars))).toFixed(2),
  ];
}

test('what the platform refused it does not give back money that the other has moved', async () => {
  const left = await watchAccount();
  const id = await heldTransfer('4.00');
  const [asking, posting] = [barrier(), barrier()];
  const late = processWith({
    mt5: {
      async balanceOperation() {
        await asking.pass();
        return { outcome: 'refused', code: 'not_enough_money', message: 'told by the test' };
      },
    },
  });
  const { book } = app.opened.app;
  const other = processWith({
    book: {
      ...book,
      async submit(intent) {
        await posting.pass();
        return book.submit(intent);
      },
    },
  });
  const lateDrive = late.drive(id);
  await asking.reached;
  await outlastClaim(id);
  const otherDrive = other.drive(id);
  await posting.reached;
  asking.open();
  await lateDrive;
  posting.open();
  expect(await otherDrive).toMatchObject({ status: 'completed' });
  expect(await left()).toEqual(['4.00', '4.00']);
});

test('what it does not know it does not put back for a third while the other is at it', async () => {
  const left = await watchAccount();
  const id = await heldTransfer('5.00');
  const { mt5 } = app.opened.app.platforms;
  const [asking, askingAgain] = [barrier(), barrier()];
  const late = processWith({
    mt5: {
      async balanceOperation() {
        await asking.pass();
        return { outcome: 'unknown', reason: 'told by the test' };
      },
    },
  });
  const other = processWith({
    mt5: {
      async balanceOperation(operation) {
        await askingAgain.pass();
        return mt5.balanceOperation(operation);
      },
    },
  });
  const lateDrive = late.drive(id);
  await asking.reached;
  await outlastClaim(id);
  const otherDrive = other.drive(id);
  await askingAgain.reached;
  asking.open();
  await lateDrive;
  await processWith({}).drive(id);
  askingAgain.open();
  expect(await otherDrive).toMatchObject({ status: 'completed' });
  expect(await left()).toEqual(['5.00', '5.00']);
});

test('what it has looked up too long ago it does not ask for again', async () => {
  const left = await watchAccount();
  const id = await heldTransfer('6.00');
  await processWith({ mt5: { balanceOperation: async () => ({ outcome: 'unknown', reason: 'told by the test' }) } }).drive(id);
  const looking = barrier();
  const late = processWith({
    mt5: {
      async findByTag() {
        await looking.pass();
        return { outcome: 'done', deals: [] };
      },
    },
  });
  const lateDrive = late.drive(id);
  await looking.reached;
  await outlastClaim(id);
  expect(await processWith({}).drive(id)).toMatchObject({ status: 'completed' });
  looking.open();
  await lateDrive;
  expect(await left()).toEqual(['6.00', '6.00']);
});
