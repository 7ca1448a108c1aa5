import { type RemittanceId } from '../../../base/id.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PaymentRequest } from '../../../ports/payments/port.ts';
import type { SignedIn, TestApp } from '../../../server/testing/app.ts';
import type { BookFixture } from '../../../server/testing/bookFixture.ts';
import { openCounter, referenceOf, runOf, setBack, type PaymentsFixture } from '../../../server/testing/paymentsFixture.ts';
import { openEngine } from '../engine.ts';
import { changePhase } from '../store.ts';

let app: TestApp;
let books: BookFixture;
let paymentsFixture: PaymentsFixture;
let client: SignedIn;
let dollars: number;
let wallet: number;

beforeAll(async () => {
  ({
    app,
    books,
    client,
    payments: paymentsFixture,
    dollars,
    wallet,
  } = await openCounter('global.active', { dollars: '0', wallet: '0' }));
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const statusOf = async (id: number): Promise<string> => {
  await app.drain();
  return (await paymentsFixture.detailsOf(id)).status;
};

describe('a deposit by card', () => {
  test('leads to the hosted page, and once it is approved the money is in the trading account', async () => {
    const confirmed = await paymentsFixture.askDeposit(dollars, 250);
    expect(confirmed.data).toMatchObject({
      quote: { amount: '250.00', account_amount: '250.00', rate: '1', fee: '0.00' },
      popup: null,
    });
    const saved = await paymentsFixture.save(confirmed.data.remittance_id);
    const { id, reference } = { id: saved.data.transfer_id, reference: await referenceOf(app, saved.data.transfer_id) };
    expect(saved.data.redirect.url).toBe(`${app.url}/sandbox/payments/${reference}`);
    expect(await paymentsFixture.detailsOf(id)).toMatchObject({
      status: 'waiting_payment',
      can_cancel: true,
      next: { who: 'client' },
    });
    await books.decide(reference, 'approved');
    await paymentsFixture.becomes(id, 'completed');
    expect([await books.onPlatform(dollars), await books.inLedger(dollars)]).toEqual(['250.00', '250.00']);
    const { timeline } = await paymentsFixture.detailsOf(id);
    expect(timeline.map((stage: { code: string }) => stage.code)).toEqual(['saved', 'waiting_payment', 'paid', 'credited']);
    const accounts = await app.call({ method: 'GET', path: 'api/accounts', as: client });
    expect(accounts.data.accounts.live).toMatchObject([{ number: dollars, balance: '250.00' }]);
    const { data } = await app.call({ method: 'GET', path: 'api/notifications', as: client });
    expect(data.notifications.map((notice: { type: string }) => notice.type)).toContain('deposit_completed');
    const cards = await app.call({ method: 'GET', path: 'api/cards', as: client });
    expect(cards.data.cards).toMatchObject([{ mask: '4111 11** **** 1111', brand: 'VISA' }]);
  });

  test('into the wallet needs no platform', async () => {
    const before = await books.inLedger(wallet);
    const { id, reference } = await paymentsFixture.startDeposit(wallet, '100.00');
    await books.decide(reference, 'approved');
    await paymentsFixture.becomes(id, 'completed');
    expect(Number(await books.inLedger(wallet)) - Number(before)).toBeCloseTo(100);
  });

  test('in another currency than the account arrives at the quoted rate', async () => {
    const confirmed = await paymentsFixture.askDeposit(dollars, '100.00', { currency: 978 });
    const arrives: string = confirmed.data.quote.account_amount;
    expect(confirmed.data.quote).toMatchObject({
      currency: 'EUR',
      account_currency: 'USD',
      account_amount: '107.46',
      rate: '1.0746',
    });
    const before = await books.onPlatform(dollars);
    const { id, reference } = await paymentsFixture.startDeposit(dollars, '100.00', { currency: 598 });
    await books.decide(reference, 'approved');
    await paymentsFixture.becomes(id, 'completed');
    expect(Number(await books.onPlatform(dollars)) - Number(before)).toBeCloseTo(Number(arrives));
  });

  test('that is declined tells why, and nothing has moved', async () => {
    const before = await books.onPlatform(dollars);
    const { id, reference } = await paymentsFixture.startDeposit(dollars, '100');
    await books.decide(reference, 'declined');
    await paymentsFixture.becomes(id, 'declined');
    expect((await paymentsFixture.detailsOf(id)).reason).toMatch(/declined/);
    expect(await books.onPlatform(dollars)).toBe(before);
  });

  test('that its provider refuses has failed, says why, and can be asked for anew', async () => {
    const before = await books.onPlatform(dollars);
    await books.fail('payments', 'refuse');
    const { data } = await paymentsFixture.askDeposit(dollars, '100');
    await paymentsFixture.save(data.remittance_id);
    await paymentsFixture.becomes(data.remittance_id, 'failed');
    await books.fail('payments', 'none');
    expect((await paymentsFixture.detailsOf(data.remittance_id)).reason).toMatch(/provider/);
    expect(await books.onPlatform(dollars)).toBe(before);
    const { id, reference } = await paymentsFixture.startDeposit(dollars, '100');
    await books.decide(reference, 'approved');
    await paymentsFixture.becomes(id, 'completed');
  });

  test('saved twenty times at once opens one payment and answers alike', async () => {
    const { data } = await paymentsFixture.askDeposit(dollars, '100');
    const answers = await Promise.all(Array.from({ length: 20 }, () => paymentsFixture.save(data.remittance_id)));
    // Each answer has a seal of its own that leads on.
    const plain = (key: string, value: unknown) => (key === 'redirect_data' ? undefined : value);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.data, plain))).size).toBe(1);
    expect(answers[0]?.data).toMatchObject({ transfer_id: data.remittance_id, status: 'waiting_payment' });
  });

  test('takes another amount when it is saved, held to the same limits', async () => {
    const { data } = await paymentsFixture.askDeposit(dollars, '100');
    expect((await paymentsFixture.save(data.remittance_id, { amount: '99.99' })).errors).toMatchObject([
      { code: 'limit_exceed', errttl: 'Outside the limits' },
    ]);
    expect((await paymentsFixture.save(data.remittance_id, { amount: '300.00' })).data.status).toBe('waiting_payment');
    expect(await paymentsFixture.detailsOf(data.remittance_id)).toMatchObject({ amount: '300.00', account_amount: '300.00' });
  });
});

describe('whatever the provider does with its notifications, the money moves once', () => {
  test.each(['duplicate', 'reorder', 'delay'])('%s', async (mode) => {
    const before = await books.onPlatform(dollars);
    const { id, reference } = await paymentsFixture.startDeposit(dollars, '100');
    await books.fail('payments', mode);
    await books.decide(reference, 'approved');
    if (mode === 'delay') await app.call({ method: 'POST', path: '/sandbox/clock', body: { advance_seconds: 180 } });
    await paymentsFixture.becomes(id, 'completed');
    await books.hurry();
    expect(Number(await books.onPlatform(dollars)) - Number(before)).toBeCloseTo(100);
  });

  test('a forged one is kept as refused and moves nothing', async () => {
    const before = await books.onPlatform(dollars);
    const { id, reference } = await paymentsFixture.startDeposit(dollars, '100');
    const refused = await fetch(`${app.url}/api/webhooks/payments/praxis`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'gt-authentication': 'f'.repeat(96) },
      body: JSON.stringify({ session: { order_id: reference }, transaction: { transaction_status: 'approved' } }),
    });
    expect(refused.status).toBe(403);
    await books.hurry();
    expect((await paymentsFixture.detailsOf(id)).status).toBe('waiting_payment');
    expect(await books.onPlatform(dollars)).toBe(before);
    const kept = await app.owner.sql.one<{ count: number }>(
      `select count(*)::integer as count from webhook_message where verdict = 'refused'`,
    );
    expect(kept.count).toBeGreaterThan(0);
  });
});

test.each([340, 243])('by method %s asks the provider for its cards and for nothing else', async (pm_id) => {
  const { praxis } = app.opened.app.payments;
  const asked: PaymentRequest[] = [];
  const startPayment = (request: PaymentRequest) => {
    asked.push(request);
    return praxis.startPayment(request);
  };
  const { data } = await paymentsFixture.askDeposit(dollars, '150.00', { pm_id });
  const id: RemittanceId = data.remittance_id;
  await changePhase(app.database.sql, { id, from: 'quoted', to: 'starting', stage: 'saved' }, new Date());
  const payments = { praxis: { ...praxis, startPayment } };
  expect(await openEngine({ ...app.opened.app, payments }).drive(runOf(app), id)).toMatchObject({
    phase: 'waiting_payment',
  });
  expect(asked).toMatchObject([{ methodKey: 'Credit Card', notificationUrl: `${app.url}/api/webhooks/payments/praxis` }]);
});

describe('when something fails on the way', () => {
  test('the provider does not answer: the payment page is opened later', async () => {
    const { data } = await paymentsFixture.askDeposit(dollars, '100');
    await books.fail('payments', 'timeout_before');
    const saved = await paymentsFixture.save(data.remittance_id);
    expect(saved.data).toEqual({ transfer_id: data.remittance_id, status: 'created', redirect: null });
    await books.hurry();
    expect(await paymentsFixture.detailsOf(data.remittance_id)).toMatchObject({
      status: 'waiting_payment',
      redirect: { method: 'GET' },
    });
  });

  test.each(['timeout_before', 'timeout_after', 'error'])('the platform (%s) when it is to credit', async (mode) => {
    const before = await books.onPlatform(dollars);
    const { id, reference } = await paymentsFixture.startDeposit(dollars, '100');
    await books.fail('trading', mode);
    await books.decide(reference, 'approved');
    await expect.poll(() => statusOf(id)).toMatch(/processing|completed/);
    await books.hurry();
    await paymentsFixture.becomes(id, 'completed');
    expect(Number(await books.onPlatform(dollars)) - Number(before)).toBeCloseTo(100);
  });

  test('the platform refuses the account: the money is in the wallet, and the client is told', async () => {
    const gone = await books.account(client, 'ecn mt5', { currency: 'GBP', amount: '0' });
    const { id, reference } = await paymentsFixture.startDeposit(gone, '100.00', { currency: 'GBP' });
    // As if the account had been deleted on the platform in the meantime.
    await app.owner.sql.run('update remittance set account_number = 1 where id = $1', [id]);
    await books.decide(reference, 'approved');
    await paymentsFixture.becomes(id, 'completed');
    const { data } = await app.call({ method: 'GET', path: 'api/direct/wallets', as: client });
    expect(data.wallets.find((each: { currency: string }) => each.currency === 'GBP')).toMatchObject({ balance: '100.00' });
    expect((await paymentsFixture.detailsOf(id)).reason).toMatch(/wallet/);
  });
});

describe('cancelling', () => {
  test('a deposit that nobody paid', async () => {
    const { id } = await paymentsFixture.startDeposit(dollars, '100');
    const answer = await app.call({ method: 'POST', path: 'api/transfers/cancel', body: { tid: id }, as: client });
    expect(answer.data.transfer).toMatchObject({ status: 'cancelled', can_cancel: false });
    expect((await app.call({ method: 'POST', path: 'api/transfers/cancel', body: { tid: id }, as: client })).success).toBe(true);
  });

  test('and paying at the same moment: the money is the client’s, once, whoever comes first', async () => {
    const before = await books.onPlatform(dollars);
    const { id, reference } = await paymentsFixture.startDeposit(dollars, '100');
    await Promise.all([
      books.decide(reference, 'approved'),
      app.call({ method: 'POST', path: 'api/transfers/cancel', body: { tid: id }, as: client }),
    ]);
    await paymentsFixture.becomes(id, 'completed');
    await books.hurry();
    expect(Number(await books.onPlatform(dollars)) - Number(before)).toBeCloseTo(100);
  });

  test('what was paid already is refused', async () => {
    const { id, reference } = await paymentsFixture.startDeposit(dollars, '100');
    await books.decide(reference, 'approved');
    await paymentsFixture.becomes(id, 'completed');
    const answer = await app.call({ method: 'POST', path: 'api/transfers/cancel', body: { tid: id }, as: client });
    expect(answer).toMatchObject({ httpStatus: 409, errors: [{ code: 'cannot_cancel' }] });
  });

  test('happens by itself when nobody pays in time', async () => {
    const { id } = await paymentsFixture.startDeposit(dollars, '100');
    await setBack(app, id, 'expires_at = created_at');
    await app.opened.worker?.sweep('remittance.overdue');
    expect(await paymentsFixture.detailsOf(id)).toMatchObject({ status: 'cancelled' });
  });

  test('happens by itself though another payment cannot be asked about', async () => {
    const [{ id: lost }, { id }] = [
      await paymentsFixture.startDeposit(dollars, '100'),
      await paymentsFixture.startDeposit(dollars, '100'),
    ];
    await app.owner.sql.run(`update remittance set provider = 'gone' where id = $1`, [lost]);
    await setBack(app, lost, `expires_at = created_at - interval '1 minute'`);
    await setBack(app, id, 'expires_at = created_at');
    await app.opened.worker?.sweep('remittance.overdue');
    expect(await paymentsFixture.detailsOf(id)).toMatchObject({ status: 'cancelled' });
    await app.owner.sql.run(`update remittance set provider = 'praxis' where id = $1`, [lost]);
  });

  test('happens by itself though more payments than one look takes are of a provider that is out', async () => {
    const [{ id: lost }, { id }] = [
      await paymentsFixture.startDeposit(dollars, '100'),
      await paymentsFixture.startDeposit(dollars, '100'),
    ];
    const { sql } = app.owner;
    await sql.run(`update remittance set provider = 'gone' where id = $1`, [lost]);
    await setBack(app, lost, `expires_at = created_at - interval '1 minute'`);
    const { columns } = await sql.one<{ columns: string }>(
      `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
       where table_name = 'remittance' and is_generated = 'NEVER'`,
    );
    const copied = await sql.many<{ id: number }>(
      `insert into remittance (${columns}) select ${columns.replaceAll(/\w+/g, 'c.$&')} from remittance r, generate_series(1, 100) n,
         jsonb_populate_record(r, jsonb_build_object('id', nextval(pg_get_serial_sequence('remittance', 'id')), 'reference', 'r9-' || lpad(to_hex(n), 8, '0'))) c
       where r.id = $1 returning id`,
      [lost],
    );
    await setBack(app, id, 'expires_at = created_at');
    await app.opened.worker?.sweep('remittance.overdue');
    expect(await paymentsFixture.detailsOf(id)).toMatchObject({ status: 'cancelled' });
    await sql.run('delete from remittance_under_way where remittance_id = any($1)', [copied.map((each) => each.id)]);
    await sql.run('delete from remittance where id = any($1)', [copied.map((each) => each.id)]);
    await sql.run(`update remittance set provider = 'praxis' where id = $1`, [lost]);
  });

  test('happens as the clock is moved past its time', async () => {
    const { id } = await paymentsFixture.startDeposit(dollars, '100');
    const answer = await app.call({ method: 'POST', path: '/sandbox/clock', body: { advance_seconds: 25 * 3600 } });
    expect(answer.httpStatus).toBe(200);
    // Its mover waits for what is due, though not for as long as a slow machine may take; nothing else sweeps here.
    await expect.poll(async () => (await paymentsFixture.detailsOf(id)).status).toBe('cancelled');
  });
});
