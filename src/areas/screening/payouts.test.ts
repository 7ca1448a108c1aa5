import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SignedIn, TestApp } from '../../server/testing/app.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { openCounter } from '../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../server/testing/payoutFixture.ts';
import { holdSweeps, sweep } from '../../server/testing/telling.ts';

/* A withdrawal from its request to the payout, while it is not known whether the client is on a list. */

let app: TestApp;
let books: BookFixture;
let payouts: PayoutFixture;
let client: SignedIn;
let wallet: number;
let dollars: number;

beforeAll(async () => {
  const counter = await openCounter('ng.active', { dollars: '40.00', wallet: '0.00' });
  ({ app, books, client, wallet } = counter);
  payouts = await openPayoutFixture(app, { client, payments: counter.payments, books });
  dollars = counter.dollars;
  // Who is still to be compared is compared when a test says so.
  await holdSweeps(app, ['screening.entries', 'screening.clients']);
});
afterAll(() => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

/** Clients that are still to be compared, and lists that not all were compared with. */
const leftOver = async () =>
  (
    await app.owner.sql.one<{ left: number }>(
      `select (select count(*) from watchlist_version where screened_at is null)::integer + (select count(*) from screening_due)::integer as left`,
    )
  ).left;
async function readLists(): Promise<void> {
  await app.owner.sql.run(`update watchlist set checked_at = '2000-01-01'`);
  await sweep(app, 'screening.lists');
  await expect
    .poll(async () => (await sweep(app, 'screening.entries'), await sweep(app, 'screening.clients'), await leftOver()))
    .toBe(0);
}
const phases = async (id: number) =>
  (await app.owner.sql.many<{ phase: string }>('select phase from payout where remittance_id = $1', [id])).map(
    ({ phase }) => phase,
  );

test('a payout that was approved is not sent while its client is still to be compared, and goes once they were', async () => {
  await payouts.payIn(wallet, '200.00');
  await payouts.trade(dollars);
  await readLists();
  const id = await payouts.asked(wallet, '50.00');
  await payouts.approve(id);
  await app.owner.sql.run('insert into screening_due (client_id) values ($1) on conflict do nothing', [client.clientId]);
  for (let looks = 0; looks < 3; looks += 1) await payouts.lookAgain();
  expect([await payouts.atProvider(id), await phases(id)]).toEqual([[], ['waiting']]);
  await sweep(app, 'screening.clients');
  expect(await leftOver()).toBe(0);
  await payouts.ends(id, 'completed');
  expect(await payouts.atProvider(id)).toEqual(['refund approved 50.00']);
});

test('a match stops what waits for staff and what is asked anew, and what was asked goes out once it is somebody else', async () => {
  const [id, compliance] = [await payouts.asked(wallet, '60.00'), await app.signInStaff('compliance')];
  const { first, last } = await app.owner.sql.one<{ first: string; last: string }>(
    'select first_name as first, last_name as last from client where id = $1',
    [client.clientId],
  );
  const entry = { key: '9101', name: `${first} ${last}`, country: 'NG' };
  await app.call({ method: 'POST', path: '/sandbox/watchlists/sdn', body: entry });
  await readLists();
  app.opened.app.sessions.forgetClient(client.clientId);
  expect((await payouts.decide(id, { action: 'approve' })).errors[0]?.code).toBe('client_screened');
  for (let looks = 0; looks < 2; looks += 1) await payouts.lookAgain();
  expect(await payouts.atProvider(id)).toEqual([]);
  expect((await payouts.confirm(wallet, '10.00')).errors[0]?.code).toBe('payments_paused');
  const { hits } = (await app.call({ method: 'GET', path: `/api/desk/clients/${client.clientId}/screening`, as: compliance }))
    .data;
  const body = { decision: 'false_hit', reason_code: 'other_birth_date', reason: 'Another day of birth.' };
  const decided = await app.call({ method: 'POST', path: `/api/desk/screening/${hits[0].id}`, as: compliance, body });
  expect(decided.errors).toEqual([]);
  app.opened.app.sessions.forgetClient(client.clientId);
  await payouts.approve(id);
  await payouts.ends(id, 'completed');
  expect(await payouts.atProvider(id)).toEqual(['refund approved 60.00']);
});
