import { afterEach, describe, expect, test } from 'vitest';
import { parseRate } from '../../base/money.ts';
import { openPaymentsFixture, transferAsked } from '../../server/testing/paymentsFixture.ts';
import { openThreePockets } from '../../server/testing/threePockets.ts';

const { app, balances, books, client, dollars, euros, payments, wallet } = await openThreePockets();

describe('what cannot be done is refused by name, on the field, and nothing changes', () => {
  const refusals = [
    ['an account that does not exist', () => ({ target_account_number: 999 }), 'unknown_account', 'target_account_number'],
    ['the same account twice', () => ({ target_account_number: dollars }), 'same_account', 'target_account_number'],
    ['no amount', () => ({ amount: undefined }), 'field_required', 'amount'],
    ['more decimals than the currency has', () => ({ amount: '1.005' }), 'bad_amount', 'amount'],
    ['a negative amount', () => ({ amount: '-5' }), 'bad_amount', 'amount'],
    ['nothing', () => ({ amount: '0.00' }), 'bad_amount', 'amount'],
    ['words', () => ({ amount: 'a lot' }), 'bad_amount', 'amount'],
    ['an exponent', () => ({ amount: 1e21 }), 'bad_amount', 'amount'],
    ['more than there is', () => ({ amount: '900000.00' }), 'not_enough_money', 'amount'],
    ['more than may be moved', () => ({ amount: '1000000.01' }), 'limit_exceed', 'amount'],
    ['another currency than the account has', () => ({ currency: 'EUR' }), 'wrong_currency', 'currency'],
    ['an unknown currency', () => ({ currency: 'ZZZ' }), 'unknown_currency', 'currency'],
    ['what nobody can ask for: a reversal', () => ({ transfer_type: 'reversal' }), 'validation_failed', 'transfer_type'],
    ['a method that is not offered', () => ({ pm_id: 337 }), 'method_not_offered', 'pm_id'],
  ] as const;
  test.each(refusals)('%s', async (...[, changed, code, field]) => {
    const before = await balances();
    const body = { ...transferAsked(dollars, wallet, '5'), ...changed() };
    const answer = await payments.process(body);
    expect(answer).toMatchObject({ httpStatus: 422, success: false, errors: [{ code }] });
    expect(Object.keys(answer.errors[0]?.validation_messages ?? {})).toEqual([field]);
    expect(answer.errors[0]?.errmsg).not.toContain('error.');
    expect(await balances()).toEqual(before);
  });

  test("somebody else's account is as unknown as none, and so is somebody else's remittance", async () => {
    const other = await app.signIn('hk.active');
    const theirs = await books.wallet(other, { currency: 'USD', amount: '10.00' });
    expect((await payments.askTransfer(theirs, dollars, '5')).errors).toMatchObject([{ code: 'unknown_account' }]);
    expect((await payments.askTransfer(dollars, theirs, '5')).errors).toMatchObject([{ code: 'unknown_account' }]);
    const { data } = await payments.askTransfer(wallet, dollars, '5');
    expect((await openPaymentsFixture(app, other).save(data.remittance_id)).errors).toMatchObject([
      { code: 'unknown_remittance' },
    ]);
  });

  test('a client whose profile forbids it is told why', async () => {
    const frozen = await app.signIn('global.frozen');
    const answer = await openPaymentsFixture(app, frozen).askTransfer(1, 2, '5');
    expect(answer).toMatchObject({ httpStatus: 403, errors: [{ code: 'account_frozen' }] });
  });

  test('a quote that has run out', async () => {
    const { data } = await payments.askTransfer(wallet, dollars, '5');
    await app.owner.sql.run(`update remittance set expires_at = created_at where id = $1`, [data.remittance_id]);
    expect((await payments.save(data.remittance_id)).errors).toMatchObject([{ code: 'quote_expired' }]);
  });
});

describe('what is exchanged', () => {
  /** Whatever day it is, these are the newest rates. */
  const publish = (perEuro: string) =>
    app.owner.sql.run(
      `update reference_rate set rate = $1 where currency = 'USD' and day = (select max(day) from reference_rate)`,
      [parseRate(perEuro)],
    );
  afterEach(() => publish('1.08'));

  test('goes at no rate that is another one by now: not a cent has moved, and a new quote is at the new rate', async () => {
    const before = await balances();
    const [old, same] = await Promise.all([
      payments.askTransfer(dollars, euros, '108'),
      payments.askTransfer(wallet, dollars, '5'),
    ]);
    await publish('1.2');
    expect((await payments.save(old.data.remittance_id)).errors).toMatchObject([{ code: 'quote_expired' }]);
    expect(await balances()).toEqual(before);
    expect((await payments.askTransfer(dollars, euros, '108')).data.quote.account_amount).toBe('90.00');
    expect((await payments.save(same.data.remittance_id)).data.status).toBe('completed');
    await publish('1.08');
    expect((await payments.save(old.data.remittance_id)).data.status).toBe('completed');
  });

  test('into an account from a deposit neither', async () => {
    const { data } = await payments.askDeposit(euros, '200');
    await publish('1.0799');
    expect((await payments.save(data.remittance_id)).errors).toMatchObject([{ code: 'quote_expired' }]);
  });

  test('between own accounts has its end for the day, also when all quotes are saved at once', async () => {
    const rich = await app.signIn('eu.active');
    const theirs = openPaymentsFixture(app, rich);
    const [from, to] = [
      await books.wallet(rich, { currency: 'USD', amount: '120000.00' }),
      await books.wallet(rich, { currency: 'EUR', amount: '10.00' }),
    ];
    const asked = await theirs.askTransfer(from, to, '20000');
    expect(asked.data.quote).toMatchObject({ exchange_left: { amount: '50000.00', currency: 'USD' }, markup_percent: '0' });
    const ids = [asked.data.remittance_id, await theirs.confirmed(from, to, '20000'), await theirs.confirmed(from, to, '20000')];
    const saved = await Promise.all(ids.map((id) => theirs.save(id)));
    expect(saved.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 200, 422]);
    expect(await books.inLedger(from)).toBe('80000.00');
    expect(saved.find(({ success }) => !success)).toMatchObject({
      errors: [{ code: 'exchange_limit' }],
      data: { most: '50000.00', left: '10000.00', currency: 'USD' },
    });
    // Also told before anything is confirmed; back counts as well, and what is not exchanged does not.
    expect((await theirs.askTransfer(to, from, '9500')).errors).toMatchObject([{ code: 'exchange_limit' }]);
    expect((await theirs.askTransfer(to, from, '9000')).data.quote.exchange_left).toEqual({
      amount: '10000.00',
      currency: 'USD',
    });
    const account = await books.account(rich, 'advantage mt5', { currency: 'USD', amount: '0' });
    expect((await theirs.askTransfer(from, account, '60000')).data.quote.exchange_left).toBeNull();
    // It is taken with the money, so what did not move has no part of it.
    const taken = await app.database.sql.many('select remittance_id from exchange where remittance_id = any($1::integer[])', [
      ids,
    ]);
    expect(taken).toHaveLength(2);
    // Whichever two came first: each is asked for again and answered as before, the limit reached or not.
    const kept = ids.filter((_id, index) => saved[index]?.success);
    expect(kept).toHaveLength(2);
    for (const id of kept) expect((await theirs.save(id)).data.status).toBe('completed');
  });
});

describe('a deposit', () => {
  test.each([
    ['too little', { amount: '99.99' }, 'limit_exceed', 'amount'],
    ['too much', { amount: '50000.01' }, 'limit_exceed', 'amount'],
    ['a currency that the method does not take', { currency: 'JPY' }, 'currency_not_offered', 'currency'],
    ['a method of other countries', { pm_id: 318 }, 'method_not_offered', 'pm_id'],
    ['no method', { pm_id: undefined }, 'field_required', 'pm_id'],
    ['no account', { account_number: undefined }, 'field_required', 'account_number'],
  ])('of %s is refused by name', async (...[, changed, code, field]) => {
    const answer = await payments.askDeposit(dollars, '100', changed);
    expect(answer).toMatchObject({ httpStatus: 422, errors: [{ code }] });
    expect(Object.keys(answer.errors[0]?.validation_messages ?? {})).toEqual([field]);
  });
});

/** What the forms of deposits and transfers say that an account's first money has to come to. */
async function firstDeposits(account: number): Promise<(string | null | undefined)[]> {
  const forms = ['api/payments/deposit', 'api/payments/transfer'].map(async (path) => {
    const { data } = await app.call({ method: 'GET', path, as: client });
    const accounts: { number: number; first_deposit: string | null }[] = data.accounts;
    return accounts.find(({ number }) => number === account)?.first_deposit;
  });
  return Promise.all(forms);
}

test('a first deposit into a pro account has a minimum of its own, in the currency that is paid', async () => {
  const pro = await books.account(client, 'pro', { currency: 'USD', amount: '0' });
  expect(await firstDeposits(pro)).toEqual(['25000.00', '25000.00']);
  const answer = await payments.askDeposit(pro, '1000', { currency: 'EUR' });
  expect(answer.errors).toMatchObject([{ code: 'limit_exceed' }]);
  expect(answer.data).toEqual({ min: '23264.48', max: '50000.00' });
  expect((await payments.askDeposit(pro, '25000')).success).toBe(true);
});

test('a pro account cannot be opened up by a small transfer: its first money comes to the minimum whichever way', async () => {
  const pro = await books.account(client, 'pro', { currency: 'USD', amount: '0' });
  const rich = await books.wallet(client, { currency: 'EUR', amount: '40000.00' });
  expect(await payments.askTransfer(wallet, pro, '1')).toMatchObject({
    errors: [{ code: 'limit_exceed' }],
    data: { min: '25000.00' },
  });
  expect(await payments.askTransfer(rich, pro, '1000')).toMatchObject({ data: { min: '23148.15' } });
  expect((await payments.askDeposit(pro, '100')).errors).toMatchObject([{ code: 'limit_exceed' }]);
  expect((await payments.save(await payments.confirmed(rich, pro, '23148.15'))).data).toMatchObject({ status: 'completed' });
  expect(await books.onPlatform(pro)).toBe('25000.00');
  expect(await firstDeposits(pro)).toEqual([null, null]);
  expect((await payments.askTransfer(wallet, pro, '1')).success).toBe(true);
  expect((await payments.askDeposit(pro, '100')).success).toBe(true);
});

test('quotes that nobody saved are dropped a day after they ran out, and nothing else is', async () => {
  const { data } = await payments.askTransfer(wallet, dollars, '5');
  const count = async () =>
    (await app.owner.sql.one<{ count: number }>('select count(*)::integer as count from remittance where saved_at is not null'))
      .count;
  const saved = await count();
  await app.owner.sql.run(`update remittance set expires_at = expires_at - interval '2 days'`);
  await app.opened.worker?.sweep('remittance.quotes');
  expect((await payments.save(data.remittance_id)).errors).toMatchObject([{ code: 'unknown_remittance' }]);
  expect(await count()).toBe(saved);
});

test('a quote that ran out less than a day ago is not dropped: whoever saves it is told that it ran out', async () => {
  const { data } = await payments.askTransfer(wallet, dollars, '5');
  await app.owner.sql.run(`update remittance set expires_at = expires_at - interval '20 hours' where id = $1`, [
    data.remittance_id,
  ]);
  await app.opened.worker?.sweep('remittance.quotes');
  expect((await payments.save(data.remittance_id)).errors).toMatchObject([{ code: 'quote_expired' }]);
});
