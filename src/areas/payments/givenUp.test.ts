import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RemittanceId } from '../../base/id.ts';
import type { Platform } from '../../ports/platform/port.ts';
import type { SignedIn, TestApp } from '../../server/testing/app.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { latePlatform, processWith } from '../../server/testing/latePlatform.ts';
import { outlastClaims, outlastOperations, outlastPatience } from '../../server/testing/operations.ts';
import { openCounter, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';

/* Money that is to leave an account, by a platform that may still act: nothing is shown as failed while that is unknown. */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let client: SignedIn;
let wallet: number;
let account: number;

beforeAll(async () => {
  ({ app, books, payments, client, wallet } = await openCounter('ng.active', { dollars: '0', wallet: '3000.00' }));
  // What the worker would do by its timers is done here by name, so that nothing happens in between.
  await app.opened.worker?.close();
});
beforeEach(async () => {
  account = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '500.00' });
});
afterAll(async () => app.close());
afterEach(async () => {
  // oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
  expect(await books.faults()).toEqual([]);
});

/** A withdrawal to the wallet that is held, and nobody is at it. */
async function held(amount: string): Promise<RemittanceId> {
  const id = await payments.confirmed(account, wallet, amount);
  await payments.hold(id);
  return id;
}

const bothBooks = async () => [await books.onPlatform(account), await books.inLedger(account)];
const refuses: Platform['balanceOperation'] = async () => ({ outcome: 'refused', code: 'account_disabled', message: 'not now' });

test('two sendings of which the last died with its process: it waits far beyond the patience before it counts as not done', async () => {
  const late = latePlatform(app, 2);
  const id = await held('40.00');
  await late.process.drive(id);
  await outlastOperations(app);
  await late.process.drive(id);
  await outlastPatience(app, 1.5);
  expect(await late.process.drive(id)).toMatchObject({ phase: 'held' });
  await late.act(0);
  await outlastClaims(app);
  expect(await late.process.drive(id)).toMatchObject({ phase: 'completed' });
  expect(late.asked).toHaveLength(2);
  expect(await bothBooks()).toEqual(['460.00', '460.00']);
});

test('a payment is not given up when the second sending is refused: the first may still come, and is found', async () => {
  const late = latePlatform(app, 1);
  const id = await held('45.00');
  await late.process.drive(id);
  await outlastOperations(app);
  expect(await processWith(app, { mt5: { balanceOperation: refuses } }).drive(id)).toMatchObject({ phase: 'held' });
  await late.act(0);
  await outlastClaims(app);
  expect(await late.process.drive(id)).toMatchObject({ phase: 'completed' });
  expect(await bothBooks()).toEqual(['455.00', '455.00']);
});

test('one that the platform never did is given up for the reason of the last sending', async () => {
  const late = latePlatform(app, 1);
  const id = await held('45.00');
  await late.process.drive(id);
  await outlastOperations(app);
  const refusing = processWith(app, { mt5: { balanceOperation: refuses } });
  expect(await refusing.drive(id)).toMatchObject({ phase: 'held' });
  await outlastOperations(app);
  expect(await refusing.drive(id)).toMatchObject({ phase: 'declined', reason: 'account_not_active' });
  expect(await bothBooks()).toEqual(['500.00', '500.00']);
});

test('a difference of the books is not reported while a payment of the account is under way', async () => {
  const late = latePlatform(app, 1);
  const id = await held('55.00');
  await late.process.drive(id);
  const lookTwice = async () => {
    for (let look = 0; look < 2; look += 1) {
      await app.owner.sql.run(`update cursor_mark set updated_at = now() - interval '1 day' where name like 'reconciled:%'`);
      await app.opened.worker?.sweep('mirror.reconcile');
    }
    return app.owner.sql.many<{ reported: boolean }>(
      'select reported_at is not null as reported from reconciliation_difference where number = $1 and closed_at is null',
      [account],
    );
  };
  expect(await lookTwice()).toEqual([{ reported: false }]);
  await late.act(0);
  await outlastClaims(app);
  expect(await late.process.drive(id)).toMatchObject({ phase: 'completed' });
  expect(await lookTwice()).toEqual([]);
});
