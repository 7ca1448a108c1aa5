import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { strFromU8, unzipSync } from 'fflate';
import type { Payments, PaymentState } from '../../ports/payments/port.ts';
import { openTestHouse, type SignedIn, type TestHouse } from '../../server/testing/house.ts';
import { openPurse, type Purse } from '../../server/testing/purse.ts';
import { openEngine } from './engine.ts';
import { settlePayment } from './settle.ts';

let house: TestHouse;
let purse: Purse;
let client: SignedIn;
let dollars: number;
let wallet: number;

beforeAll(async () => {
  house = await openTestHouse();
  purse = await openPurse(house);
  client = await house.signIn('global.active');
  dollars = await purse.account(client, 'advantage mt5', { currency: 'USD', amount: '0' });
  wallet = await purse.wallet(client, { currency: 'USD', amount: '0' });
});
afterAll(async () => house.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await purse.faults()).toEqual([]));

const process = (body: object, as = client) => house.call({ method: 'POST', path: 'api/payments_process', body, as });
const confirm = (account: number, amount: unknown, more: object = {}) =>
  process({ action: 'confirm', transfer_type: 'deposit', account_number: account, amount, currency: 'USD', pm_id: 340, ...more });
const save = (id: number, more: object = {}) => process({ action: 'save', remittance_id: id, ...more });
const detailsOf = async (id: number) =>
  (await house.call({ method: 'GET', path: `api/transfers?tid=${id}`, as: client })).data.transfer;
const statusOf = async (id: number): Promise<string> => {
  await house.drain();
  return (await detailsOf(id)).status;
};
const becomes = async (id: number, status: string) =>
  expect.poll(() => statusOf(id), { timeout: 15_000, interval: 50 }).toBe(status);
const referenceOf = async (id: number) =>
  (await house.owner.sql.one<{ reference: string }>('select reference from remittance where id = $1', [id])).reference;

/** Confirms and saves; the payment then waits at the provider. */
async function start(account: number, amount: string, more: object = {}): Promise<{ id: number; reference: string }> {
  const confirmed = await confirm(account, amount, more);
  expect(confirmed.errors).toEqual([]);
  const saved = await save(confirmed.data.remittance_id);
  expect(saved.data).toMatchObject({ status: 'waiting_payment', redirect: { method: 'GET' } });
  return { id: saved.data.transfer_id, reference: await referenceOf(saved.data.transfer_id) };
}

describe('a deposit by card', () => {
  test('leads to the hosted page, and once it is approved the money is in the trading account', async () => {
    const confirmed = await confirm(dollars, 250);
    expect(confirmed.data).toMatchObject({
      quote: { amount: '250.00', account_amount: '250.00', rate: '1', fee: '0.00' },
      popup: null,
    });
    const saved = await save(confirmed.data.remittance_id);
    const { id, reference } = { id: saved.data.transfer_id, reference: await referenceOf(saved.data.transfer_id) };
    expect(saved.data.redirect.url).toBe(`${house.url}/sandbox/payments/${reference}`);
    expect(await detailsOf(id)).toMatchObject({ status: 'waiting_payment', can_cancel: true, next: { who: 'client' } });
    await purse.decide(reference, 'approved');
    await becomes(id, 'completed');
    expect([await purse.onPlatform(dollars), await purse.inLedger(dollars)]).toEqual(['250.00', '250.00']);
    const { timeline } = await detailsOf(id);
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
    const { id, reference } = await start(wallet, '100.00');
    await purse.decide(reference, 'approved');
    await becomes(id, 'completed');
    expect(Number(await purse.inLedger(wallet)) - Number(before)).toBeCloseTo(100);
  });

  test('in another currency than the account arrives at the quoted rate', async () => {
    const confirmed = await confirm(dollars, '100.00', { currency: 978 });
    const arrives: string = confirmed.data.quote.account_amount;
    expect(confirmed.data.quote).toMatchObject({
      currency: 'EUR',
      account_currency: 'USD',
      account_amount: '107.46',
      rate: '1.0746',
    });
    const before = await purse.onPlatform(dollars);
    const { id, reference } = await start(dollars, '100.00', { currency: 598 });
    await purse.decide(reference, 'approved');
    await becomes(id, 'completed');
    expect(Number(await purse.onPlatform(dollars)) - Number(before)).toBeCloseTo(Number(arrives));
  });

  test('that is declined tells why, and nothing has moved', async () => {
    const before = await purse.onPlatform(dollars);
    const { id, reference } = await start(dollars, '100');
    await purse.decide(reference, 'declined');
    await becomes(id, 'declined');
    expect((await detailsOf(id)).reason).toMatch(/declined/);
    expect(await purse.onPlatform(dollars)).toBe(before);
  });

  test('saved twenty times at once opens one payment and answers alike', async () => {
    const { data } = await confirm(dollars, '100');
    const answers = await Promise.all(Array.from({ length: 20 }, () => save(data.remittance_id)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.data))).size).toBe(1);
    expect(answers[0]?.data).toMatchObject({ transfer_id: data.remittance_id, status: 'waiting_payment' });
  });

  test('takes another amount when it is saved, held to the same limits', async () => {
    const { data } = await confirm(dollars, '100');
    expect((await save(data.remittance_id, { amount: '99.99' })).errors).toMatchObject([
      { code: 'limit_exceed', errttl: 'Outside the limits' },
    ]);
    expect((await save(data.remittance_id, { amount: '300.00' })).data.status).toBe('waiting_payment');
    expect(await detailsOf(data.remittance_id)).toMatchObject({ amount: '300.00', account_amount: '300.00' });
  });

  test.each([
    ['too little', { amount: '99.99' }, 'limit_exceed', 'amount'],
    ['too much', { amount: '50000.01' }, 'limit_exceed', 'amount'],
    ['a currency that the method does not take', { currency: 'JPY' }, 'currency_not_offered', 'currency'],
    ['a method of another region', { pm_id: 85 }, 'method_not_offered', 'pm_id'],
    ['no method', { pm_id: undefined }, 'field_required', 'pm_id'],
    ['no account', { account_number: undefined }, 'field_required', 'account_number'],
  ])('of %s is refused by name', async (...[, changed, code, field]) => {
    const answer = await confirm(dollars, '100', changed);
    expect(answer).toMatchObject({ httpStatus: 422, errors: [{ code }] });
    expect(Object.keys(answer.errors[0]?.validation_messages ?? {})).toEqual([field]);
  });
});

test('a first deposit into a pro account has a minimum of its own, in the currency that is paid', async () => {
  const pro = await purse.account(client, 'pro', { currency: 'USD', amount: '0' });
  const answer = await confirm(pro, '1000', { currency: 'EUR' });
  expect(answer.errors).toMatchObject([{ code: 'limit_exceed' }]);
  expect(answer.data).toEqual({ min: '23264.47', max: '50000.00' });
  expect((await confirm(pro, '25000')).success).toBe(true);
});

describe('whatever the provider does with its notifications, the money moves once', () => {
  test.each(['duplicate', 'reorder', 'delay'])('%s', async (mode) => {
    const before = await purse.onPlatform(dollars);
    const { id, reference } = await start(dollars, '100');
    await purse.fail('payments', mode);
    await purse.decide(reference, 'approved');
    if (mode === 'delay') await house.call({ method: 'POST', path: '/sandbox/clock', body: { advance_seconds: 180 } });
    await becomes(id, 'completed');
    await purse.hurry();
    expect(Number(await purse.onPlatform(dollars)) - Number(before)).toBeCloseTo(100);
  });

  test('a forged one is kept as refused and moves nothing', async () => {
    const before = await purse.onPlatform(dollars);
    const { id, reference } = await start(dollars, '100');
    const refused = await fetch(`${house.url}/api/webhooks/payments/praxis`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'gt-authentication': 'f'.repeat(96) },
      body: JSON.stringify({ session: { order_id: reference }, transaction: { transaction_status: 'approved' } }),
    });
    expect(refused.status).toBe(403);
    await purse.hurry();
    expect((await detailsOf(id)).status).toBe('waiting_payment');
    expect(await purse.onPlatform(dollars)).toBe(before);
    const kept = await house.owner.sql.one<{ count: number }>(
      `select count(*)::integer as count from webhook_message where verdict = 'refused'`,
    );
    expect(kept.count).toBeGreaterThan(0);
  });
});

describe('when something fails on the way', () => {
  test('the provider does not answer: the payment page is opened later', async () => {
    const { data } = await confirm(dollars, '100');
    await purse.fail('payments', 'timeout_before');
    const saved = await save(data.remittance_id);
    expect(saved.data).toEqual({ transfer_id: data.remittance_id, status: 'created', redirect: null });
    await purse.hurry();
    expect(await detailsOf(data.remittance_id)).toMatchObject({ status: 'waiting_payment', redirect: { method: 'GET' } });
  }, 30_000);

  test.each(['timeout_before', 'timeout_after', 'error'])(
    'the platform (%s) when it is to credit',
    async (mode) => {
      const before = await purse.onPlatform(dollars);
      const { id, reference } = await start(dollars, '100');
      await purse.fail('trading', mode);
      await purse.decide(reference, 'approved');
      await expect.poll(() => statusOf(id), { timeout: 20_000 }).toMatch(/processing|completed/);
      await purse.hurry();
      await becomes(id, 'completed');
      expect(Number(await purse.onPlatform(dollars)) - Number(before)).toBeCloseTo(100);
    },
    60_000,
  );

  test('the platform refuses the account: the money is in the wallet, and the client is told', async () => {
    const gone = await purse.account(client, 'ecn mt5', { currency: 'GBP', amount: '0' });
    const { id, reference } = await start(gone, '100.00', { currency: 'GBP' });
    // As if the account had been deleted on the platform in the meantime.
    await house.owner.sql.run('update remittance set account_number = 1 where id = $1', [id]);
    await purse.decide(reference, 'approved');
    await becomes(id, 'completed');
    const { data } = await house.call({ method: 'GET', path: 'api/direct/wallets', as: client });
    expect(data.wallets.find((each: { currency: string }) => each.currency === 'GBP')).toMatchObject({ balance: '100.00' });
    expect((await detailsOf(id)).reason).toMatch(/wallet/);
  });
});

describe('cancelling', () => {
  test('a deposit that nobody paid', async () => {
    const { id } = await start(dollars, '100');
    const answer = await house.call({ method: 'POST', path: 'api/transfers/cancel', body: { tid: id }, as: client });
    expect(answer.data.transfer).toMatchObject({ status: 'cancelled', can_cancel: false });
    expect((await house.call({ method: 'POST', path: 'api/transfers/cancel', body: { tid: id }, as: client })).success).toBe(
      true,
    );
  });

  test('and paying at the same moment: the money is the client’s, once, whoever comes first', async () => {
    const before = await purse.onPlatform(dollars);
    const { id, reference } = await start(dollars, '100');
    await Promise.all([
      purse.decide(reference, 'approved'),
      house.call({ method: 'POST', path: 'api/transfers/cancel', body: { tid: id }, as: client }),
    ]);
    await becomes(id, 'completed');
    await purse.hurry();
    expect(Number(await purse.onPlatform(dollars)) - Number(before)).toBeCloseTo(100);
  });

  test('what was paid already is refused', async () => {
    const { id, reference } = await start(dollars, '100');
    await purse.decide(reference, 'approved');
    await becomes(id, 'completed');
    const answer = await house.call({ method: 'POST', path: 'api/transfers/cancel', body: { tid: id }, as: client });
    expect(answer).toMatchObject({ httpStatus: 409, errors: [{ code: 'cannot_cancel' }] });
  });

  test('happens by itself when nobody pays in time', async () => {
    const { id } = await start(dollars, '100');
    await house.owner.sql.run(`update remittance set expires_at = created_at where id = $1`, [id]);
    await house.opened.worker?.sweep('remittance.overdue');
    expect(await detailsOf(id)).toMatchObject({ status: 'cancelled' });
  });
});

/** Settles against a provider that answers this to every question. */
const settle = async (reference: string, state: Pick<PaymentState, 'status'> & Partial<PaymentState>) => {
  const told = { providerStatus: 'told', providerTransactionId: 'T-1', amount: undefined, occurredAt: new Date() };
  const payer = { name: undefined, cardMask: undefined, cardBrand: undefined };
  const lookUp = async () => ({ outcome: 'found', payment: { reference, payer, ...told, ...state } }) as const;
  const payments: Payments = { ...house.opened.house.payments, lookUp };
  const needs = { ...house.opened.house, payments };
  const { sql, transact } = house.database;
  const settings = house.opened.settings.current();
  return settlePayment(
    { needs, engine: openEngine(needs), run: { sql, transact, tellIn: async () => undefined, settings } },
    reference,
  );
};

describe('what the provider says that the sandbox does not', () => {
  test('another amount than was asked for waits for the client’s word, and then it is credited', async () => {
    const before = await purse.onPlatform(dollars);
    const { id, reference } = await start(dollars, '100');
    expect(await settle(reference, { status: 'approved', amount: { minor: 8_000n, currency: 'USD' } })).toBe('on_review');
    expect(await detailsOf(id)).toMatchObject({ status: 'on_review', can_accept: true });
    const accepted = await house.call({ method: 'POST', path: 'api/transfers/accept', body: { tid: id }, as: client });
    expect(accepted.data.transfer).toMatchObject({ status: 'completed', amount: '80.00', account_amount: '80.00' });
    expect(Number(await purse.onPlatform(dollars)) - Number(before)).toBeCloseTo(80);
    const again = await house.call({ method: 'POST', path: 'api/transfers/accept', body: { tid: id }, as: client });
    expect(again.errors).toMatchObject([{ code: 'cannot_accept' }]);
  });

  test('an approval after the client has cancelled is honoured', async () => {
    const { id, reference } = await start(dollars, '100');
    await house.call({ method: 'POST', path: 'api/transfers/cancel', body: { tid: id }, as: client });
    await settle(reference, { status: 'approved', amount: { minor: 10_000n, currency: 'USD' } });
    expect(await detailsOf(id)).toMatchObject({ status: 'completed' });
    expect(await settle(reference, { status: 'declined' })).toBe('nothing_new');
    expect(await detailsOf(id)).toMatchObject({ status: 'completed' });
  });

  test('a chargeback is a transfer of its own, once, and the deposit stays completed', async () => {
    const { id, reference } = await start(dollars, '100');
    await settle(reference, { status: 'approved', amount: { minor: 10_000n, currency: 'USD' } });
    const before = await purse.onPlatform(dollars);
    const taken = { status: 'chargeback', amount: { minor: 10_000n, currency: 'USD' }, providerTransactionId: 'T-2' } as const;
    const outcomes = await Promise.all([settle(reference, taken), settle(reference, taken), settle(reference, taken)]);
    expect(outcomes.filter((outcome) => outcome === 'reversed')).toHaveLength(1);
    const original = await detailsOf(id);
    expect(original).toMatchObject({ status: 'completed', reversed_by: [expect.any(Number)] });
    expect(await detailsOf(original.reversed_by[0])).toMatchObject({
      transfer_type: 'reversal',
      reverses: id,
      status: 'completed',
      amount: '100.00',
    });
    expect(Number(before) - Number(await purse.onPlatform(dollars))).toBeCloseTo(100);
    expect(await purse.onPlatform(dollars)).toBe(await purse.inLedger(dollars));
  });

  test('a chargeback of what the client has spent takes what is there; the rest is the house’s to chase', async () => {
    const spender = await purse.account(client, 'standard', { currency: 'USD', amount: '0' });
    const { id, reference } = await start(spender, '100');
    await settle(reference, { status: 'approved', amount: { minor: 10_000n, currency: 'USD' } });
    const away = {
      action: 'confirm',
      transfer_type: 'transfer',
      account_number: spender,
      target_account_number: wallet,
      amount: '70.00',
    };
    await save((await process(away)).data.remittance_id);
    await settle(reference, { status: 'refunded', amount: { minor: 10_000n, currency: 'USD' }, providerTransactionId: 'T-3' });
    expect([await purse.onPlatform(spender), await purse.inLedger(spender)]).toEqual(['0.00', '0.00']);
    const original = await detailsOf(id);
    expect((await detailsOf(original.reversed_by[0])).reason).toMatch(/rest/);
  });

  test('a refund in part, of a payment in another currency, takes back its share at the rate of then', async () => {
    const { id, reference } = await start(dollars, '200.00', { currency: 'EUR' });
    await settle(reference, { status: 'approved', amount: { minor: 20_000n, currency: 'EUR' } });
    const before = await purse.onPlatform(dollars);
    const part = { status: 'refunded', amount: { minor: 5_000n, currency: 'EUR' }, providerTransactionId: 'T-4' } as const;
    expect(await settle(reference, part)).toBe('reversed');
    expect(await settle(reference, part)).toBe('nothing_new');
    const [reversal] = (await detailsOf(id)).reversed_by;
    expect(await detailsOf(reversal)).toMatchObject({
      amount: '50.00',
      currency: 'EUR',
      account_amount: '53.73',
      account_currency: 'USD',
    });
    expect(Number(before) - Number(await purse.onPlatform(dollars))).toBeCloseTo(53.73);
    expect(await purse.onPlatform(dollars)).toBe(await purse.inLedger(dollars));
    const whole = { status: 'chargeback', amount: { minor: 20_000n, currency: 'EUR' }, providerTransactionId: 'T-6' } as const;
    await settle(reference, whole);
    const [, second] = (await detailsOf(id)).reversed_by;
    expect(await detailsOf(second)).toMatchObject({ amount: '150.00' });
  });

  test('a chargeback of a deposit into the wallet takes no more than is there', async () => {
    const pounds = await purse.wallet(client, { currency: 'GBP', amount: '0' });
    const before = await purse.inLedger(pounds);
    const { id, reference } = await start(pounds, '100.00', { currency: 'GBP' });
    await settle(reference, { status: 'approved', amount: { minor: 10_000n, currency: 'GBP' } });
    await settle(reference, { status: 'chargeback', amount: { minor: 10_000n, currency: 'GBP' }, providerTransactionId: 'T-5' });
    expect(await purse.inLedger(pounds)).toBe(before);
    expect((await detailsOf(id)).status).toBe('completed');
  });

  test('a payment that came back before it was credited is simply declined', async () => {
    const { id, reference } = await start(dollars, '100');
    expect(await settle(reference, { status: 'refunded', amount: { minor: 10_000n, currency: 'USD' } })).toBe('declined');
    expect(await settle(reference, { status: 'chargeback' })).toBe('nothing_new');
    expect(await detailsOf(id)).toMatchObject({ status: 'declined', reversed_by: [] });
  });

  test('a status that nobody knows is pending', async () => {
    const { id, reference } = await start(dollars, '100');
    expect(await settle(reference, { status: 'pending' })).toBe('pending');
    expect(await detailsOf(id)).toMatchObject({ status: 'waiting_payment' });
  });
});

test('coming back from the hosted page asks the provider at once', async () => {
  const { id, reference } = await start(dollars, '100');
  await purse.fail('payments', 'delay');
  await purse.decide(reference, 'approved');
  const answer = await house.call({ method: 'GET', path: `api/payment-result?tid=${id}`, as: client });
  expect(answer.data.transfer).toMatchObject({ status: 'completed' });
});

test('the spreadsheet opens and holds every transfer of the list', async () => {
  const response = await fetch(`${house.url}/api/js/api/transfers-to-excel`, { headers: { cookie: client.cookie } });
  expect(response.headers.get('content-type')).toContain('spreadsheetml');
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  const rows = sheet.match(/<row>.*?<\/row>/g) ?? [];
  const { data } = await house.call({ method: 'GET', path: 'api/transfers?limit=100', as: client });
  expect(rows).toHaveLength(data.transfers.length + 1);
  expect(rows[0]).toContain('Number');
  expect(rows[1]).toContain(`<v>${data.transfers[0].id}</v>`);
});
