import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { parseWeight } from '../../base/weight.ts';
import { post } from '../../ledger/book.ts';
import * as chart from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';
import { openMarkets } from '../../server/testing/dealer.ts';
import { holdGoldPrice } from '../../server/testing/goldPrice.ts';
import { sweep } from '../../server/testing/telling.ts';

/* Closed clients get what is theirs (readings, decision 7): gold that they hold, too. */

let app: TestApp;
let books: BookFixture;
let client: SignedIn;
let finance: StaffSignedIn;
let wallet: number;

beforeAll(async () => {
  app = await openTestApp();
  holdGoldPrice(app);
  books = await openBookFixture(app);
  await openMarkets(app);
  client = await app.signIn('in.gold');
  finance = await app.signInStaff('finance');
  wallet = await books.wallet(client, { currency: 'USD', amount: '0.00' });
  const leg = { from: chart.opening(3, 'XAU'), to: chart.gold(owner()), minor: parseWeight('12', 'g') ?? 0n };
  const at = app.opened.clock.now();
  await post(app.owner.sql, { movement: { key: 'opening:closing', kind: 'opening_balance', legs: [leg], at } });
  await pledge('5');
  await app.owner.sql.run('update client set status_id = 5, version = version + 1 where id = $1', [client.clientId]);
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const owner = () => ({ company: 3, clientId: client.clientId });
const desk = (body: object) =>
  app.call({
    method: 'POST',
    path: `/api/desk/closing/${client.clientId}`,
    body: { reason: 'has left us', ...body },
    as: finance,
  });
const look = async () => (await app.call({ method: 'GET', path: `/api/desk/closing/${client.clientId}`, as: finance })).data;

async function pledge(grams: string): Promise<void> {
  const account = String(await books.account(client, 'advantage mt5', { currency: 'USD', amount: '0' }));
  const wish = { account, by: 'g', amount: grams };
  const send = (path: string, body: object) => app.call({ method: 'POST', path: `api/gold/${path}`, body, as: client });
  const { credit } = (await send('collateral/preview', wish)).data;
  expect((await send('collateral', { ...wish, credit })).errors).toEqual([]);
}

test('a closed client’s gold stands before staff, and is sold into the wallet once a second person agrees', async () => {
  await sweep(app, 'closing.find');
  const cases = await app.owner.sql.many(`select from desk_case where subject = $1 and closed_at is null`, [
    `closing:${client.clientId}`,
  ]);
  expect(cases).toHaveLength(1);
  expect(await look()).toMatchObject({ gold: { free: '7.0000000', pledged: '5.0000000' } });
  const asked = await desk({ action: 'sell_gold' });
  expect(asked.data).toMatchObject({ approval: { kind: 'money', asked_by: 'finance' } });
  await app.drain();
  expect(await balanceOf(app.owner.sql, chart.gold(owner()))).toBe(parseWeight('7', 'g'));
  const agreed = await app.call({
    method: 'POST',
    path: `/api/desk/approvals/${asked.data.approval.id}`,
    body: { decision: 'approve', reason: 'looked at' },
    as: await app.signInStaff('admin'),
  });
  expect(agreed.errors).toEqual([]);
  await expect.poll(async () => (await app.drain(), (await look()).gold)).toBeNull();
  expect(Number(await books.inLedger(wallet))).toBeGreaterThan(0);
  expect((await desk({ action: 'sell_gold' })).errors).toMatchObject([{ code: 'nothing_to_pay' }]);
});
