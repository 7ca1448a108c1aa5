import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignedIn, TestApp } from '../../../server/testing/app.ts';
import type { BookFixture } from '../../../server/testing/bookFixture.ts';
import { openCounter, type PaymentsFixture } from '../../../server/testing/paymentsFixture.ts';
import { openPayoutFixture, type PayoutFixture } from '../../../server/testing/payoutFixture.ts';

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let payouts: PayoutFixture;
let client: SignedIn;
let dollars: number;
let wallet: number;

beforeAll(async () => {
  ({ app, books, client, payments, dollars, wallet } = await openCounter('ng.active', { dollars: '1000.00', wallet: '0.00' }));
  payouts = await openPayoutFixture(app, { client, payments, books });
  await payouts.trade(dollars);
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const skrill = (email = 'ng.active@wallet.test') => ({ pm_id: 1011, wallet_email: email, confirm_own_name: true });
/** As if whatever is new had cooled off. */
const coolOff = async (id: number) => {
  expect(await payments.detailsOf(id)).toMatchObject({ status: 'processing' });
  await payouts.lookAgain();
};

describe('a withdrawal to a wallet elsewhere', () => {
  beforeEach(async () => {
    await payouts.payIn(wallet, '100.00');
    // What was gained since.
    await books.wallet(client, { currency: 'USD', amount: '400.00' });
  });

  test('takes what the cards do not take back, after it has cooled off', async () => {
    const left = await payouts.left('USD');
    const { id, quote, pin } = await payouts.ask(wallet, (left + 50).toFixed(2), skrill());
    expect(quote.split.lines.at(-1)).toMatchObject({
      pm_id: 1011,
      way: 'payout',
      to: 'ng.active@wallet.test',
      transfer_id: null,
      amount: '50.00',
    });
    expect(quote.split.most).toBe((left + 50).toFixed(2));
    expect((await payments.save(id, { payment_code: pin })).data).toMatchObject({ status: 'on_review' });
    await app.drain();
    await payouts.approve(id);
    await coolOff(id);
    await payouts.ends(id, 'completed');
    const paid = await payouts.atProvider(id);
    expect(paid).toContain('payout 2 50.00');
    expect(paid.filter((each) => each.startsWith('refund approved')).length).toBeGreaterThan(0);
    const codes = (await payments.detailsOf(id)).timeline.map((entry: { code: string }) => entry.code);
    expect(codes).toContain('withdrawal_cooling');
  });

  test('asks for the wallet, and that it is the client’s own', async () => {
    expect(await payouts.confirm(wallet, '30.00', { pm_id: 1011 })).toMatchObject({
      httpStatus: 422,
      errors: [{ code: 'field_required', validation_messages: { wallet_email: expect.anything() } }],
    });
    expect(await payouts.confirm(wallet, '30.00', { pm_id: 1011, wallet_email: 'me@wallet.test' })).toMatchObject({
      httpStatus: 422,
      errors: [{ code: 'field_required', validation_messages: { confirm_own_name: expect.anything() } }],
    });
    expect(await payouts.confirm(wallet, '30.00', { ...skrill('no address'), confirm_own_name: true })).toMatchObject({
      httpStatus: 422,
      errors: [{ validation_messages: { wallet_email: expect.anything() } }],
    });
  });

  test('tells every proven address of one that is new, once', async () => {
    const told = async () =>
      (
        await app.owner.sql.many(
          `select 1 from notice where type = 'withdraw_new_destination' and values->>'card' like '%new@wallet.test%'`,
        )
      ).length;
    const left = await payouts.left('USD');
    const amount = (left + 20).toFixed(2);
    const first = await payouts.asked(wallet, amount, skrill('new@wallet.test'));
    expect(await told()).toBe(1);
    await payments.post('api/transfers/cancel', { tid: first });
    const second = await payouts.asked(wallet, amount, skrill('NEW@wallet.test'));
    expect(await told()).toBe(1);
    await payments.post('api/transfers/cancel', { tid: second });
  });

  test('is offered for choice the next time, masked, and to nobody else', async () => {
    const left = await payouts.left('USD');
    const first = await payouts.asked(wallet, (left + 20).toFixed(2), skrill('again@wallet.test'));
    await payments.post('api/transfers/cancel', { tid: first });
    const offered = async () => {
      const { methods } = (await payments.get('api/payments/withdraw')).data;
      return methods.find(({ pm_id }: { pm_id: number }) => pm_id === 1011).destinations;
    };
    const [last] = await offered();
    expect(last).toEqual({ id: expect.any(Number), name: 'a•••@wallet.test', is_cooling: true });
    // What was only quoted has been used for nothing.
    await payouts.ask(wallet, (left + 20).toFixed(2), skrill('quoted@wallet.test'));
    expect((await offered())[0]).toEqual(last);
    const { quote } = await payouts.ask(wallet, (left + 20).toFixed(2), { pm_id: 1011, destination: last.id });
    expect(quote.split.lines.at(-1)).toMatchObject({ to: 'again@wallet.test' });
    for (const destination of [999_999, String(last.id + 999)])
      expect(await payouts.confirm(wallet, '30.00', { pm_id: 1011, destination })).toMatchObject({
        httpStatus: 422,
        errors: [{ code: 'destination_not_valid', validation_messages: { destination: expect.anything() } }],
      });
    // Of another method it is none.
    expect(await payouts.confirm(wallet, '30.00', { pm_id: 183, destination: last.id })).toMatchObject({ httpStatus: 422 });
    const other = await app.signIn('global.active');
    const asked = { action: 'confirm', transfer_type: 'withdraw', account_number: wallet, amount: '30.00' };
    const body = { ...asked, pm_id: 1011, destination: last.id };
    expect(await app.call({ method: 'POST', path: 'api/payments_process', body, as: other })).toMatchObject({ httpStatus: 422 });
  });

  test('that is nobody’s comes back into the wallet here, and the client reads why', async () => {
    const left = await payouts.left('USD');
    const id = await payouts.asked(wallet, (left + 25).toFixed(2), skrill('nobody@wallet.test'));
    const before = Number(await books.inLedger(wallet));
    await payouts.approve(id);
    await coolOff(id);
    // Nobody of ours tries it again in time.
    await payouts.ends(id, 'completed');
    expect(Number(await books.inLedger(wallet)) - before).toBe(25);
    expect(await payments.detailsOf(id)).toMatchObject({ reason: expect.stringMatching(/not taken/) });
  });

  test.each(['timeout_before', 'timeout_after', 'error'] as const)(
    'survives a provider that answers with %s: once',
    async (mode) => {
      const left = await payouts.left('USD');
      const id = await payouts.asked(wallet, (left + 31).toFixed(2), skrill());
      await books.fail('payments', mode);
      await payouts.approve(id);
      await payouts.ends(id, 'completed');
      // A fault is set on every provider: those that were not asked would have it later.
      await books.fail('payments', 'none');
      expect((await payouts.atProvider(id)).filter((each) => each === 'payout 2 31.00')).toHaveLength(1);
    },
  );
});

describe('what a wallet elsewhere has paid in', () => {
  test('goes back to it as a refund, before anything goes to a destination', async () => {
    const pounds = await books.wallet(client, { currency: 'GBP', amount: '0' });
    await payouts.payIn(pounds, '120.00', { pm_id: 1011, currency: 'GBP' });
    const { quote } = await payouts.ask(pounds, '120.00', skrill());
    expect(quote.split.lines).toMatchObject([{ pm_id: 1011, way: 'refund', to: 'Skrill', amount: '120.00' }]);
    const id = await payouts.asked(pounds, '40.00', skrill());
    await payouts.approve(id);
    await coolOff(id);
    await payouts.ends(id, 'completed');
    expect(await payouts.atProvider(id)).toEqual(['refund 2 40.00']);
  });

  test('goes as a payout to the account that paid it when it is too old to be refunded', async () => {
    const euros = await books.wallet(client, { currency: 'EUR', amount: '0' });
    const paid = await payouts.payIn(euros, '90.00', { pm_id: 1011, currency: 'EUR' });
    await app.owner.sql.run(`update remittance set saved_at = now() - interval '400 days' where method_id = 1011 and id <= $1`, [
      paid,
    ]);
    const id = await payouts.asked(euros, '60.00', skrill());
    await payouts.approve(id);
    await coolOff(id);
    await payouts.ends(id, 'completed');
    expect(await payouts.atProvider(id)).toEqual(['payout 2 60.00']);
  });
});

describe('a withdrawal to a bank account', () => {
  const bank = (change: object = {}) => ({
    pm_id: 183,
    bank: 'GTBank',
    bank_account: '0123 456 789',
    confirm_own_name: true,
    ...change,
  });

  test.each([
    [{ bank: undefined }, 'field_required', 'bank'],
    [{ bank: 'FNB' }, 'bank_not_listed', 'bank'],
    [{ bank_account: '123456' }, 'destination_not_valid', 'bank_account'],
    [{ bank_account: undefined }, 'field_required', 'bank_account'],
    [{ confirm_own_name: false }, 'field_required', 'confirm_own_name'],
  ])('with %j is refused as %s at %s', async (change, code, field) => {
    await books.wallet(client, { currency: 'USD', amount: '100.00' });
    expect(await payouts.confirm(wallet, '30.00', bank(change))).toMatchObject({
      httpStatus: 422,
      errors: [{ code, validation_messages: { [field]: expect.anything() } }],
    });
  });

  test('first takes what banks have paid in, which no other method may pass by; it arrives in the country’s currency', async () => {
    await books.wallet(client, { currency: 'USD', amount: '500.00' });
    await payouts.payIn(wallet, '30000', { pm_id: 85, currency: 'NGN' });
    const left = await payouts.left('USD');
    const asked = (left + 200).toFixed(2);
    expect(await payouts.confirm(wallet, asked, skrill())).toMatchObject({
      errors: [{ code: 'other_method_first', validation_messages: { pm_id: expect.anything() } }],
    });
    const { id, quote, pin } = await payouts.ask(wallet, asked, bank());
    const [back, rest] = quote.split.lines.slice(-2);
    expect(back).toMatchObject({ pm_id: 183, way: 'payout', to: 'GTBank 0123456789', account_currency: 'NGN' });
    expect(back.account_amount).toBe('30000.00');
    expect(rest).toMatchObject({ pm_id: 183, transfer_id: null, to: 'GTBank 0123456789', account_currency: 'NGN' });
    expect((await payments.save(id, { payment_code: pin })).errors).toEqual([]);
    await app.drain();
    await payouts.approve(id);
    await coolOff(id);
    await payouts.ends(id, 'completed');
    expect((await payouts.atProvider(id)).filter((each) => each.startsWith('payout approved'))).toHaveLength(2);
  });
});

describe('a withdrawal to an address of a chain', () => {
  const chain = (change: object = {}) => ({
    pm_id: 337,
    crypto_network: 'ETH',
    crypto_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    wallet_held: 'self',
    confirm_own_name: true,
    ...change,
  });
  const xrp = { crypto_network: 'XRP', crypto_address: 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh' };
  const asked = async (amount: number, how: ReturnType<typeof chain>) => {
    await books.wallet(client, { currency: 'USD', amount: '600.00' });
    return payouts.asked(wallet, ((await payouts.left('USD')) + amount).toFixed(2), how);
  };
  const prove = (id: number) =>
    app.owner.sql.run(
      `insert into stored_file (id, client_id, call, kind, name, bytes, sha256, state, about, created_at)
       select gen_random_uuid(), client_id, 'transfers.paper', 'pdf', 'wallet.pdf', 10, repeat('0', 64), 'kept', 'remittance:' || id, now() from remittance where id = $1`,
      [id],
    );

  test.each([
    [{ crypto_network: undefined }, 'field_required', 'crypto_network'],
    [{ crypto_network: 'USDT-OMNI', crypto_address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' }, 'coin_not_offered', 'crypto_network'],
    [{ crypto_address: 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh' }, 'destination_not_valid', 'crypto_address'],
    // One figure of it is another: its capitals say so.
    [{ crypto_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee' }, 'destination_not_valid', 'crypto_address'],
    [{ wallet_held: undefined }, 'field_required', 'wallet_held'],
    [{ wallet_held: 'exchange' }, 'field_required', 'exchange_name'],
    [{ ...xrp, wallet_held: 'exchange', exchange_name: 'Somewhere' }, 'field_required', 'crypto_memo'],
    [{ ...xrp, crypto_memo: 'tag' }, 'destination_not_valid', 'crypto_memo'],
    [{ crypto_memo: '1' }, 'destination_not_valid', 'crypto_memo'],
  ])('with %j is refused as %s at %s', async (change, code, field) => {
    await books.wallet(client, { currency: 'USD', amount: '300.00' });
    expect(await payouts.confirm(wallet, '80.00', chain(change))).toMatchObject({
      httpStatus: 422,
      errors: [{ code, validation_messages: { [field]: expect.anything() } }],
    });
  });

  test('waits for what shows that it is the client’s, the first time, and is worth what was asked when it goes', async () => {
    const id = await asked(70, chain());
    expect((await payments.detailsOf(id)).takes_paper).toBe(true);
    expect(await payouts.decide(id, { action: 'approve' })).toMatchObject({
      httpStatus: 409,
      errors: [{ code: 'proof_missing' }],
    });
    await prove(id);
    await payouts.approve(id);
    await coolOff(id);
    await payouts.ends(id, 'completed');
    expect(await payouts.atProvider(id)).toContain('FINISHED 70.00');
    const again = await asked(60, chain());
    await payouts.approve(again);
    await payouts.ends(again, 'completed');
  });

  test('keeps who sends, who receives and where the wallet is', async () => {
    const id = await asked(65, chain({ ...xrp, crypto_memo: '4711', wallet_held: 'exchange', exchange_name: 'Somewhere' }));
    const kept = await app.owner.sql.one<{ details: object }>(
      `select o.details from own_destination o join withdrawal_line l on l.destination_id = o.id where l.remittance_id = $1 limit 1`,
      [id],
    );
    expect(kept.details).toMatchObject({
      code: 'xrp',
      memo: '4711',
      travel: { originator: { country: 'NG' }, beneficiary: { country: 'NG', wallet: 'Somewhere' } },
    });
    await payments.post('api/transfers/cancel', { tid: id });
  });

  test('that the screening forbids is never approved, and nothing of that is told to the client', async () => {
    const id = await asked(55, chain({ crypto_address: '0x52908400098527886e0f7030069857d2e416dead' }));
    await prove(id);
    expect(await payouts.decide(id, { action: 'approve' })).toMatchObject({
      httpStatus: 409,
      errors: [{ code: 'address_flagged' }],
    });
    expect(JSON.stringify(await payments.detailsOf(id))).not.toMatch(/screen|severe|risk/i);
    expect(await payouts.decide(id, { action: 'decline', reason_code: 'suspicion' })).toMatchObject({ success: true });
  });

  test('first takes what coins have brought, and no other method passes that by', async () => {
    await books.wallet(client, { currency: 'USD', amount: '600.00' });
    const before = await payouts.left('USD');
    await app.owner.sql.run(
      `update remittance set details = '{"coin":"LTC"}', method_id = 337, provider = 'nowpayments' where id = $1`,
      [await payouts.payIn(wallet, '90.00', { pm_id: 1011, currency: 'USD' })],
    );
    const over = (before + 20).toFixed(2);
    expect(await payouts.confirm(wallet, over, skrill())).toMatchObject({
      errors: [{ code: 'other_method_first', validation_messages: { pm_id: expect.anything() } }],
    });
    const { quote } = await payouts.ask(wallet, (before + 100).toFixed(2), chain());
    expect(quote.split.lines.slice(-2)).toMatchObject([
      { pm_id: 337, way: 'payout', amount: '90.00' },
      { pm_id: 337, transfer_id: null, amount: '10.00' },
    ]);
  });
});
