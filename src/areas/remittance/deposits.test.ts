import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PaymentRequest } from '../../ports/payments/port.ts';
import type { SignedIn, TestHouse } from '../../server/testing/house.ts';
import type { Purse } from '../../server/testing/purse.ts';
import { openCounter, referenceOf, runOf, setBack, type Till } from '../../server/testing/till.ts';
import { openEngine } from './engine.ts';
import { changePhase } from './store.ts';

let house: TestHouse;
let purse: Purse;
let till: Till;
let client: SignedIn;
let dollars: number;
let wallet: number;

beforeAll(async () => {
  ({ house, purse, client, till, dollars, wallet } = await openCounter('global.active', { dollars: '0', wallet: '0' }));
});
afterAll(async () => house.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await purse.faults()).toEqual([]));

const statusOf = async (id: number): Promise<string> => {
  await house.drain();
  return (await till.detailsOf(id)).status;
};

describe('a deposit by card', () => {
  test('leads to the hosted page, and once it is approved the money is in the trading account', async () => {
    const confirmed = await till.askDeposit(dollars, 250);
    expect(confirmed.data).toMatchObject({
      quote: { amount: '250.00', account_amount: '250.00', rate: '1', fee: '0.00' },
      popup: null,
    });
    const saved = await till.save(confirmed.data.remittance_id);
    const { id, reference } = { id: saved.data.transfer_id, reference: await referenceOf(house, saved.data.transfer_id) };
    expect(saved.data.redirect.url).toBe(`${house.url}/sandbox/payments/${reference}`);
    expect(await till.detailsOf(id)).toMatchObject({ status: 'waiting_payment', can_cancel: true, next: { who: 'client' } });
    await purse.decide(reference, 'approved');
    await till.becomes(id, 'completed');
    expect([await purse.onPlatform(dollars), await purse.inLedger(dollars)]).toEqual(['250.00', '250.00']);
    const { timeline } = await till.detailsOf(id);
    expect(timeline.map((stage: { code: string }) => stage.code)).toEqual(['saved', 'waiting_payment', 'paid', 'credited']);
    const accounts = await house.call({ method: 'GET', path: 'api/accounts', as: client });
    expect(accounts.data.accounts.live).toMatchObject([{ number: dollars, balance: '250.00' }]);
    const { data } = await house.call({ method: 'GET', path: 'api/notifications', as: client });
    expect(data.notifications.map((notice: { type: string }) => notice.type)).toContain('deposit_completed');
    const cards = await house.call({ method: 'GET', path: 'api/cards', as: client });
    expect(cards.data.cards).toMatchObject([{ mask: '4111 11** **** 1111', brand: 'VISA' }]);
  });

  test('into the wallet needs no platform', async () => {
    const before = await purse.inLedger(wallet);
    const { id, reference } = await till.startDeposit(wallet, '100.00');
    await purse.decide(reference, 'approved');
    await till.becomes(id, 'completed');
    expect(Number(await purse.inLedger(wallet)) - Number(before)).toBeCloseTo(100);
  });

  test('in another currency than the account arrives at the quoted rate', async () => {
    const confirmed = await till.askDeposit(dollars, '100.00', { currency: 978 });
    const arrives: string = confirmed.data.quote.account_amount;
    expect(confirmed.data.quote).toMatchObject({
      currency: 'EUR',
      account_currency: 'USD',
      account_amount: '107.46',
      rate: '1.0746',
    });
    const before = await purse.onPlatform(dollars);
    const { id, reference } = await till.startDeposit(dollars, '100.00', { currency: 598 });
    await purse.decide(reference, 'approved');
    await till.becomes(id, 'completed');
    expect(Number(await purse.onPlatform(dollars)) - Number(before)).toBeCloseTo(Number(arrives));
  });

  test('that is declined tells why, and nothing has moved', async () => {
    const before = await purse.onPlatform(dollars);
    const { id, reference } = await till.startDeposit(dollars, '100');
    await purse.decide(reference, 'declined');
    await till.becomes(id, 'declined');
    expect((await till.detailsOf(id)).reason).toMatch(/declined/);
    expect(await purse.onPlatform(dollars)).toBe(before);
  });

  test('saved twenty times at once opens one payment and answers alike', async () => {
    const { data } = await till.askDeposit(dollars, '100');
    const answers = await Promise.all(Array.from({ length: 20 }, () => till.save(data.remittance_id)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.data))).size).toBe(1);
    expect(answers[0]?.data).toMatchObject({ transfer_id: data.remittance_id, status: 'waiting_payment' });
  });

  test('takes another amount when it is saved, held to the same limits', async () => {
    const { data } = await till.askDeposit(dollars, '100');
    expect((await till.save(data.remittance_id, { amount: '99.99' })).errors).toMatchObject([
      { code: 'limit_exceed', errttl: 'Outside the limits' },
    ]);
    expect((await till.save(data.remittance_id, { amount: '300.00' })).data.status).toBe('waiting_payment');
    expect(await till.detailsOf(data.remittance_id)).toMatchObject({ amount: '300.00', account_amount: '300.00' });
  });
});

describe('whatever the provider does with its notifications, the money moves once', () => {
  test.each(['duplicate', 'reorder', 'delay'])('%s', async (mode) => {
    const before = await purse.onPlatform(dollars);
    const { id, reference } = await till.startDeposit(dollars, '100');
    await purse.fail('payments', mode);
    await purse.decide(reference, 'approved');
    if (mode === 'delay') await house.call({ method: 'POST', path: '/sandbox/clock', body: { advance_seconds: 180 } });
    await till.becomes(id, 'completed');
    await purse.hurry();
    expect(Number(await purse.onPlatform(dollars)) - Number(before)).toBeCloseTo(100);
  });

  test('a forged one is kept as refused and moves nothing', async () => {
    const before = await purse.onPlatform(dollars);
    const { id, reference } = await till.startDeposit(dollars, '100');
    const refused = await fetch(`${house.url}/api/webhooks/payments/praxis`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'gt-authentication': 'f'.repeat(96) },
      body: JSON.stringify({ session: { order_id: reference }, transaction: { transaction_status: 'approved' } }),
    });
    expect(refused.status).toBe(403);
    await purse.hurry();
    expect((await till.detailsOf(id)).status).toBe('waiting_payment');
    expect(await purse.onPlatform(dollars)).toBe(before);
    const kept = await house.owner.sql.one<{ count: number }>(
      `select count(*)::integer as count from webhook_message where verdict = 'refused'`,
    );
    expect(kept.count).toBeGreaterThan(0);
  });
});

test.each([340, 243])('by method %s asks the provider for its cards and for nothing else', async (pm_id) => {
  const { praxis } = house.opened.house.payments;
  const asked: PaymentRequest[] = [];
  const startPayment = (request: PaymentRequest) => {
    asked.push(request);
    return praxis.startPayment(request);
  };
  const { data } = await till.askDeposit(dollars, '150.00', { pm_id });
  const id: number = data.remittance_id;
  await changePhase(house.database.sql, { id, from: 'quoted', to: 'starting', stage: 'saved' }, new Date());
  const payments = { praxis: { ...praxis, startPayment } };
  expect(await openEngine({ ...house.opened.house, payments }).drive(runOf(house), id)).toMatchObject({
    phase: 'waiting_payment',
  });
  expect(asked).toMatchObject([{ methodKey: 'Credit Card', notificationUrl: `${house.url}/api/webhooks/payments/praxis` }]);
});

describe('when something fails on the way', () => {
  test('the provider does not answer: the payment page is opened later', async () => {
    const { data } = await till.askDeposit(dollars, '100');
    await purse.fail('payments', 'timeout_before');
    const saved = await till.save(data.remittance_id);
    expect(saved.data).toEqual({ transfer_id: data.remittance_id, status: 'created', redirect: null });
    await purse.hurry();
    expect(await till.detailsOf(data.remittance_id)).toMatchObject({ status: 'waiting_payment', redirect: { method: 'GET' } });
  }, 30_000);

  test.each(['timeout_before', 'timeout_after', 'error'])(
    'the platform (%s) when it is to credit',
    async (mode) => {
      const before = await purse.onPlatform(dollars);
      const { id, reference } = await till.startDeposit(dollars, '100');
      await purse.fail('trading', mode);
      await purse.decide(reference, 'approved');
      await expect.poll(() => statusOf(id), { timeout: 20_000 }).toMatch(/processing|completed/);
      await purse.hurry();
      await till.becomes(id, 'completed');
      expect(Number(await purse.onPlatform(dollars)) - Number(before)).toBeCloseTo(100);
    },
    60_000,
  );

  test('the platform refuses the account: the money is in the wallet, and the client is told', async () => {
    const gone = await purse.account(client, 'ecn mt5', { currency: 'GBP', amount: '0' });
    const { id, reference } = await till.startDeposit(gone, '100.00', { currency: 'GBP' });
    // As if the account had been deleted on the platform in the meantime.
    await house.owner.sql.run('update remittance set account_number = 1 where id = $1', [id]);
    await purse.decide(reference, 'approved');
    await till.becomes(id, 'completed');
    const { data } = await house.call({ method: 'GET', path: 'api/direct/wallets', as: client });
    expect(data.wallets.find((each: { currency: string }) => each.currency === 'GBP')).toMatchObject({ balance: '100.00' });
    expect((await till.detailsOf(id)).reason).toMatch(/wallet/);
  });
});

describe('cancelling', () => {
  test('a deposit that nobody paid', async () => {
    const { id } = await till.startDeposit(dollars, '100');
    const answer = await house.call({ method: 'POST', path: 'api/transfers/cancel', body: { tid: id }, as: client });
    expect(answer.data.transfer).toMatchObject({ status: 'cancelled', can_cancel: false });
    expect((await house.call({ method: 'POST', path: 'api/transfers/cancel', body: { tid: id }, as: client })).success).toBe(
      true,
    );
  });

  test('and paying at the same moment: the money is the client’s, once, whoever comes first', async () => {
    const before = await purse.onPlatform(dollars);
    const { id, reference } = await till.startDeposit(dollars, '100');
    await Promise.all([
      purse.decide(reference, 'approved'),
      house.call({ method: 'POST', path: 'api/transfers/cancel', body: { tid: id }, as: client }),
    ]);
    await till.becomes(id, 'completed');
    await purse.hurry();
    expect(Number(await purse.onPlatform(dollars)) - Number(before)).toBeCloseTo(100);
  });

  test('what was paid already is refused', async () => {
    const { id, reference } = await till.startDeposit(dollars, '100');
    await purse.decide(reference, 'approved');
    await till.becomes(id, 'completed');
    const answer = await house.call({ method: 'POST', path: 'api/transfers/cancel', body: { tid: id }, as: client });
    expect(answer).toMatchObject({ httpStatus: 409, errors: [{ code: 'cannot_cancel' }] });
  });

  test('happens by itself when nobody pays in time', async () => {
    const { id } = await till.startDeposit(dollars, '100');
    await setBack(house, id, 'expires_at = created_at');
    await house.opened.worker?.sweep('remittance.overdue');
    expect(await till.detailsOf(id)).toMatchObject({ status: 'cancelled' });
  });

  test('happens by itself though another payment cannot be asked about', async () => {
    const [{ id: lost }, { id }] = [await till.startDeposit(dollars, '100'), await till.startDeposit(dollars, '100')];
    await house.owner.sql.run(`update remittance set provider = 'gone' where id = $1`, [lost]);
    await setBack(house, lost, `expires_at = created_at - interval '1 minute'`);
    await setBack(house, id, 'expires_at = created_at');
    await house.opened.worker?.sweep('remittance.overdue');
    expect(await till.detailsOf(id)).toMatchObject({ status: 'cancelled' });
    await house.owner.sql.run(`update remittance set provider = 'praxis' where id = $1`, [lost]);
  });

  test('happens before whoever moved the clock past its time is answered', async () => {
    const { id } = await till.startDeposit(dollars, '100');
    const answer = await house.call({ method: 'POST', path: '/sandbox/clock', body: { advance_seconds: 25 * 3600 } });
    expect(answer.httpStatus).toBe(200);
    expect(await till.detailsOf(id)).toMatchObject({ status: 'cancelled' });
  });
});
