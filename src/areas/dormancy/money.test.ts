import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn, TestApp } from '../../server/testing/app.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { openCounter, runOf, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { holdSweeps, sweep } from '../../server/testing/telling.ts';
import { chargeIdle } from '../idleFees/charging.ts';

/* Each way in which money of a dormant client could move: by themselves, by what they began or ordered before, and by others. */

let app: TestApp;
let books: BookFixture;
let client: SignedIn;
let payments: PaymentsFixture;
let dollars: number;
let wallet: number;

beforeAll(async () => {
  ({ app, books, client, payments, dollars, wallet } = await openCounter('ng.active', { dollars: '500.00', wallet: '300.00' }));
  await holdSweeps(app, ['idleFees', 'dormancy', 'transferAutomation']);
});
beforeEach(() => become(12));
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

async function become(status: 11 | 12): Promise<void> {
  await app.owner.sql.run('update client set status_id = $2, version = version + 1 where id = $1', [client.clientId, status]);
  app.opened.app.sessions.forgetClient(client.clientId);
}
const holdings = async () => [await books.inLedger(dollars), await books.inLedger(wallet)];

test('what is asked for is refused by its name, and what was quoted before is refused when it is saved', async () => {
  const deposit = (await payments.askDeposit(dollars, '100')).data.remittance_id;
  const transfer = await payments.confirmed(wallet, dollars, '50.00');
  await become(11);
  const refused = [
    await payments.askDeposit(dollars, '100'),
    await payments.askTransfer(wallet, dollars, '50.00'),
    await payments.save(deposit),
    await payments.save(transfer),
  ];
  for (const { errors } of refused) expect(errors).toMatchObject([{ code: 'account_dormant' }]);
  expect(await holdings()).toEqual(['500.00', '300.00']);
});

test('a deposit that was begun before arrives, is theirs, and wakes nobody', async () => {
  const { id, reference } = await payments.startDeposit(wallet, '100');
  await become(11);
  await payments.told(reference, { status: 'approved', amount: { minor: 10_000n, currency: 'USD' } });
  expect(await payments.detailsOf(id)).toMatchObject({ status: 'completed' });
  expect(await holdings()).toEqual(['500.00', '400.00']);
  expect((await payments.get('api/client_info')).data.status_id).toBe(11);
});

test('what arrived otherwise than it was asked for waits until they are back', async () => {
  const { id, reference } = await payments.startDeposit(wallet, '100');
  await become(11);
  expect(await payments.told(reference, { status: 'approved', amount: { minor: 8_000n, currency: 'USD' } })).toBe('on_review');
  expect((await payments.post('api/transfers/accept', { tid: id })).errors).toMatchObject([{ code: 'account_dormant' }]);
  await become(12);
  expect((await payments.post('api/transfers/accept', { tid: id })).data.transfer).toMatchObject({ status: 'completed' });
});

test('what they have ordered for a date is not done, and they are told so', async () => {
  const order = { occasion: 'dates', account_number: wallet, target_account_number: dollars, every: 'week', weekday: 3 };
  expect((await payments.post('api/transfer-automation', { ...order, amount: '15' })).errors).toEqual([]);
  await become(11);
  const before = await holdings();
  await app.opened.clock.advance(7 * 24 * 3600);
  await sweep(app, 'transferAutomation');
  expect(await holdings()).toEqual(before);
  const [run] = (await payments.get('api/transfer-automation/history')).data.runs;
  expect(run).toMatchObject({ state: 'skipped', reason: 'Transfers are not open to you at the moment.' });
});

test('the fee for idle months goes on: what is theirs may be taken away any time', async () => {
  await become(11);
  await app.opened.clock.advance(100 * 24 * 3600);
  await chargeIdle(app.opened.app, { ...runOf(app), now: app.opened.clock.now(), stale: async () => undefined });
  const fees = await app.owner.sql.many('select state from idle_fee where client_id = $1', [client.clientId]);
  expect(fees).toEqual([{ state: 'announced' }]);
  expect((await payments.get('api/client_info')).data.gates.withdraw).toBeNull();
});
