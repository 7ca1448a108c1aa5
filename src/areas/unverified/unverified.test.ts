import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clientId } from '../../base/id.ts';
import { after, dayMs } from '../../base/time.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';
import { openPaymentsFixture, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../server/testing/payoutFixture.ts';
import { holdSweeps, passDays, sweep } from '../../server/testing/telling.ts';
import { openUnverifiedFixture, type UnverifiedFixture } from '../../server/testing/unverifiedFixture.ts';
import { lookAt } from './clock.ts';
import { clientsToLookAt, lockOpen } from './store.ts';

/* Before papers are approved, a client of the EU pays in up to a cap, for so many days; then it goes back. */

let app: TestApp;
let books: BookFixture;
let client: SignedIn;
let payments: PaymentsFixture;
let payouts: PayoutFixture;
let account: number;
let wallet: number;
let papers: UnverifiedFixture['papers'];
let anew: UnverifiedFixture['anew'];

beforeAll(async () => {
  app = await openTestApp();
  books = await openBookFixture(app);
  await holdSweeps(app, ['unverified.clock']);
  client = await app.signIn('eu.active');
  ({ papers, anew } = openUnverifiedFixture(app, client));
  account = await books.account(client, 'advantage mt5', { currency: 'EUR', amount: '0.00' });
  payments = openPaymentsFixture(app, client);
  payouts = await openPayoutFixture(app, { client, payments, books });
});

test('who has no wallet opens one', async () => {
  await papers(9);
  expect((await payments.get('api/payments/deposit')).data.accounts).toEqual([]);
  wallet = (await payments.post('api/payments/deposit/wallet', {})).data.account_number;
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const days = (count: number) => passDays(app, count);
const look = () => sweep(app, 'unverified.clock');
const terms = async () => (await payments.get('api/payments/deposit')).data.unverified;
const inEuros = { currency: 'EUR' };
const paidIn = async (amount: string) => {
  const { id, reference } = await payments.startDeposit(wallet, amount, inEuros);
  await books.decide(reference, 'approved');
  await payments.becomes(id, 'completed');
  return id;
};
const told = async () => {
  const rows = await app.owner.sql.many<{ type: string }>(
    `select type from notice where client_id = $1 and type like 'unverified%' and closed_at is null order by id`,
    [client.clientId],
  );
  return rows.map(({ type }) => type);
};
const rows = () =>
  app.owner.sql.many<{ outcome: string | null; back: number | null }>(
    'select outcome, return_id as back from unverified_deposit where client_id = $1 and arrived_at is not null order by remittance_id',
    [client.clientId],
  );
const toLookAt = async () => {
  const now = app.opened.clock.now();
  return clientsToLookAt(app.database.sql, { until: after(now, 7 * dayMs), now, after: client.clientId - 1, limit: 1 });
};
const waits = async () => (await payouts.queue()).filter(({ subject }) => subject === `unverified:${client.clientId}:EUR`);

test('whose papers are being looked at is held to the same', async () => {
  await papers(7);
  expect(await terms()).toMatchObject({ cap: '2000.00', days: 15 });
  expect((await payments.askDeposit(wallet, '2000.01', inEuros)).errors[0]?.code).toBe('unverified_cap');
  await papers(9);
});

test('the form says how much, for how long, and offers wallets alone', async () => {
  const { data } = await payments.get('api/payments/deposit');
  expect(data.unverified).toEqual({ cap: '2000.00', left: '2000.00', currency: 'EUR', days: 15, due_at: null });
  expect(data.accounts.map(({ number, kind }: { number: number; kind: string }) => [number, kind])).toEqual([[wallet, 'wallet']]);
  expect((await payments.post('api/payments/deposit/wallet', {})).data.account_number).toBe(wallet);
});

describe('a confirmation', () => {
  test('of more than is left is refused, with the way on', async () => {
    const { httpStatus, errors } = await payments.askDeposit(wallet, '2000.01', inEuros);
    expect([httpStatus, errors[0]?.code]).toEqual([422, 'unverified_cap']);
    expect(errors[0]?.validation_messages).toHaveProperty('amount');
    expect((await payments.askDeposit(wallet, '2000', inEuros)).errors).toEqual([]);
  });

  test('into a trading account is refused', async () => {
    const { errors } = await payments.askDeposit(account, '100', inEuros);
    expect(errors[0]?.code).toBe('wallet_until_verified');
  });

  test('in another currency counts as what it is worth', async () => {
    const { errors } = await payments.askDeposit(wallet, '2200', { currency: 'USD' });
    expect(errors[0]?.code).toBe('unverified_cap');
  });
});

test('of quotes that are saved in the same moment so many go through as the cap has room for', async () => {
  const quotes = await Promise.all(
    Array.from({ length: 3 }, async () => (await payments.askDeposit(wallet, '900', inEuros)).data.remittance_id as number),
  );
  const answers = await Promise.all(quotes.flatMap((id) => [payments.save(id), payments.save(id)]));
  const refused = answers.filter(({ errors }) => errors.length > 0);
  expect(refused.map(({ errors }) => errors[0]?.code)).toEqual(['unverified_cap', 'unverified_cap']);
  expect(await terms()).toMatchObject({ left: '200.00' });
  // What is not paid is given free again.
  for (const id of quotes) await payments.post('api/transfers/cancel', { tid: id });
  expect(await terms()).toMatchObject({ left: '2000.00', due_at: null });
});

describe('money that has come', () => {
  let first: number;
  test('starts the clock, and is told of', async () => {
    first = await paidIn('500.00');
    await look();
    expect(await told()).toEqual(['unverified_clock']);
    const { left, due_at: due } = await terms();
    const { updated_at: at } = await payments.detailsOf(first);
    expect([left, new Date(due).getTime() - new Date(at).getTime()]).toEqual(['1500.00', 15 * 24 * 3_600_000]);
  });

  test('is told of seven days and a day before it goes back, once each', async () => {
    await days(8);
    await look();
    await look();
    expect(await told()).toEqual(['unverified_clock', 'unverified_ahead']);
    await days(6);
    await look();
    expect(await told()).toEqual(['unverified_clock', 'unverified_ahead', 'unverified_ahead']);
    expect(await books.inLedger(wallet)).toBe('500.00');
  });

  test('goes back to its card when its time is over, once, by however many processes', async () => {
    await days(1);
    const { settings, clock } = app.opened;
    const context = {
      now: clock.now(),
      settings: settings.current(),
      sql: app.database.sql,
      transact: app.database.transact,
      tellIn: async () => undefined,
      stale: async () => undefined,
    };
    const id = clientId(client.clientId);
    await Promise.all([lookAt(context, id), lookAt(context, id), lookAt(context, id)]);
    expect(await books.inLedger(wallet)).toBe('0.00');
    const [row] = await rows();
    const returns = await app.owner.sql.many(`select id from remittance where client_id = $1 and transfer_type = 'withdraw'`, [
      client.clientId,
    ]);
    expect(returns).toEqual([{ id: row?.back }]);
    await payouts.ends(row?.back ?? 0, 'completed');
    expect(await payouts.atProvider(row?.back ?? 0)).toEqual(['refund approved 500.00']);
    await look();
    expect((await rows()).map(({ outcome }) => outcome)).toContain('returned');
    expect(await told()).toEqual(['unverified_returned']);
    expect(await waits()).toEqual([]);
  });

  test('is not paid in again in a circle', async () => {
    expect(await terms()).toMatchObject({ left: '0.00' });
    expect((await payments.askDeposit(wallet, '100', inEuros)).errors[0]?.code).toBe('unverified_cap');
  });
});

test('money is seen behind however many quotes that were never paid', async () => {
  await anew();
  const paid = await app.owner.sql.one<{ id: number }>(
    `insert into unverified_deposit (remittance_id, client_id, company_id, worth, currency, days, made_at)
     select id, client_id, company_id, 1, 'EUR', 15, created_at from remittance
     where client_id = $1 and transfer_type = 'deposit' and phase = 'completed' limit 1 returning remittance_id as id`,
    [client.clientId],
  );
  await app.owner.sql.run(
    `with given as (select generate_series(1, 500) - 1000000 as id), made as (
       insert into remittance (id, client_id, company_id, transfer_type, phase, reference, method_id, account_number, amount, currency, fee,
         account_amount, account_currency, created_at, expires_at, updated_at)
       overriding system value
       select g.id, r.client_id, r.company_id, 'deposit', 'quoted', 'dead' || g.id, r.method_id, r.account_number, 100, 'EUR', 0, 100, 'EUR',
         r.created_at, r.expires_at, r.updated_at from remittance r, given g where r.id = $1)
     insert into unverified_deposit (remittance_id, client_id, company_id, worth, currency, days, made_at)
     select g.id, u.client_id, u.company_id, 1, 'EUR', 15, u.made_at from unverified_deposit u, given g where u.remittance_id = $1`,
    [paid.id],
  );
  const open = await app.database.transact((sql) => lockOpen(sql, clientId(client.clientId)));
  expect(open.map(({ id }) => id)).toEqual([paid.id]);
  // Nothing is to be done of what was never paid, whatever became of its client.
  await app.owner.sql.run('delete from unverified_deposit where remittance_id = $1', [paid.id]);
  await papers(14);
  expect(await toLookAt()).toEqual([]);
  await app.owner.sql.run('delete from unverified_deposit where remittance_id < 0');
  await app.owner.sql.run('delete from remittance where id < 0');
});

describe('what cannot go back by itself', () => {
  test('stands before staff and is told, and is the client’s as before', async () => {
    await anew();
    await paidIn('300.00');
    await look();
    await papers(14);
    await days(15);
    await look();
    expect(await waits()).toMatchObject([{ detail: { kind: 'unverified', why: 'frozen' } }]);
    expect(await toLookAt()).toEqual([]);
    expect(await told()).toContain('unverified_waits');
    expect(await books.inLedger(wallet)).toBe('300.00');
  });

  test('is tried again a day later', async () => {
    await papers(9);
    await look();
    expect(await books.inLedger(wallet)).toBe('300.00');
    const moving = (state: string | null) =>
      app.owner.sql.run('update client set move_state = $2 where id = $1', [client.clientId, state]);
    await moving('under_way');
    await days(1);
    await look();
    expect([await books.inLedger(wallet), await waits()]).toEqual(['300.00', [expect.anything()]]);
    await moving(null);
    await days(1);
    await look();
    expect(await books.inLedger(wallet)).toBe('0.00');
    const back = (await rows())[0]?.back ?? 0;
    await payouts.ends(back, 'completed');
    await look();
    expect([(await rows()).map(({ outcome }) => outcome), await waits()]).toEqual([['returned'], []]);
  });
});

test('approved papers end the clock, and the money is the client’s to use', async () => {
  await anew();
  await paidIn('400.00');
  await look();
  expect(await told()).toContain('unverified_clock');
  await papers(12);
  await days(20);
  await look();
  expect([await rows(), await books.inLedger(wallet), await told()]).toEqual([
    [{ outcome: 'verified', back: null }],
    '400.00',
    [],
  ]);
  expect(await terms()).toBeNull();
});

test('whose papers are refused gets it back at once', async () => {
  await anew();
  await paidIn('150.00');
  const [own] = await app.owner.sql.many<{ id: number }>('select remittance_id as id from unverified_deposit');
  await papers(13);
  await look();
  const [row] = await rows();
  expect(row?.back).not.toBeNull();
  expect(await books.inLedger(wallet)).toBe('400.00');
  // Not to what was paid in before: that is the client's by now.
  const lines = await app.owner.sql.many('select source_id from withdrawal_line where remittance_id = $1', [row?.back]);
  expect(lines).toEqual([{ source_id: own?.id }]);
});

test('what a closing has ended runs on once the account is open again, and goes back', async () => {
  await anew();
  await paidIn('120.00');
  await look();
  const [compliance, admin] = [await app.signInStaff('compliance'), await app.signInStaff('admin')];
  const done = async (action: string) => {
    const reason = 'Told by the test.';
    const path = `/api/desk/client-status/${client.clientId}`;
    const asked = await app.call({ method: 'POST', path, as: compliance, body: { action, reason_code: 'own_wish', reason } });
    const agreed = `/api/desk/approvals/${asked.data.approval.id}`;
    expect((await app.call({ method: 'POST', path: agreed, as: admin, body: { decision: 'approve', reason } })).errors).toEqual(
      [],
    );
  };
  await done('close');
  await look();
  expect(await rows()).toEqual([{ outcome: 'closed', back: null }]);
  await done('reopen');
  expect(await rows()).toEqual([{ outcome: null, back: null }]);
  await days(16);
  await look();
  expect((await rows())[0]?.back).not.toBeNull();
});
