import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobContext } from '../../protocol/call.ts';
import { openCounter, runOf, type Counter } from '../../server/testing/paymentsFixture.ts';
import { holdSweeps } from '../../server/testing/telling.ts';
import { chargeIdle } from './charging.ts';

let counter: Counter;
beforeAll(async () => {
  counter = await openCounter('ng.active', { dollars: '24.00', wallet: '0' });
  const { app, client, dollars } = counter;
  await holdSweeps(app, ['idleFees']);
  await app.owner.sql.run(`update client set registered_at = $2::timestamptz - interval '100 days' where id = $1`, [
    client.clientId,
    app.opened.clock.now(),
  ]);
  await app.owner.sql.run(`update trading_account set type_key = 'investor' where number = $1`, [dollars]);
});
afterAll(() => counter.app.close());

/** What a worker does of it, in this process. */
async function charge(): Promise<void> {
  const { app } = counter;
  const context: JobContext = { ...runOf(app), now: app.opened.clock.now(), stale: async () => undefined };
  await chargeIdle(app.opened.app, context);
}

test('nothing is taken out of an account that copies a strategy, whose profit is shared by what was paid in', async () => {
  const { app, books, client, dollars } = counter;
  await charge();
  await app.opened.clock.advance(8 * 24 * 3600);
  await charge();
  await books.hurry();
  await charge();
  const fees = await app.owner.sql.many('select state from idle_fee where client_id = $1', [client.clientId]);
  expect([fees, await books.onPlatform(dollars), await books.faults()]).toEqual([[{ state: 'nothing' }], '24.00', []]);
});
