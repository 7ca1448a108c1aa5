import { accountNumber } from '../../base/id.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as chart from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import { changeSetting } from '../../server/start/settings.ts';
import type { SignedIn, TestApp } from '../../server/testing/app.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { engineBeside, openCounter, runOf, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';

/* What has changed between the confirmation of a remittance and the moment its money moves. */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let client: SignedIn;
let dollars: number;
let wallet: number;

beforeAll(async () => {
  ({ app, books, client, payments, dollars, wallet } = await openCounter('global.active', {
    dollars: '500.00',
    wallet: '500.00',
  }));
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const setStatus = async (number: number, status: 'active' | 'archived') =>
  app.owner.sql.run('update trading_account set status = $2 where number = $1', [number, status]);
const account = async (amount: string, type = 'standard') => books.account(client, type, { currency: 'USD', amount });

describe('an account that was put away meanwhile', () => {
  test.each([
    ['the source', 'account_number'],
    ['the target', 'target_account_number'],
  ])('as %s of a transfer: saving it is refused, and nothing moves', async (_name, field) => {
    const other = await account('20.00');
    const id =
      field === 'account_number'
        ? await payments.confirmed(other, wallet, '5.00')
        : await payments.confirmed(wallet, other, '5.00');
    await setStatus(other, 'archived');
    const answer = await payments.save(id);
    expect(answer).toMatchObject({ httpStatus: 422, errors: [{ code: 'account_not_active' }] });
    expect(Object.keys(answer.errors[0]?.validation_messages ?? {})).toEqual([field]);
    expect([await books.onPlatform(other), await books.inLedger(other)]).toEqual(['20.00', '20.00']);
    await setStatus(other, 'active');
    expect((await payments.save(id)).data).toMatchObject({ status: 'completed' });
    await setStatus(other, 'archived');
  });

  test('as the target of a payment under way: the money is in the wallet, and the client is told', async () => {
    const other = await account('0');
    const { id, reference } = await payments.startDeposit(other, '100.00');
    await setStatus(other, 'archived');
    const before = await books.inLedger(wallet);
    expect(await payments.told(reference, { status: 'approved', amount: { minor: 10_000n, currency: 'USD' } })).toBe('received');
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'completed', reason: expect.stringMatching(/wallet/) });
    expect([await books.onPlatform(other), await books.inLedger(other)]).toEqual(['0.00', '0.00']);
    expect(Number(await books.inLedger(wallet)) - Number(before)).toBeCloseTo(100);
  });

  test('as the target of a transfer under way: the money goes back to its source', async () => {
    const other = await account('0');
    const before = await books.onPlatform(dollars);
    const id = await payments.confirmed(dollars, other, '5.00');
    await payments.hold(id);
    await setStatus(other, 'archived');
    await books.hurry();
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'failed' });
    expect([await books.onPlatform(dollars), await books.inLedger(dollars)]).toEqual([before, before]);
    expect(await books.onPlatform(other)).toBe('0.00');
  });
});

test.each(['account_number', 'target_account_number'])(
  'the quote of a transfer that an investment asked for (its account as %s) is not saved past it',
  async (field) => {
    const other = await account('20.00');
    const [from, to] = field === 'account_number' ? [other, wallet] : [wallet, other];
    const id = await payments.confirmed(from, to, '5.00');
    const setType = (type: string) =>
      app.owner.sql.run('update trading_account set type_key = $2 where number = $1', [other, type]);
    await setType('investor');
    expect(await payments.save(id)).toMatchObject({ httpStatus: 422, errors: [{ code: 'investment_account' }] });
    expect(await books.inLedger(other)).toBe('20.00');
    await setType('standard');
  },
);

describe('the bonus of a promo account', () => {
  const markPromo = (number: number) =>
    app.owner.sql.run('update trading_account set is_promo = true where number = $1', [number]);
  const promo = async (balance: string, credit: bigint): Promise<number> => {
    const number = await account(balance, 'ecn mt5');
    const { platforms, book, clock } = app.opened.app;
    const tag = `test-bonus-${number}`;
    await platforms.mt5.balanceOperation({ login: number, kind: 'credit', amount: credit, currency: 'USD', tag });
    await markPromo(number);
    const bonus = chart.bonusCredit({ company: 3, clientId: client.clientId }, 'USD', accountNumber(number));
    const legs = [{ from: chart.promotions(3, 'USD'), to: bonus, minor: credit }] as const;
    await book.submit({ movement: { key: `bonus:${number}`, kind: 'bonus_granted', legs, at: clock.now() } });
    return number;
  };
  const creditOf = async (number: number): Promise<bigint> => {
    const answer = await app.opened.app.platforms.mt5.account(number);
    if (answer.outcome !== 'done') throw new Error(`the platform says ${answer.outcome}`);
    return answer.account.credit;
  };
  const bonusInLedger = async (number: number) =>
    balanceOf(app.owner.sql, chart.bonusCredit({ company: 3, clientId: client.clientId }, 'USD', accountNumber(number)));
  const agreed = { confirm_bonus_removal: true };

  test('stays where the money is no longer there to leave', async () => {
    const number = await promo('50.00', 3_000n);
    const first = await payments.confirmed(number, wallet, '40.00');
    const second = await payments.confirmed(number, wallet, '40.00');
    expect((await payments.save(first, agreed)).data).toMatchObject({ status: 'completed' });
    const { mt5 } = app.opened.app.platforms;
    await mt5.balanceOperation({ login: number, kind: 'credit', amount: 3_000n, currency: 'USD', tag: `again-${number}` });
    await markPromo(number);
    expect((await payments.save(second, agreed)).data).toMatchObject({ status: 'declined' });
    expect((await payments.detailsOf(second)).reason).toMatch(/not enough/i);
    expect([await creditOf(number), await books.onPlatform(number)]).toEqual([3_000n, '10.00']);
    await mt5.balanceOperation({ login: number, kind: 'credit', amount: -3_000n, currency: 'USD', tag: `gone-${number}` });
  });

  test('stays, and so does the money, when the platform cannot be reached', async () => {
    const number = await promo('50.00', 3_000n);
    const id = await payments.confirmed(number, wallet, '40.00');
    await books.fail('trading', 'error', 1);
    expect((await payments.save(id, agreed)).data).toMatchObject({ status: 'declined' });
    await books.fail('trading', 'none');
    expect([await creditOf(number), await books.onPlatform(number), await books.inLedger(number)]).toEqual([
      3_000n,
      '50.00',
      '50.00',
    ]);
  });

  test('goes once, on the platform and in the ledger, though its removal was answered late', async () => {
    const number = await promo('50.00', 3_000n);
    const id = await payments.confirmed(number, wallet, '40.00');
    const held = await bonusInLedger(number);
    await books.fail('trading', 'timeout_before', 1);
    await payments.save(id, agreed);
    await books.hurry();
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'completed' });
    expect([await creditOf(number), await books.onPlatform(number)]).toEqual([0n, '10.00']);
    expect(held - (await bonusInLedger(number))).toBe(3_000n);
  });

  test('having gone, the money follows as soon as the platform is back, so that it did not go for nothing', async () => {
    const number = await promo('50.00', 3_000n);
    const id = await payments.confirmed(number, wallet, '40.00');
    const { mt5 } = app.opened.app.platforms;
    const busy = { outcome: 'refused', code: 'busy', message: 'told by the test' } as const;
    const balanceOperation: typeof mt5.balanceOperation = async (operation) =>
      operation.kind === 'balance' ? busy : mt5.balanceOperation(operation);
    await app.owner.sql.run('update remittance set removes_bonus = true where id = $1', [id]);
    await payments.hold(id);
    await engineBeside(app, { balanceOperation }).drive(runOf(app), id);
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'processing' });
    expect(await creditOf(number)).toBe(0n);
    await books.hurry();
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'completed' });
  });
});

test('what is set aside of a wallet shows at the wallet, and what is set aside of an account does not', async () => {
  const heldOf = async () => {
    const { data } = await app.call({ method: 'GET', path: 'api/direct/wallets', as: client });
    return data.wallets.find(({ number }: { number: number }) => number === wallet).held;
  };
  const [fromWallet, fromAccount] = [
    await payments.confirmed(wallet, dollars, '3.00'),
    await payments.confirmed(dollars, wallet, '4.00'),
  ];
  await payments.hold(fromAccount);
  expect(await heldOf()).toBe('0.00');
  await payments.hold(fromWallet);
  expect(await heldOf()).toBe('3.00');
  await books.hurry();
  expect(await heldOf()).toBe('0.00');
});

/** The broker changes a setting, from now on. */
async function change(path: string, value: unknown): Promise<void> {
  const at = app.opened.clock.now();
  const order = { path, value, author: 'test', at, effectiveAt: at };
  const verdict = await app.owner.transact((sql) => changeSetting(sql, order));
  expect(verdict).toMatchObject({ ok: true });
  await app.opened.settings.refresh();
}

describe('settings that the broker has changed', () => {
  const card = { method: 340, direction: 'deposit', region: 'global' };
  const fees = [
    { ...card, currency: 'USD', feeBasisPoints: 250 },
    { ...card, currency: 'EUR', feeBasisPoints: 250 },
  ];
  const brokerHolds = async (currency: 'USD' | 'EUR') => {
    const [provider, earned] = [chart.provider(3, currency, 'praxis'), chart.fees(3, currency)];
    return [await balanceOf(app.owner.sql, provider), await balanceOf(app.owner.sql, earned)];
  };
  afterEach(async () => {
    await change('methods', []);
    await change('transfer.feeBasisPoints', 0);
  });

  test('after the confirmation do not touch its quote', async () => {
    const deposit = await payments.process({
      action: 'confirm',
      transfer_type: 'deposit',
      account_number: wallet,
      amount: '100.00',
      currency: 'USD',
      pm_id: 340,
    });
    const transfer = await payments.confirmed(wallet, dollars, '10.00');
    await change('methods', fees);
    await change('transfer.feeBasisPoints', 1_000);
    expect((await payments.save(deposit.data.remittance_id)).data).toMatchObject({ status: 'waiting_payment' });
    expect(await payments.detailsOf(deposit.data.remittance_id)).toMatchObject({ fee: '0.00', account_amount: '100.00' });
    expect((await payments.save(transfer)).data).toMatchObject({ status: 'completed' });
    expect(await payments.detailsOf(transfer)).toMatchObject({ fee: '0.00', account_amount: '10.00' });
  });

  test('leave each transfer with the version of the settings that it ran under', async () => {
    const versionOf = async (id: number) =>
      (await app.owner.sql.one<{ version: number }>('select settings_version as version from remittance where id = $1', [id]))
        .version;
    const newest = async () =>
      (await app.owner.sql.one<{ version: number }>('select max(id) as version from setting_version')).version;
    await change('transfer.feeBasisPoints', 10);
    const [first, before] = [await payments.confirmed(wallet, dollars, '10.00'), await newest()];
    await change('transfer.feeBasisPoints', 20);
    const [second, after] = [await payments.confirmed(wallet, dollars, '10.00'), await newest()];
    expect(after).toBeGreaterThan(before);
    expect([await versionOf(first), await versionOf(second)]).toEqual([before, after]);
  });

  test('to a fee for transfers: it is part of what leaves, and comes back when the target refuses', async () => {
    await change('transfer.feeBasisPoints', 100);
    const other = await account('0');
    const [, earned] = await brokerHolds('USD');
    expect((await payments.save(await payments.confirmed(wallet, other, '50.00'))).data).toMatchObject({ status: 'completed' });
    expect([await books.onPlatform(other), await books.inLedger(other)]).toEqual(['49.50', '49.50']);
    expect(await brokerHolds('USD')).toMatchObject({ 1: (earned ?? 0n) + 50n });
    const before = await books.inLedger(wallet);
    const id = await payments.confirmed(wallet, other, '50.00');
    await payments.hold(id);
    await setStatus(other, 'archived');
    await books.hurry();
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'failed' });
    expect(await books.inLedger(wallet)).toBe(before);
    expect(await brokerHolds('USD')).toMatchObject({ 1: (earned ?? 0n) + 50n });
  });

  test.each(['USD', 'EUR'] as const)(
    'to a fee for cards: a payment in %s that is taken back in parts leaves nothing at the provider, and no fee',
    async (currency) => {
      await change('methods', fees);
      const before = { app: await brokerHolds(currency), account: await books.onPlatform(dollars) };
      const { reference } = await payments.startDeposit(dollars, '100.01', { currency });
      await payments.told(reference, { status: 'approved', amount: { minor: 10_001n, currency } });
      for (const [index, minor] of [3_333n, 1n, 50n, 6_617n].entries())
        await payments.told(reference, {
          kind: 'refund',
          status: 'approved',
          providerTransactionId: `T-${currency}-${index}`,
          amount: { minor, currency },
        });
      expect(await brokerHolds(currency)).toEqual(before.app);
      expect(await books.onPlatform(dollars)).toBe(before.account);
      expect(await books.inLedger(dollars)).toBe(before.account);
    },
  );
});

test('saved at the same moment with two amounts, a deposit is for one of them, and the other is refused', async () => {
  const asked = { transfer_type: 'deposit', account_number: wallet, amount: '100.00', currency: 'USD', pm_id: 340 };
  const { data } = await payments.process({ action: 'confirm', ...asked });
  const chosen = Array.from({ length: 12 }, (_unused, index) => (index % 2 === 0 ? '200.00' : '300.00'));
  const answers = await Promise.all(chosen.map((amount) => payments.save(data.remittance_id, { amount })));
  const { amount } = await payments.detailsOf(data.remittance_id);
  const told = answers.map((answer) => answer.data.status ?? answer.errors[0]?.code);
  expect(told).toEqual(chosen.map((each) => (each === amount ? 'waiting_payment' : 'amount_changed')));
});

test('cancelled ten times at once, a deposit is cancelled, and every answer says so', async () => {
  const { id } = await payments.startDeposit(wallet, '100.00');
  const answers = await Promise.all(Array.from({ length: 10 }, () => payments.post('api/transfers/cancel', { tid: id })));
  for (const answer of answers) expect(answer.data.transfer).toMatchObject({ status: 'cancelled' });
});

test('a clock that was moved by months finds the rates of its day at once', async () => {
  const euros = await books.wallet(client, { currency: 'EUR', amount: '0' });
  const moved = await app.call({ method: 'POST', path: '/sandbox/clock', body: { advance_seconds: 70 * 86_400 } });
  const id = await payments.confirmed(wallet, euros, '10.00');
  expect((await payments.save(id)).data).toMatchObject({ status: 'completed' });
  const { rate_as_of: asOf } = await payments.detailsOf(id);
  const ageDays = (Date.parse(moved.data.now) - Date.parse(asOf)) / 86_400_000;
  expect(ageDays).toBeLessThan(5);
});
