import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';
import { openPaymentsFixture, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../server/testing/payoutFixture.ts';
import { holdSweeps } from '../../server/testing/telling.ts';
import { openUnverifiedFixture, type UnverifiedFixture } from '../../server/testing/unverifiedFixture.ts';
import { approveDeposit } from '../payments/face.ts';
import { clientById } from '../session/face.ts';

/* The cap holds whatever amount is saved, and whatever comes. */

let app: TestApp;
let books: BookFixture;
let client: SignedIn;
let payments: PaymentsFixture;
let payouts: PayoutFixture;
let wallet: number;
let papers: UnverifiedFixture['papers'];
let anew: UnverifiedFixture['anew'];

beforeAll(async () => {
  app = await openTestApp();
  books = await openBookFixture(app);
  await holdSweeps(app, ['unverified.clock']);
  client = await app.signIn('eu.active');
  ({ papers, anew } = openUnverifiedFixture(app, client));
  payments = openPaymentsFixture(app, client);
  payouts = await openPayoutFixture(app, { client, payments, books });
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const terms = async () => (await payments.get('api/payments/deposit')).data.unverified;
const inEuros = { currency: 'EUR' };

test('who has no wallet opens one', async () => {
  await papers(9);
  wallet = (await payments.post('api/payments/deposit/wallet', {})).data.account_number;
  expect(await terms()).toMatchObject({ left: '2000.00' });
});

test('what goes back only to a destination that its client names is not taken, and says what opens it', async () => {
  const { methods, unavailable } = (await payments.get('api/payments/deposit')).data;
  const ids = methods.map(({ pm_id }: { pm_id: number }) => pm_id);
  expect(ids).toContain(340);
  expect(unavailable).toEqual(
    expect.arrayContaining(
      [1010, 1013].map((pm_id) => expect.objectContaining({ pm_id, reason: 'after_papers', next: 'documents' })),
    ),
  );
  for (const pm_id of [1010, 1013]) {
    expect(ids).not.toContain(pm_id);
    const { errors } = await payments.askDeposit(wallet, '200', { ...inEuros, pm_id });
    expect(errors[0]?.code).toBe('method_not_offered');
  }
});

test('a quote that is saved with another amount takes the part of that one', async () => {
  const id = (await payments.askDeposit(wallet, '100', inEuros)).data.remittance_id as number;
  const over = { action: 'save', remittance_id: id, amount: '2000.01' };
  expect((await payments.process(over)).errors[0]?.code).toBe('unverified_cap');
  // Its part was taken by a saving that came no further.
  await app.owner.sql.run(
    `insert into unverified_deposit (remittance_id, client_id, company_id, worth, currency, days, made_at)
     values ($1, $2, 1, 10000, 'EUR', 15, now())`,
    [id, client.clientId],
  );
  expect((await payments.process(over)).errors[0]?.code).toBe('unverified_cap');
  expect((await payments.process({ ...over, amount: '1500' })).errors).toEqual([]);
  expect(await terms()).toMatchObject({ left: '500.00' });
  await payments.post('api/transfers/cancel', { tid: id });
});

test('a quote that was refused once is dropped when its time is over', async () => {
  const { data } = await payments.askDeposit(wallet, '100', inEuros);
  const id = data.remittance_id as number;
  await app.owner.sql.run(
    `with proven as (insert into payment_proof (remittance_id, digest, at) values ($1, 'x', now()))
     insert into unverified_deposit (remittance_id, client_id, company_id, worth, currency, days, made_at)
     values ($1, $2, 1, 10000, 'EUR', 15, now())`,
    [id, client.clientId],
  );
  await app.owner.sql.run(`update remittance set expires_at = now() - interval '1 year' where id = $1`, [id]);
  await app.database.sql.one(`select remittance_drop_quotes(now() - interval '300 days')`);
  expect(await app.owner.sql.many('select from remittance where id = $1', [id])).toEqual([]);
});

describe('what comes in spite of the cap', () => {
  test('is not credited before the papers: a second payment of one order, which staff sends back', async () => {
    await anew();
    const { id, reference } = await payments.startDeposit(wallet, '100.00', inEuros);
    await books.decide(reference, 'approved');
    await payments.becomes(id, 'completed');
    await books.decide(reference, 'approved');
    const suspended = () =>
      app.owner.sql.maybe<{ id: number }>(
        `select id::integer from provider_transaction where remittance_id = $1 and outcome = 'suspense'`,
        [id],
      );
    await expect.poll(async () => (await app.drain(), (await suspended()) !== undefined)).toBe(true);
    const number = (await suspended())?.id ?? 0;
    const finance = await app.signInStaff('finance');
    const decide = (action: string) =>
      app.call({
        method: 'POST',
        path: `/api/desk/transactions/${number}`,
        body: { action, reason: 'looked at the order' },
        as: finance,
      });
    expect((await decide('approve')).errors[0]?.code).toBe('papers_first');
    await papers(13);
    expect((await decide('approve')).errors[0]?.code).toBe('papers_first');
    // Papers that were approved when it was asked for, and are not when a second person agrees.
    await papers(12);
    const { approval } = (await decide('approve')).data;
    await papers(9);
    expect((await payouts.agree(approval.id)).errors[0]?.code).toBe('approval_outdated');
    expect(await books.inLedger(wallet)).toBe('100.00');
    expect((await decide('send_back')).errors).toEqual([]);
  });

  /** Saved and cancelled, so that its part is free, and paid all the same. */
  async function cancelled(amount: string) {
    const { id, reference } = await payments.startDeposit(wallet, amount, inEuros);
    await payments.post('api/transfers/cancel', { tid: id });
    return { id, reference };
  }

  test('waits for the papers, before staff: what is paid late', async () => {
    await anew();
    const [one, other] = [await cancelled('1500.00'), await cancelled('1500.00')];
    for (const { reference } of [one, other])
      await payments.told(reference, { status: 'approved', amount: { minor: 150_000n, currency: 'EUR', letters: 'EUR' } });
    await payments.becomes(one.id, 'completed');
    await payments.becomes(other.id, 'on_review');
    expect(await terms()).toMatchObject({ left: '500.00' });
    expect((await payments.detailsOf(other.id)).reason).toMatch(/before your papers are approved/);
    expect((await payments.post('api/transfers/accept', { tid: other.id })).errors[0]?.code).toBe('unverified_cap');
    await papers(12);
    expect((await payments.post('api/transfers/accept', { tid: other.id })).errors).toEqual([]);
    await payments.becomes(other.id, 'completed');
  });

  test('is not taken by its client: another amount', async () => {
    await anew();
    const { id, reference } = await payments.startDeposit(wallet, '100.00', inEuros);
    await payments.told(reference, { status: 'approved', amount: { minor: 200_001n, currency: 'EUR', letters: 'EUR' } });
    await payments.becomes(id, 'on_review');
    expect((await payments.post('api/transfers/accept', { tid: id })).errors[0]?.code).toBe('unverified_cap');
    const accept = { action: 'approve', reason: 'They say it is theirs.' };
    expect((await payouts.decide(id, accept)).errors[0]?.code).toBe('action_not_offered');
    const found = await clientById(app.database.sql, client.clientId);
    if (!found) throw new Error('the client is gone');
    const facts = { id, profile: found.profile, now: app.opened.clock.now(), settings: app.opened.settings.current() };
    expect(await app.database.transact((sql) => approveDeposit(sql, facts))).toBe('outdated');
    expect((await payouts.decide(id, { ...accept, action: 'send_back' })).errors).toEqual([]);
    expect(await terms()).toMatchObject({ left: '2000.00' });
  });
});
