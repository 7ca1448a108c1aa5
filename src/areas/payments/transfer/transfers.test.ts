import { describe, expect, test } from 'vitest';
import { rounding } from '../../../ledger/chart.ts';
import { balanceOf } from '../../../ledger/statement.ts';
import { openPaymentsFixture, transferAsked } from '../../../server/testing/paymentsFixture.ts';
import { openThreePockets } from '../../../server/testing/threePockets.ts';

const { app, balances, books, client, dollars, euros, payments, wallet } = await openThreePockets();

const move = async (from: number, to: number, amount: string) => payments.save(await payments.confirmed(from, to, amount));

describe('a transfer between two accounts in two currencies on two platforms', () => {
  test('is quoted with its rate, saved, and arrives at once', async () => {
    const confirmed = await payments.process({ ...transferAsked(dollars, euros, '108.00'), currency: 840 });
    expect(confirmed).toMatchObject({
      success: true,
      data: {
        quote: {
          amount: '108.00',
          currency: 'USD',
          account_amount: '100.00',
          account_currency: 'EUR',
          rate: '0.9259259259',
          fee: '0.00',
        },
        popup: null,
        pin_required: false,
      },
    });
    const saved = await payments.save(confirmed.data.remittance_id);
    expect(saved.data).toEqual({ transfer_id: confirmed.data.remittance_id, status: 'completed', redirect: null });
    expect(await balances()).toEqual({ dollars: ['892.00', '892.00'], euros: ['600.00', '600.00'], wallet: '300.00' });
    const transfer = await payments.detailsOf(saved.data.transfer_id);
    expect(transfer).toMatchObject({ status: 'completed', account_number: dollars, target_account_number: euros, reason: null });
    expect(transfer.timeline.map((stage: { code: string }) => stage.code)).toEqual(['held', 'sent', 'credited']);
    await app.drain();
    const letter = `mail:${client.clientId}:remittance:${saved.data.transfer_id}:completed`;
    expect(
      await app.owner.sql.many('select payload from outbox where topic = $1 and key = $2', ['post.mail', letter]),
    ).toMatchObject([{ payload: { type: 'transfer_completed' } }]);
  });
});

describe('a transfer', () => {
  test.each([
    ['from a wallet to a trading account', () => [wallet, dollars, '50.00']],
    ['from a trading account to a wallet', () => [dollars, wallet, '50.00']],
    ['from a wallet to an account in another currency', () => [wallet, euros, '10.80']],
    ['back', () => [euros, wallet, '10.00']],
  ] as const)('%s keeps platform and ledger alike', async (_name, trip) => {
    const [from, to, amount] = trip() as [number, number, string];
    expect((await move(from, to, amount)).data).toMatchObject({ status: 'completed' });
    const { dollars: usd, euros: eur } = await balances();
    expect(usd[0]).toBe(usd[1]);
    expect(eur[0]).toBe(eur[1]);
  });

  test('between wallets of two currencies is an exchange, and nothing is lost on the way', async () => {
    const euroWallet = await books.wallet(client, { currency: 'EUR', amount: '0' });
    const before = await books.inLedger(wallet);
    expect((await move(wallet, euroWallet, '21.60')).data).toMatchObject({ status: 'completed' });
    expect(await books.inLedger(euroWallet)).toBe('20.00');
    expect((await move(euroWallet, wallet, '20.00')).data).toMatchObject({ status: 'completed' });
    expect(await books.inLedger(wallet)).toBe(before);
  });

  test('into cents arrives a hundredfold', async () => {
    const cents = await books.account(client, 'cent', { currency: 'USC', amount: '0' });
    const confirmed = await payments.askTransfer(wallet, cents, '5.00');
    expect(confirmed.data.quote).toMatchObject({ account_amount: '500.00', account_currency: 'USC', rate: '100' });
    expect((await payments.save(confirmed.data.remittance_id)).data.status).toBe('completed');
    expect(await books.onPlatform(cents)).toBe('500.00');
  });
});

describe('changing so little that rounding would matter', () => {
  test('is refused from the least on that is exchanged, and the same sum moves within its currency', async () => {
    const cents = await books.account(client, 'micro cent', { currency: 'USC', amount: '500.00' });
    const others = await books.wallet(client, { currency: 'USC', amount: '0' });
    expect(await payments.askTransfer(cents, wallet, '0.50')).toMatchObject({
      httpStatus: 422,
      errors: [{ code: 'limit_exceed' }],
      data: { min: '100.00' },
    });
    expect(await payments.askTransfer(wallet, euros, '0.99')).toMatchObject({ data: { min: '1.00' } });
    expect((await move(cents, others, '0.50')).data).toMatchObject({ status: 'completed' });
    const { accounts } = (await payments.get('api/payments/transfer')).data;
    expect(accounts).toContainEqual(expect.objectContaining({ number: cents, min: '0.01', min_exchanged: '100.00' }));
  });

  test('never brings more than it is worth: what is left over is on an account of the broker', async () => {
    const cents = await books.account(client, 'micro cent', { currency: 'USC', amount: '500.00' });
    const leftOver = async () => balanceOf(app.owner.sql, rounding(3, 'USC'));
    const [held, kept] = [await books.inLedger(wallet), await leftOver()];
    const asked = await payments.askTransfer(cents, wallet, '100.60');
    expect(asked.data.quote).toMatchObject({ amount: '100.60', account_amount: '1.00', rate: '0.01', fee: '0.00' });
    expect((await payments.save(asked.data.remittance_id)).data).toMatchObject({ status: 'completed' });
    expect([await books.onPlatform(cents), await books.inLedger(cents)]).toEqual(['399.40', '399.40']);
    expect(Number(await books.inLedger(wallet)) - Number(held)).toBeCloseTo(1);
    expect((await leftOver()) - kept).toBe(60n);
  });

  test('comes back whole, left-over too, when its target refuses it', async () => {
    const cents = await books.account(client, 'micro cent', { currency: 'USC', amount: '500.00' });
    const kept = await balanceOf(app.owner.sql, rounding(3, 'USC'));
    const id = await payments.confirmed(cents, euros, '200.55');
    await payments.hold(id);
    await app.owner.sql.run(`update trading_account set status = 'archived' where number = $1`, [euros]);
    await books.hurry();
    await app.owner.sql.run(`update trading_account set status = 'active' where number = $1`, [euros]);
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'failed' });
    expect([await books.onPlatform(cents), await books.inLedger(cents)]).toEqual(['500.00', '500.00']);
    expect(await balanceOf(app.owner.sql, rounding(3, 'USC'))).toBe(kept);
  });
});

describe('saving the same remittance twenty times at once', () => {
  test('moves the money once and answers alike', async () => {
    const before = await balances();
    const { data } = await payments.askTransfer(dollars, wallet, '7.00');
    const answers = await Promise.all(Array.from({ length: 20 }, () => payments.save(data.remittance_id)));
    for (const answer of answers) {
      expect(answer.data).toEqual({ transfer_id: data.remittance_id, status: 'completed', redirect: null });
    }
    expect(Number(before.dollars[0]) - Number(await books.onPlatform(dollars))).toBeCloseTo(7);
    expect(Number(await books.inLedger(wallet)) - Number(before.wallet)).toBeCloseTo(7);
    expect((await payments.save(data.remittance_id)).data.status).toBe('completed');
    expect(Number(before.dollars[0]) - Number(await books.onPlatform(dollars))).toBeCloseTo(7);
  });

  test('with another amount than was quoted is refused', async () => {
    const { data } = await payments.askTransfer(wallet, dollars, '3.00');
    expect((await payments.save(data.remittance_id, { amount: '4.00' })).errors).toMatchObject([{ code: 'amount_changed' }]);
    expect((await payments.save(data.remittance_id, { amount: '3.00' })).data).toMatchObject({ status: 'completed' });
  });
});

describe('overdrawing', () => {
  test('a wallet is impossible however many transfers run at once', async () => {
    const poor = await app.signIn('ke.active');
    const hers = openPaymentsFixture(app, poor);
    const bookFixtureOf = await books.wallet(poor, { currency: 'USD', amount: '100.00' });
    const target = await books.account(poor, 'advantage mt5', { currency: 'USD', amount: '0' });
    const quotes = await Promise.all(Array.from({ length: 12 }, () => hers.askTransfer(bookFixtureOf, target, '30')));
    const saved = await Promise.all(quotes.map(({ data }) => hers.save(data.remittance_id)));
    expect(saved.filter(({ data }) => data.status === 'completed')).toHaveLength(3);
    expect(saved.filter(({ errors }) => errors[0]?.code === 'not_enough_money')).toHaveLength(9);
    expect([await books.inLedger(bookFixtureOf), await books.onPlatform(target)]).toEqual(['10.00', '90.00']);
  });

  test('a trading account is impossible: what the platform refuses goes back and says why', async () => {
    const poor = await app.signIn('uk.active');
    const hers = openPaymentsFixture(app, poor);
    const source = await books.account(poor, 'advantage mt5', { currency: 'USD', amount: '100.00' });
    const target = await books.wallet(poor, { currency: 'USD', amount: '0' });
    const quotes = await Promise.all(Array.from({ length: 8 }, () => hers.askTransfer(source, target, '40.00')));
    const saved = await Promise.all(quotes.map(({ data }) => hers.save(data.remittance_id)));
    const statuses = saved.map(({ data }) => data.status).toSorted();
    expect(statuses).toEqual([...Array(2).fill('completed'), ...Array(6).fill('declined')]);
    expect([await books.onPlatform(source), await books.inLedger(source), await books.inLedger(target)]).toEqual([
      '20.00',
      '20.00',
      '80.00',
    ]);
    const declined = saved.find(({ data }) => data.status === 'declined');
    expect((await hers.detailsOf(declined?.data.transfer_id)).reason).toMatch(/not enough/i);
  });
});

test('answers to questions that nobody has asked are taken, and change nothing', async () => {
  const { data } = await payments.askTransfer(wallet, dollars, '20.00');
  const answers = { confirm_raffle: true, raffle_contest_exists: 1, wallet_bonus_proposal: false };
  expect((await payments.save(data.remittance_id, answers)).data).toMatchObject({ status: 'completed' });
  const wrong = await payments.save(data.remittance_id, { confirm_raffle: 'perhaps' });
  expect(wrong.errors[0]?.validation_messages).toHaveProperty('confirm_raffle');
});

describe('a promo account', () => {
  test('lets money go only when the client agrees that its bonus goes first', async () => {
    const promo = await books.account(client, 'ecn mt5', { currency: 'USD', amount: '200.00' });
    const platform = app.opened.app.platforms.mt5;
    await platform.balanceOperation({ login: promo, kind: 'credit', amount: 5_000n, currency: 'USD', tag: 'test-bonus' });
    await app.owner.sql.run('update trading_account set is_promo = true where number = $1', [promo]);
    const { data } = await payments.askTransfer(promo, wallet, '20.00');
    const refused = await payments.save(data.remittance_id);
    expect(refused).toMatchObject({ httpStatus: 422, errors: [{ code: '20034', errttl: 'The bonus will be removed' }] });
    // Readings §4: the data holds the amount that goes.
    expect(refused.data).toEqual({ amount: '50.00', currency: 'USD' });
    expect(refused.errors[0]?.errmsg).toMatch(/USD\s50\.00/);
    expect((await payments.save(data.remittance_id, { confirm_bonus_removal: true })).data).toMatchObject({
      status: 'completed',
    });
    expect(await platform.account(promo)).toMatchObject({ account: { credit: 0n, balance: 18_000n } });
    // With its bonus it has ended to be one: nobody is asked again to give up what is gone.
    const { accounts } = (await payments.get('api/payments/transfer')).data;
    expect(accounts).toContainEqual(expect.objectContaining({ number: promo, is_promo: false }));
    expect((await move(promo, wallet, '20.00')).data).toMatchObject({ status: 'completed' });
  });

  test.each([46, 111])('of promotion %i lets money go without a word, and its bonus stays', async (promotion) => {
    const promo = await books.account(client, 'ecn mt5', { currency: 'USD', amount: '200.00' });
    const platform = app.opened.app.platforms.mt5;
    await platform.balanceOperation({
      login: promo,
      kind: 'credit',
      amount: 5_000n,
      currency: 'USD',
      tag: `exempt-${promotion}`,
    });
    await app.owner.sql.run('update trading_account set is_promo = true, promotion_id = $2 where number = $1', [
      promo,
      promotion,
    ]);
    const { accounts } = (await payments.get('api/payments/transfer')).data;
    expect(accounts).toContainEqual(expect.objectContaining({ number: promo, is_promo: true, promotion_id: promotion }));
    expect((await move(promo, wallet, '20.00')).data).toMatchObject({ status: 'completed' });
    expect(await platform.account(promo)).toMatchObject({ account: { credit: 5_000n } });
  });

  test('whose bonus went with its losses is not asked to give it up', async () => {
    const promo = await books.account(client, 'ecn mt5', { currency: 'USD', amount: '200.00' });
    await app.owner.sql.run('update trading_account set is_promo = true where number = $1', [promo]);
    expect((await move(promo, wallet, '20.00')).data).toMatchObject({ status: 'completed' });
  });
});
