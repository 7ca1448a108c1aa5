import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseRate } from '../../base/money.ts';
import type { SignedIn, TestApp } from '../../server/testing/app.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { openCounter, restrict, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';

/* What the provider says of a payment that the sandbox's own never says: other amounts, money taken back, late approvals. */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let client: SignedIn;
let dollars: number;
let wallet: number;

beforeAll(async () => {
  ({ app, books, client, payments, dollars, wallet } = await openCounter('global.active', { dollars: '0', wallet: '0' }));
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

// Chargebacks of earlier tests restrict nobody: these tests open accounts.
beforeEach(() => restrict(app, client, false));

describe('what the provider says that the sandbox does not', () => {
  test('another amount than was asked for waits for the word of a client who may pay in, and then it is credited', async () => {
    const before = await books.onPlatform(dollars);
    const { id, reference } = await payments.startDeposit(dollars, '100');
    expect(await payments.told(reference, { status: 'approved', amount: { minor: 8_000n, currency: 'USD' } })).toBe('on_review');
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'on_review', can_accept: true });
    const accept = (as: SignedIn) => app.call({ method: 'POST', path: 'api/transfers/accept', body: { tid: id }, as });
    await app.owner.sql.run('update client set status_id = 14 where id = $1', [client.clientId]);
    const frozen = await accept(await app.signIn('global.active'));
    await app.owner.sql.run('update client set status_id = 12 where id = $1', [client.clientId]);
    expect(frozen).toMatchObject({ httpStatus: 403, errors: [{ code: 'account_frozen' }] });
    const accepted = await accept(await app.signIn('global.active'));
    expect(accepted.data.transfer).toMatchObject({ status: 'completed', amount: '80.00', account_amount: '80.00' });
    expect(Number(await books.onPlatform(dollars)) - Number(before)).toBeCloseTo(80);
    const again = await accept(await app.signIn('global.active'));
    expect(again.errors).toMatchObject([{ code: 'cannot_accept' }]);
  });

  test('more than was asked for waits too: nothing of it is kept without a word', async () => {
    const { id, reference } = await payments.startDeposit(dollars, '100');
    expect(await payments.told(reference, { status: 'approved', amount: { minor: 10_001n, currency: 'USD' } })).toBe('on_review');
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'on_review', can_accept: true });
  });

  test('an approval after the client has cancelled is honoured', async () => {
    const { id, reference } = await payments.startDeposit(dollars, '100');
    await app.call({ method: 'POST', path: 'api/transfers/cancel', body: { tid: id }, as: client });
    await payments.told(reference, { status: 'approved', amount: { minor: 10_000n, currency: 'USD' } });
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'completed' });
    expect(await payments.told(reference, { status: 'declined' })).toBe('nothing_new');
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'completed' });
  });

  test('a chargeback is a transfer of its own, once, and the deposit stays completed', async () => {
    const { id, reference } = await payments.startDeposit(dollars, '100');
    await payments.told(reference, { status: 'approved', amount: { minor: 10_000n, currency: 'USD' } });
    const before = await books.onPlatform(dollars);
    const taken = {
      kind: 'chargeback',
      status: 'approved',
      amount: { minor: 10_000n, currency: 'USD' },
      providerTransactionId: `T-2-${reference}`,
    } as const;
    const outcomes = await Promise.all([
      payments.told(reference, taken),
      payments.told(reference, taken),
      payments.told(reference, taken),
    ]);
    expect(outcomes.filter((outcome) => outcome === 'reversed')).toHaveLength(1);
    const original = await payments.detailsOf(id);
    expect(original).toMatchObject({ status: 'completed', reversed_by: [expect.any(Number)] });
    expect(await payments.detailsOf(original.reversed_by[0])).toMatchObject({
      transfer_type: 'reversal',
      reverses: id,
      status: 'completed',
      amount: '100.00',
    });
    expect(Number(before) - Number(await books.onPlatform(dollars))).toBeCloseTo(100);
    expect(await books.onPlatform(dollars)).toBe(await books.inLedger(dollars));
  });

  test('a chargeback of what the client has spent takes what is there; the rest is the broker’s to chase', async () => {
    const spender = await books.account(client, 'standard', { currency: 'USD', amount: '0' });
    const { id, reference } = await payments.startDeposit(spender, '100');
    await payments.told(reference, { status: 'approved', amount: { minor: 10_000n, currency: 'USD' } });
    const away = {
      action: 'confirm',
      transfer_type: 'transfer',
      account_number: spender,
      target_account_number: wallet,
      amount: '70.00',
    };
    await payments.save((await payments.process(away)).data.remittance_id);
    await payments.told(reference, {
      kind: 'refund',
      status: 'approved',
      amount: { minor: 10_000n, currency: 'USD' },
      providerTransactionId: `T-3-${reference}`,
    });
    expect([await books.onPlatform(spender), await books.inLedger(spender)]).toEqual(['0.00', '0.00']);
    const original = await payments.detailsOf(id);
    expect((await payments.detailsOf(original.reversed_by[0])).reason).toMatch(/rest/);
  });

  test('a refund in part, of a payment in another currency, takes back its share at the rate of then', async () => {
    const { id, reference } = await payments.startDeposit(dollars, '200.00', { currency: 'EUR' });
    await payments.told(reference, { status: 'approved', amount: { minor: 20_000n, currency: 'EUR' } });
    const before = await books.onPlatform(dollars);
    const part = {
      kind: 'refund',
      status: 'approved',
      amount: { minor: 5_000n, currency: 'EUR' },
      providerTransactionId: `T-4-${reference}`,
    } as const;
    expect(await payments.told(reference, part)).toBe('reversed');
    expect(await payments.told(reference, part)).toBe('nothing_new');
    const [reversal] = (await payments.detailsOf(id)).reversed_by;
    expect(await payments.detailsOf(reversal)).toMatchObject({
      amount: '50.00',
      currency: 'EUR',
      account_amount: '53.73',
      account_currency: 'USD',
    });
    expect(Number(before) - Number(await books.onPlatform(dollars))).toBeCloseTo(53.73);
    expect(await books.onPlatform(dollars)).toBe(await books.inLedger(dollars));
  });

  test('a chargeback of a deposit into the wallet takes no more than is there', async () => {
    const pounds = await books.wallet(client, { currency: 'GBP', amount: '0' });
    const before = await books.inLedger(pounds);
    const { id, reference } = await payments.startDeposit(pounds, '100.00', { currency: 'GBP' });
    const amount = { minor: 10_000n, currency: 'GBP' } as const;
    await payments.told(reference, { status: 'approved', amount });
    expect(Number(await books.inLedger(pounds)) - Number(before)).toBe(100);
    // Less is left than is taken back.
    await payments.save(await payments.confirmed(pounds, dollars, '60.00'));
    await payments.told(reference, { kind: 'chargeback', status: 'approved', amount, providerTransactionId: `T-5-${reference}` });
    expect(await books.inLedger(pounds)).toBe('0.00');
    const { status, reversed_by: taken } = await payments.detailsOf(id);
    expect(status).toBe('completed');
    expect(await payments.detailsOf(taken[0])).toMatchObject({ status: 'completed', reason: expect.anything() });
  });

  test('a payment that was undone as a whole before it was credited is simply declined', async () => {
    const { id, reference } = await payments.startDeposit(dollars, '100');
    const undone = { kind: 'refund', status: 'approved', undoesItself: true } as const;
    expect(await payments.told(reference, { ...undone, amount: { minor: 10_000n, currency: 'USD' } })).toBe('declined');
    expect(await payments.told(reference, { ...undone, kind: 'chargeback' })).toBe('nothing_new');
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'declined', reversed_by: [] });
  });

  test('a status that nobody knows is pending', async () => {
    const { id, reference } = await payments.startDeposit(dollars, '100');
    expect(await payments.told(reference, { status: 'pending' })).toBe('pending');
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'waiting_payment' });
  });
});

test('a refund of so little that its share is nothing in the account’s currency is taken back all the same', async () => {
  const { id, reference } = await payments.startDeposit(dollars, '100000.00', { currency: 'NGN' });
  await payments.told(reference, { status: 'approved', amount: { minor: 10_000_000n, currency: 'NGN' } });
  const refund = {
    kind: 'refund',
    status: 'approved',
    providerTransactionId: `T-little-${reference}`,
    amount: { minor: 1n, currency: 'NGN' },
  } as const;
  expect(await payments.told(reference, refund)).toBe('reversed');
  const [reversal] = (await payments.detailsOf(id)).reversed_by;
  expect(await payments.detailsOf(reversal)).toMatchObject({ status: 'completed', amount: '0.01', account_amount: '0.01' });
});

test('a chargeback takes what is free on an account with a bonus, and leaves the bonus', async () => {
  const number = await books.account(client, 'ecn mt5', { currency: 'USD', amount: '0' });
  const { reference } = await payments.startDeposit(number, '100.00');
  await payments.told(reference, { status: 'approved', amount: { minor: 10_000n, currency: 'USD' } });
  const { mt5 } = app.opened.app.platforms;
  await mt5.balanceOperation({ login: number, kind: 'credit', amount: 3_000n, currency: 'USD', tag: `bonus-${number}` });
  await payments.told(reference, {
    kind: 'chargeback',
    status: 'approved',
    providerTransactionId: `T-b-${reference}`,
    amount: { minor: 10_000n, currency: 'USD' },
  });
  expect([await books.onPlatform(number), await books.inLedger(number)]).toEqual(['0.00', '0.00']);
  expect(await mt5.account(number)).toMatchObject({ account: { credit: 3_000n } });
});

test('accepted ten times at once, what arrived is credited once', async () => {
  const { id, reference } = await payments.startDeposit(wallet, '100.00');
  expect(await payments.told(reference, { status: 'approved', amount: { minor: 9_000n, currency: 'EUR' } })).toBe('on_review');
  const before = await books.inLedger(wallet);
  const answers = await Promise.all(Array.from({ length: 10 }, () => payments.post('api/transfers/accept', { tid: id })));
  for (const answer of answers) expect([200, 409]).toContain(answer.httpStatus);
  const transfer = await payments.detailsOf(id);
  expect(transfer).toMatchObject({ status: 'completed', amount: '90.00', currency: 'EUR' });
  expect(Number(await books.inLedger(wallet)) - Number(before)).toBeCloseTo(Number(transfer.account_amount));
});

test.each([
  ['somebody else goes on review, and stands in the audit trail', 'JANE DOE', 'on_review', 1],
  ['the client is credited', undefined, 'completed', 0],
])('a payment by %s', async (...[, name, status, times]) => {
  const { id, reference } = await payments.startDeposit(wallet, '100.00');
  const own = await app.owner.sql.one<{ name: string }>(
    `select upper(last_name || ' ' || first_name) as name from client where id = $1`,
    [client.clientId],
  );
  const payer = { name: name ?? own.name, cardMask: undefined, cardBrand: undefined };
  await payments.told(reference, { status: 'approved', amount: { minor: 10_000n, currency: 'USD' }, payer });
  // What somebody else has paid is not the client's to take.
  expect(await payments.detailsOf(id)).toMatchObject({ status, can_accept: false });
  const noted = await app.owner.sql.many(
    `select from audit_event where action = 'remittance.payer_differs' and subject = 'remittance:' || $1::text`,
    [id],
  );
  expect(noted).toHaveLength(times);
});

test('money that came after the client had cancelled says so to the end', async () => {
  const { id, reference } = await payments.startDeposit(dollars, '100.00');
  await payments.post('api/transfers/cancel', { tid: id });
  await payments.told(reference, { status: 'approved', amount: { minor: 10_000n, currency: 'USD' } });
  expect(await payments.detailsOf(id)).toMatchObject({
    status: 'completed',
    reason: expect.stringMatching(/after the deposit was cancelled/),
  });
});

describe('a payment in another currency', () => {
  /** Whatever day it is, these are the newest rates. */
  const publish = (perEuro: string) =>
    app.owner.sql.run(
      `update reference_rate set rate = $1 where currency = 'USD' and day = (select max(day) from reference_rate)`,
      [parseRate(perEuro)],
    );
  afterEach(() => publish('1.08'));

  /** A deposit of a hundred euros into dollars that was saved so many minutes ago, and is approved at another rate than then. */
  const paidAfter = async (minutes: number, account = dollars) => {
    const { id, reference } = await payments.startDeposit(account, '100.00', { currency: 'EUR' });
    const { account_amount: arrives, rate, next } = await payments.detailsOf(id);
    expect([arrives, rate, next.text]).toEqual(['107.46', '1.0746', expect.stringContaining('the rate of then')]);
    await app.owner.sql.run(`update remittance set saved_at = saved_at - make_interval(mins => $2) where id = $1`, [id, minutes]);
    await publish('1.2');
    const outcome = await payments.told(reference, { status: 'approved', amount: { minor: 10_000n, currency: 'EUR' } });
    return { id, reference, outcome };
  };

  test('that comes while its quote holds is credited as it was quoted', async () => {
    const { id } = await paidAfter(14);
    expect(await payments.detailsOf(id)).toMatchObject({
      status: 'completed',
      account_amount: '107.46',
      rate: '1.0746',
      reason: null,
    });
  });

  test.each(['account', 'wallet'] as const)(
    'that comes later goes into the %s at the rate of then, once',
    async (fundingAccount) => {
      const before = await books.inLedger(fundingAccount === 'account' ? dollars : wallet);
      const { id, reference } = await paidAfter(16, fundingAccount === 'account' ? dollars : wallet);
      const shown = await payments.detailsOf(id);
      expect(shown).toMatchObject({ status: 'completed', amount: '100.00', account_amount: '119.40', rate: '1.194' });
      expect(shown.reason).toContain('rate');
      expect(shown.timeline.map(({ code }: { code: string }) => code)).toContain('rate_changed');
      expect(await payments.told(reference, { status: 'approved', amount: { minor: 10_000n, currency: 'EUR' } })).toBe(
        'nothing_new',
      );
      const after = await books.inLedger(fundingAccount === 'account' ? dollars : wallet);
      expect(Number(after) - Number(before)).toBeCloseTo(119.4);
      expect(fundingAccount === 'account' ? await books.onPlatform(dollars) : after).toBe(after);
    },
  );

  test('that comes later while no rate is to be had waits for the client’s word, and is credited then', async () => {
    const { sql } = app.owner;
    const day = await sql.one<{ day: string }>('select max(day)::text as day from reference_rate');
    const { id, reference } = await payments.startDeposit(wallet, '100.00', { currency: 'EUR' });
    await sql.run(`update remittance set saved_at = saved_at - interval '1 hour' where id = $1`, [id]);
    await sql.run('create table put_away as select * from reference_rate where day > $1::date - 10', [day.day]);
    await sql.run('delete from reference_rate where day > $1::date - 10', [day.day]);
    // There are some, of ten days ago: older than a quote's may be.
    await sql.run(
      'insert into reference_rate (currency, day, rate, published_at) select currency, day - 10, rate, published_at from put_away on conflict do nothing',
    );
    const approval = { status: 'approved', amount: { minor: 10_000n, currency: 'EUR' } } as const;
    expect(await payments.told(reference, approval)).toBe('on_review');
    const before = await books.inLedger(wallet);
    expect(await payments.post('api/transfers/accept', { tid: id })).toMatchObject({
      httpStatus: 422,
      errors: [{ code: 'rate_not_available' }],
    });
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'on_review', can_accept: true });
    expect(await books.inLedger(wallet)).toBe(before);
    await sql.run('insert into reference_rate select * from put_away');
    const accepted = await payments.post('api/transfers/accept', { tid: id });
    expect(accepted.data.transfer).toMatchObject({ status: 'completed', account_amount: '107.46' });
  });
});
