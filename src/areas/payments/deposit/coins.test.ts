import { afterAll, beforeAll, expect, test } from 'vitest';
import { exchange, provider } from '../../../ledger/chart.ts';
import { balanceOf } from '../../../ledger/statement.ts';
import { changeSetting } from '../../../server/start/settings.ts';
import { openCounter, referenceOf, setBack, type Counter } from '../../../server/testing/paymentsFixture.ts';

let counter: Counter;
beforeAll(async () => {
  counter = await openCounter('global.active', { dollars: '0.00', wallet: '0.00' });
});
afterAll(() => counter.app.close());

const inCoin = (coin: string, more: object = {}) => ({ pm_id: 337, currency: 'USD', crypto_network: coin, ...more });

/** The least of a deposit in coins, in dollars, is what the broker says from now on; as it ships where nothing is said. */
async function setLeast(min?: string): Promise<void> {
  const { app } = counter;
  const at = app.opened.clock.now();
  const cell = { method: 337, direction: 'deposit', region: 'global', currency: 'USD', min };
  const change = { path: 'methods', value: min === undefined ? [] : [cell], author: 'test', at, effectiveAt: at };
  expect(await app.owner.transact((sql) => changeSetting(sql, change))).toMatchObject({ ok: true });
  await app.opened.settings.refresh();
}

/** A deposit whose address was given out. */
async function begin(coin: string, amount = '250.00') {
  const { payments, wallet, app } = counter;
  const asked = await payments.askDeposit(wallet, amount, inCoin(coin));
  expect(asked.errors).toEqual([]);
  const id: number = asked.data.remittance_id;
  const saved = await payments.save(id);
  expect(saved.data).toMatchObject({ status: 'waiting_payment', redirect: { method: 'GET' } });
  return { id, quote: asked.data.quote, redirect: saved.data.redirect, reference: await referenceOf(app, id) };
}

const decide = (reference: string, body: object) => counter.payments.post(`/sandbox/payments/${reference}`, body);

interface CoinTold {
  readonly key: string;
  readonly network: string;
  readonly has_memo: boolean;
  readonly confirmations: number;
  readonly min: string;
}
/** Network, whether an address takes a tag besides, confirmations, the least. */
const offered = [
  ['BTC', 'Bitcoin', false, 2, '0.0002'],
  ['ETH', 'Ethereum', false, 12, '0.005'],
  ['BNB-BSC', 'BNB Smart Chain', false, 15, '0.02'],
  ['USDC-ETH', 'Ethereum', false, 12, '20'],
  ['USDC-BSC', 'BNB Smart Chain', false, 15, '10'],
  ['XRP', 'XRP Ledger', true, 1, '20'],
  ['TUSD-ETH', 'Ethereum', false, 12, '20'],
  ['DOGE', 'Dogecoin', false, 30, '50'],
  ['MATIC-ETH', 'Ethereum', false, 12, '20'],
  ['SHIB-ETH', 'Ethereum', false, 12, '1000000'],
  ['LTC', 'Litecoin', false, 6, '0.1'],
];

test('the coins of the list are offered in its order, but for the one that the provider lists no more', async () => {
  const { data } = await counter.payments.get('api/payments/deposit');
  const { coins } = data.methods.find(({ pm_id }: { pm_id: number }) => pm_id === 337);
  const told = coins.map((each: CoinTold) => [each.key, each.network, each.has_memo, each.confirmations, each.min]);
  expect(told).toEqual(offered);
});

test('paid in full within the quote it arrives as quoted, and the ledger keeps eight decimals of the coin', async () => {
  const { payments, app, wallet, books } = counter;
  const before = await books.inLedger(wallet);
  const { id, quote, reference, redirect } = await begin('BTC');
  expect(quote).toMatchObject({ currency: 'BTC', account_amount: '250.00', account_currency: 'USD', fee: '0.00000000' });
  expect(quote.amount).toMatch(/^0\.00\d{6}$/);
  const page = new URL(redirect.url);
  expect(page.pathname).toBe('/en/transfer-information');
  expect(redirect.fields).toMatchObject({ source_currency: 'BTC', crypto_network: 'BTC', tid: String(id) });
  expect(JSON.stringify(redirect)).not.toContain('bc1q');
  const told = await payments.get(`api/payments/deposit/instructions?tid=${id}`);
  expect(told.data).toMatchObject({
    address: expect.stringMatching(/^bc1q/),
    memo: null,
    amount: quote.amount,
    confirmations: 2,
  });
  await decide(reference, { outcome: 'approved' });
  await payments.becomes(id, 'completed');
  expect(Number(await books.inLedger(wallet)) - Number(before)).toBeCloseTo(250, 6);
  // What the provider has of the coin is what the broker's position in it is.
  const [has, position] = await Promise.all(
    [provider(3, 'BTC', 'nowpayments'), exchange(3, 'BTC')].map((account) => balanceOf(app.database.sql, account)),
  );
  expect(has).toBeLessThan(0n);
  expect(position).toBe(-(has ?? 0n));
});

test.each([
  ['less', '0.00200000'],
  ['more', '0.00900000'],
])('of %s than was asked for what came is credited, at the rate of its confirmation', async (_which, amount) => {
  const { payments } = counter;
  const { id, reference, quote } = await begin('BTC');
  await decide(reference, { outcome: 'approved', amount, currency: 'BTC' });
  await payments.becomes(id, 'completed');
  const details = await payments.detailsOf(id);
  expect(details).toMatchObject({ amount, currency: 'BTC', reason: expect.any(String) });
  const [came, asked] = [Number(details.account_amount) / Number(amount), Number(quote.account_amount) / Number(quote.amount)];
  expect(Math.abs(came / asked - 1)).toBeLessThan(0.03);
});

test('a confirmation after the quote has run out counts at the rate of then, also of a payment that was given up', async () => {
  const { payments, app } = counter;
  const { id, reference } = await begin('ETH');
  await setBack(app, id, `saved_at = saved_at - interval '2 hours'`);
  await decide(reference, { outcome: 'approved' });
  await payments.becomes(id, 'completed');
  const timeline: { code: string }[] = (await payments.detailsOf(id)).timeline;
  expect(timeline.map(({ code }) => code)).toContain('coin_arrived');
});

test('what is paid to the address once more opens no wallet in coins: two persons take it, at the price of then', async () => {
  const { payments, app, client, books, wallet } = counter;
  const { id, reference } = await begin('BTC');
  await decide(reference, { outcome: 'approved' });
  await payments.becomes(id, 'completed');
  await decide(reference, { outcome: 'approved', amount: '0.00100000', currency: 'BTC' });
  const waiting = () =>
    app.owner.sql.many<{ subject: string }>(
      `select subject from desk_case where queue = 'unmatched' and detail->>'transfer_id' = $1 and closed_at is null`,
      [String(id)],
    );
  await expect.poll(async () => (await app.drain(), (await waiting()).length)).toBe(1);
  const [found] = await waiting();
  const path = `/api/desk/transactions/${found?.subject.split(':')[1]}`;
  const finance = await app.signInStaff('finance');
  const answer = await app.call({ method: 'POST', path, body: { action: 'approve', reason: 'paid twice' }, as: finance });
  expect(answer.errors).toEqual([]);
  const before = Number(await books.inLedger(wallet));
  const decision = { decision: 'approve', reason: 'paid twice' };
  const agreed = await app.call({
    method: 'POST',
    path: `/api/desk/approvals/${answer.data.approval.id}`,
    body: decision,
    as: await app.signInStaff('admin'),
  });
  expect(agreed.errors).toEqual([]);
  // A thousandth of what the sandbox asks for a bitcoin, within its one per cent.
  expect(Math.abs((Number(await books.inLedger(wallet)) - before) / 61.5 - 1)).toBeLessThan(0.011);
  const wallets = await app.owner.sql.many(`select from wallet where client_id = $1 and currency = 'BTC'`, [client.clientId]);
  expect(wallets).toEqual([]);
});

test('what is seen on the chain within the quote arrives as quoted however long the network takes', async () => {
  const { payments, app } = counter;
  const { id, reference, quote } = await begin('LTC');
  await decide(reference, { outcome: 'pending' });
  await app.drain();
  await expect
    .poll(async () => {
      await app.drain();
      const { count } = await app.owner.sql.one<{ count: number }>(
        'select count(*)::integer as count from provider_transaction where remittance_id = $1',
        [id],
      );
      return count;
    })
    .toBe(1);
  await app.call({ method: 'POST', path: '/sandbox/clock', body: { advance_seconds: 7200 } });
  await decide(reference, { outcome: 'approved' });
  await payments.becomes(id, 'completed');
  expect(await payments.detailsOf(id)).toMatchObject({ account_amount: quote.account_amount, amount: quote.amount });
});

test('a network that needs a tag gives one with the address', async () => {
  const { id } = await begin('XRP');
  const { data } = await counter.payments.get(`api/payments/deposit/instructions?tid=${id}`);
  expect(data).toMatchObject({ coin: 'XRP', network: 'XRP Ledger', memo: expect.stringMatching(/^\d+$/) });
});

test.each([
  [inCoin('USDT-OMNI'), 'coin_not_offered', 'crypto_network'],
  [inCoin('GOLD'), 'coin_not_offered', 'crypto_network'],
  [{ pm_id: 337, currency: 'USD' }, 'field_required', 'crypto_network'],
  [inCoin('BTC', { currency: 'ZAR' }), 'currency_not_offered', 'currency'],
  [inCoin('BTC', { amount: '1' }), 'limit_exceed', 'amount'],
])('%j is refused by %s at its field', async (more, code, field) => {
  const { payments, wallet } = counter;
  const answer = await payments.askDeposit(wallet, '250.00', more);
  expect(answer.errors[0]).toMatchObject({ code, validation_messages: { [field]: expect.anything() } });
});

// What the sandbox asks for a coin moves by one per cent, and the broker may ask for a little more.
test.each([
  ['BTC', '0.00020000', '11.60', '13.00'],
  ['ETH', '0.00500000', '15.20', '17.00'],
  ['BNB-BSC', '0.02000000', '11.50', '13.00'],
  ['USDC-ETH', '20.00000000', '19.00', '21.00'],
  ['USDC-BSC', '10.00000000', '9.50', '10.50'],
  ['XRP', '20.00000000', '11.50', '13.00'],
  ['TUSD-ETH', '20.00000000', '19.00', '21.00'],
  ['DOGE', '50.00000000', '7.50', '8.50'],
  ['MATIC-ETH', '20.00000000', '10.40', '11.60'],
  ['SHIB-ETH', '1000000.00000000', '17.10', '19.00'],
  ['LTC', '0.10000000', '8.00', '9.00'],
] as const)('of %s at least %s is taken, though the broker would take less of money', async (coin, least, ...[below, above]) => {
  const { payments, wallet } = counter;
  await setLeast('1');
  const short = await payments.askDeposit(wallet, below, inCoin(coin));
  expect(short).toMatchObject({
    httpStatus: 422,
    errors: [{ code: 'limit_exceed', validation_messages: { amount: expect.anything() } }],
    data: { min: least },
  });
  const taken = await payments.askDeposit(wallet, above, inCoin(coin));
  expect(taken.errors).toEqual([]);
  expect(Number(taken.data.quote.amount)).toBeGreaterThanOrEqual(Number(least));
  await setLeast();
});

test('the way to pay of somebody else’s deposit is told to nobody', async () => {
  const { app } = counter;
  const { id } = await begin('DOGE');
  const other = await app.signIn('ng.active');
  const answer = await app.call({ method: 'GET', path: `api/payments/deposit/instructions?tid=${id}`, as: other });
  expect(answer).toMatchObject({ httpStatus: 404, errors: [{ code: 'unknown_transfer' }] });
});

test('a forged notification credits nothing', async () => {
  const { payments } = counter;
  const { id, reference } = await begin('USDC-BSC');
  await payments.post('/sandbox/faults', { target: 'payments', mode: 'forge', count: 1 });
  await decide(reference, { outcome: 'declined' });
  await payments.becomes(id, 'declined');
  expect(await payments.detailsOf(id)).toMatchObject({ status: 'declined' });
});

test('how to pay is found by what the address tells of a deposit that waits, and only the client’s own', async () => {
  const { app, wallet } = counter;
  const { id, quote } = await begin('LTC', '260.00');
  const find = (asked: Record<string, string>, as = counter.client) =>
    app.call({ method: 'GET', path: `api/payments/deposit/instructions?${new URLSearchParams(asked)}`, as });
  const told = { source_currency: 'LTC', crypto_network: 'LTC', amount: quote.amount, account_number: String(wallet) };
  for (const asked of [
    told,
    { crypto_network: 'LTC' },
    { source_currency: 'LTC' },
    { crypto_network: 'LTC', amount: quote.amount },
  ])
    expect((await find(asked)).data).toMatchObject({ transfer_id: id, by: 'coin', coin: 'LTC' });
  const others = [{ amount: '0.00000001' }, { source_currency: 'EUR' }, { crypto_network: 'SHIB-ETH' }, { account_number: '1' }];
  for (const other of [...others, { source_currency: 'gold' }, { amount: 'much' }])
    expect(await find({ ...told, ...other })).toMatchObject({ httpStatus: 409, errors: [{ code: 'no_waiting_deposit' }] });
  expect((await find(told, await app.signIn('ng.active'))).errors[0]?.code).toBe('no_waiting_deposit');
  expect((await find({ tid: String(id), amount: '1' })).data).toMatchObject({ transfer_id: id });
});
