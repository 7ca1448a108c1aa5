import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';
import { openPaymentsFixture, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { holdSweeps, sweep } from '../../server/testing/telling.ts';
import { openUnverifiedFixture, type UnverifiedFixture } from '../../server/testing/unverifiedFixture.ts';

/* What a client's page says of money that came before the papers were approved. */

let app: TestApp;
let books: BookFixture;
let client: SignedIn;
let payments: PaymentsFixture;
let papers: UnverifiedFixture['papers'];
let finance: StaffSignedIn;
let agent: StaffSignedIn;
let wallet: number;

beforeAll(async () => {
  app = await openTestApp();
  books = await openBookFixture(app);
  await holdSweeps(app, ['unverified.clock']);
  client = await app.signIn('eu.active');
  ({ papers } = openUnverifiedFixture(app, client));
  payments = openPaymentsFixture(app, client);
  [finance, agent] = [await app.signInStaff('finance'), await app.signInStaff('agent')];
});
afterAll(() => app.close());

const read = (as = finance, of: number = client.clientId) =>
  app.call({ method: 'GET', path: `/api/desk/clients/${of}/unverified`, as });
const clock = async (as = finance) => (await read(as)).data.clock;

test('whose papers are approved has no clock', async () => {
  expect(await clock()).toBeNull();
});

test('before anything has come, the cap is there and no sum', async () => {
  await papers(9);
  expect(await clock()).toEqual({
    terms: { cap: '2000.00', left: '2000.00', currency: 'EUR', days: 15 },
    sums: [],
    held: null,
  });
});

test('what has come stands there with what is left of the cap, until when, and that it goes back then', async () => {
  wallet = (await payments.post('api/payments/deposit/wallet', {})).data.account_number;
  const { id, reference } = await payments.startDeposit(wallet, '300.00', { currency: 'EUR' });
  await books.decide(reference, 'approved');
  await payments.becomes(id, 'completed');
  await sweep(app, 'unverified.clock');
  const told = await clock(agent);
  expect(told).toMatchObject({
    terms: { left: '1700.00' },
    sums: [{ currency: 'EUR', came: '300.00', here: '300.00', gone: '0.00', next: 'goes_back', deposits: [{ transfer_id: id }] }],
  });
  const days = (new Date(told.sums[0].due_at).getTime() - app.opened.clock.now().getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(14);
  expect(days).toBeLessThanOrEqual(15);
});

test('what keeps it from going back is told to whoever decides, and to nobody else', async () => {
  await app.owner.sql.run('update client set screening_hold = true, version = version + 1 where id = $1', [client.clientId]);
  await app.opened.clock.advance(16 * 24 * 3600);
  expect(await clock()).toMatchObject({ sums: [{ next: 'staff' }], held: 'screened' });
  expect(await clock(agent)).toMatchObject({ sums: [{ next: 'staff' }], held: null });
  await app.owner.sql.run('update client set screening_hold = false, version = version + 1 where id = $1', [client.clientId]);
});

test('what has gone back is no longer here', async () => {
  await sweep(app, 'unverified.clock');
  const { sums, terms } = await clock();
  expect(terms).toMatchObject({ left: '0.00' });
  expect(sums).toMatchObject([{ came: '300.00', here: '0.00', gone: '300.00', next: 'nothing_left' }]);
});

test('whoever reads it is in the audit, and there is nothing of who is no client', async () => {
  const admin = await app.signInStaff('admin');
  const path = `/api/desk/audit?client_id=${client.clientId}&action=unverified.read&actor=agent`;
  expect((await app.call({ method: 'GET', path, as: admin })).data.events).toHaveLength(2);
  expect((await read(finance, 999_999)).errors[0]?.code).toBe('client_not_found');
});
