import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as chart from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import { changeSetting } from '../../server/settings.ts';
import type { SignedIn, TestHouse } from '../../server/testing/house.ts';
import type { Purse } from '../../server/testing/purse.ts';
import { engineBeside, openCounter, runOf, type Till } from '../../server/testing/till.ts';

/* What has changed between the confirmation of a remittance and the moment its money moves. */

let house: TestHouse;
let purse: Purse;
let till: Till;
let client: SignedIn;
let dollars: number;
let wallet: number;

beforeAll(async () => {
  ({ house, purse, client, till, dollars, wallet } = await openCounter('global.active', { dollars: '500.00', wallet: '500.00' }));
});
afterAll(async () => house.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await purse.faults()).toEqual([]));

const setStatus = async (number: number, status: 'active' | 'archived') =>
  house.owner.sql.run('update trading_account set status = $2 where number = $1', [number, status]);
const account = async (amount: string, type = 'standard') => purse.account(client, type, { currency: 'USD', amount });

describe('an account that was put away meanwhile', () => {
  test.each([
    ['the source', 'account_number'],
    ['the target', 'target_account_number'],
  ])('as %s of a transfer: saving it is refused, and nothing moves', async (_name, field) => {
    const other = await account('20.00');
    const id =
      field === 'account_number' ? await till.confirmed(other, wallet, '5.00') : await till.confirmed(wallet, other, '5.00');
    await setStatus(other, 'archived');
    const answer = await till.save(id);
    expect(answer).toMatchObject({ httpStatus: 422, errors: [{ code: 'account_not_active' }] });
    expect(Object.keys(answer.errors[0]?.validation_messages ?? {})).toEqual([field]);
    expect([await purse.onPlatform(other), await purse.inLedger(other)]).toEqual(['20.00', '20.00']);
    await setStatus(other, 'active');
    expect((await till.save(id)).data).toMatchObject({ status: 'completed' });
    await setStatus(other, 'archived');
  });

  test('as the target of a payment under way: the money is in the wallet, and the client is told', async () => {
    const other = await account('0');
    const { id, reference } = await till.startDeposit(other, '100.00');
    await setStatus(other, 'archived');
    const before = await purse.inLedger(wallet);
    expect(await till.told(reference, { status: 'approved', amount: { minor: 10_000n, currency: 'USD' } })).toBe('received');
    expect(await till.detailsOf(id)).toMatchObject({ status: 'completed', reason: expect.stringMatching(/wallet/) });
    expect([await purse.onPlatform(other), await purse.inLedger(other)]).toEqual(['0.00', '0.00']);
    expect(Number(await purse.inLedger(wallet)) - Number(before)).toBeCloseTo(100);
  });

  test('as the target of a transfer under way: the money goes back to its source', async () => {
    const other = await account('0');
    const before = await purse.onPlatform(dollars);
    const id = await till.confirmed(dollars, other, '5.00');
    await till.hold(id);
    await setStatus(other, 'archived');
    await purse.hurry();
    expect(await till.detailsOf(id)).toMatchObject({ status: 'failed' });
    expect([await purse.onPlatform(dollars), await purse.inLedger(dollars)]).toEqual([before, before]);
    expect(await purse.onPlatform(other)).toBe('0.00');
  });
});

describe('the bonus of a promo account', () => {
  const markPromo = (number: number) =>
    house.owner.sql.run('update trading_account set is_promo = true where number = $1', [number]);
  const promo = async (balance: string, credit: bigint): Promise<number> => {
    const number = await account(balance, 'ecn mt5');
    const { platforms, book, clock } = house.opened.house;
    const tag = `test-bonus-${number}`;
    await platforms.mt5.balanceOperation({ login: number, kind: 'credit', amount: credit, currency: 'USD', tag });
    await markPromo(number);
    const bonus = chart.bonusCredit({ company: 3, clientId: client.clientId }, 'USD');
    const legs = [{ from: chart.promotions(3, 'USD'), to: bonus, minor: credit }] as const;
    await book.submit({ movement: { key: `bonus:${number}`, kind: 'bonus_granted', legs, at: clock.now() } });
    return number;
  };
  const creditOf = async (number: number): Promise<bigint> => {
    const answer = await house.opened.house.platforms.mt5.account(number);
    if (answer.outcome !== 'done') throw new Error(`the platform says ${answer.outcome}`);
    return answer.account.credit;
  };
  const bonusInLedger = async () =>
    balanceOf(house.owner.sql, chart.bonusCredit({ company: 3, clientId: client.clientId }, 'USD'));
  const agreed = { confirm_bonus_removal: true };

  test('stays where the money is no longer there to leave', async () => {
    const number = await promo('50.00', 3_000n);
    const first = await till.confirmed(number, wallet, '40.00');
    const second = await till.confirmed(number, wallet, '40.00');
    expect((await till.save(first, agreed)).data).toMatchObject({ status: 'completed' });
    const { mt5 } = house.opened.house.platforms;
    await mt5.balanceOperation({ login: number, kind: 'credit', amount: 3_000n, currency: 'USD', tag: `again-${number}` });
    await markPromo(number);
    expect((await till.save(second, agreed)).data).toMatchObject({ status: 'declined' });
    expect((await till.detailsOf(second)).reason).toMatch(/not enough/i);
    expect([await creditOf(number), await purse.onPlatform(number)]).toEqual([3_000n, '10.00']);
    await mt5.balanceOperation({ login: number, kind: 'credit', amount: -3_000n, currency: 'USD', tag: `gone-${number}` });
  });

  test('stays, and so does the money, when the platform cannot be reached', async () => {
    const number = await promo('50.00', 3_000n);
    const id = await till.confirmed(number, wallet, '40.00');
    await purse.fail('trading', 'error', 1);
    expect((await till.save(id, agreed)).data).toMatchObject({ status: 'declined' });
    await purse.fail('trading', 'none');
    expect([await creditOf(number), await purse.onPlatform(number), await purse.inLedger(number)]).toEqual([
      3_000n,
      '50.00',
      '50.00',
    ]);
  });

  test('goes once, on the platform and in the ledger, though its removal was answered late', async () => {
    const number = await promo('50.00', 3_000n);
    const id = await till.confirmed(number, wallet, '40.00');
    const held = await bonusInLedger();
    await purse.fail('trading', 'timeout_before', 1);
    await till.save(id, agreed);
    await purse.hurry();
    expect(await till.detailsOf(id)).toMatchObject({ status: 'completed' });
    expect([await creditOf(number), await purse.onPlatform(number)]).toEqual([0n, '10.00']);
    expect(held - (await bonusInLedger())).toBe(3_000n);
  });

  test('having gone, the money follows as soon as the platform is back, so that it did not go for nothing', async () => {
    const number = await promo('50.00', 3_000n);
    const id = await till.confirmed(number, wallet, '40.00');
    const { mt5 } = house.opened.house.platforms;
    const busy = { outcome: 'refused', code: 'busy', message: 'told by the test' } as const;
    const balanceOperation: typeof mt5.balanceOperation = async (operation) =>
      operation.kind === 'balance' ? busy : mt5.balanceOperation(operation);
    await house.owner.sql.run('update remittance set removes_bonus = true where id = $1', [id]);
    await till.hold(id);
    await engineBeside(house, { balanceOperation }).drive(runOf(house), id);
    expect(await till.detailsOf(id)).toMatchObject({ status: 'processing' });
    expect(await creditOf(number)).toBe(0n);
    await purse.hurry();
    expect(await till.detailsOf(id)).toMatchObject({ status: 'completed' });
  });
});

test('what is set aside of a wallet shows at the wallet, and what is set aside of an account does not', async () => {
  const heldOf = async () => {
    const { data } = await house.call({ method: 'GET', path: 'api/direct/wallets', as: client });
    return data.wallets.find(({ number }: { number: number }) => number === wallet).held;
  };
  const [fromWallet, fromAccount] = [
    await till.confirmed(wallet, dollars, '3.00'),
    await till.confirmed(dollars, wallet, '4.00'),
  ];
  await till.hold(fromAccount);
  expect(await heldOf()).toBe('0.00');
  await till.hold(fromWallet);
  expect(await heldOf()).toBe('3.00');
  await purse.hurry();
  expect(await heldOf()).toBe('0.00');
});

/** The broker changes a setting, from now on. */
async function change(path: string, value: unknown): Promise<void> {
  const at = house.opened.clock.now();
  const order = { path, value, author: 'test', at, effectiveAt: at };
  const verdict = await house.owner.transact((sql) => changeSetting(sql, order));
  expect(verdict).toMatchObject({ ok: true });
  await house.opened.settings.refresh();
}

describe('settings that the broker has changed', () => {
  const card = { method: 340, direction: 'deposit', region: 'global' };
  const fees = [
    { ...card, currency: 'USD', feeBasisPoints: 250 },
    { ...card, currency: 'EUR', feeBasisPoints: 250 },
  ];
  const houseHolds = async (currency: 'USD' | 'EUR') => {
    const [provider, earned] = [chart.provider(3, currency, 'praxis'), chart.fees(3, currency)];
    return [await balanceOf(house.owner.sql, provider), await balanceOf(house.owner.sql, earned)];
  };
  afterEach(async () => {
    await change('methods', []);
    await change('transfer.feeBasisPoints', 0);
  });

  test('after the confirmation do not touch its quote', async () => {
    const deposit = await till.process({
      action: 'confirm',
      transfer_type: 'deposit',
      account_number: wallet,
      amount: '100.00',
      currency: 'USD',
      pm_id: 340,
    });
    const transfer = await till.confirmed(wallet, dollars, '10.00');
    await change('methods', fees);
    await change('transfer.feeBasisPoints', 1_000);
    expect((await till.save(deposit.data.remittance_id)).data).toMatchObject({ status: 'waiting_payment' });
    expect(await till.detailsOf(deposit.data.remittance_id)).toMatchObject({ fee: '0.00', account_amount: '100.00' });
    expect((await till.save(transfer)).data).toMatchObject({ status: 'completed' });
    expect(await till.detailsOf(transfer)).toMatchObject({ fee: '0.00', account_amount: '10.00' });
  });

  test('leave each transfer with the version of the settings that it ran under', async () => {
    const versionOf = async (id: number) =>
      (await house.owner.sql.one<{ version: number }>('select settings_version as version from remittance where id = $1', [id]))
        .version;
    const newest = async () =>
      (await house.owner.sql.one<{ version: number }>('select max(id) as version from setting_version')).version;
    await change('transfer.feeBasisPoints', 10);
    const [first, before] = [await till.confirmed(wallet, dollars, '10.00'), await newest()];
    await change('transfer.feeBasisPoints', 20);
    const [second, after] = [await till.confirmed(wallet, dollars, '10.00'), await newest()];
    expect(after).toBeGreaterThan(before);
    expect([await versionOf(first), await versionOf(second)]).toEqual([before, after]);
  });

  test('to a fee for transfers: it is part of what leaves, and comes back when the target refuses', async () => {
    await change('transfer.feeBasisPoints', 100);
    const other = await account('0');
    const [, earned] = await houseHolds('USD');
    expect((await till.save(await till.confirmed(wallet, other, '50.00'))).data).toMatchObject({ status: 'completed' });
    expect([await purse.onPlatform(other), await purse.inLedger(other)]).toEqual(['49.50', '49.50']);
    expect(await houseHolds('USD')).toMatchObject({ 1: (earned ?? 0n) + 50n });
    const before = await purse.inLedger(wallet);
    const id = await till.confirmed(wallet, other, '50.00');
    await till.hold(id);
    await setStatus(other, 'archived');
    await purse.hurry();
    expect(await till.detailsOf(id)).toMatchObject({ status: 'failed' });
    expect(await purse.inLedger(wallet)).toBe(before);
    expect(await houseHolds('USD')).toMatchObject({ 1: (earned ?? 0n) + 50n });
  });

  test.each(['USD', 'EUR'] as const)(
    'to a fee for cards: a payment in %s that is taken back in parts leaves nothing at the provider, and no fee',
    async (currency) => {
      await change('methods', fees);
      const before = { house: await houseHolds(currency), account: await purse.onPlatform(dollars) };
      const { reference } = await till.startDeposit(dollars, '100.01', { currency });
      await till.told(reference, { status: 'approved', amount: { minor: 10_001n, currency } });
      for (const [index, minor] of [3_333n, 1n, 50n, 10_001n].entries())
        await till.told(reference, {
          status: 'refunded',
          providerTransactionId: `T-${currency}-${index}`,
          amount: { minor, currency },
        });
      expect(await houseHolds(currency)).toEqual(before.house);
      expect(await purse.onPlatform(dollars)).toBe(before.account);
      expect(await purse.inLedger(dollars)).toBe(before.account);
    },
  );
});

test('saved at the same moment with two amounts, a deposit is for one of them, and the other is refused', async () => {
  const asked = { transfer_type: 'deposit', account_number: wallet, amount: '100.00', currency: 'USD', pm_id: 340 };
  const { data } = await till.process({ action: 'confirm', ...asked });
  const chosen = Array.from({ length: 12 }, (_unused, index) => (index % 2 === 0 ? '200.00' : '300.00'));
  const answers = await Promise.all(chosen.map((amount) => till.save(data.remittance_id, { amount })));
  const { amount } = await till.detailsOf(data.remittance_id);
  const told = answers.map((answer) => answer.data.status ?? answer.errors[0]?.code);
  expect(told).toEqual(chosen.map((each) => (each === amount ? 'waiting_payment' : 'amount_changed')));
});

test('cancelled ten times at once, a deposit is cancelled, and every answer says so', async () => {
  const { id } = await till.startDeposit(wallet, '100.00');
  const answers = await Promise.all(Array.from({ length: 10 }, () => till.post('api/transfers/cancel', { tid: id })));
  for (const answer of answers) expect(answer.data.transfer).toMatchObject({ status: 'cancelled' });
});

test('a clock that was moved by months finds the rates of its day at once', async () => {
  const euros = await purse.wallet(client, { currency: 'EUR', amount: '0' });
  const moved = await house.call({ method: 'POST', path: '/sandbox/clock', body: { advance_seconds: 70 * 86_400 } });
  const id = await till.confirmed(wallet, euros, '10.00');
  expect((await till.save(id)).data).toMatchObject({ status: 'completed' });
  const { rate_as_of: asOf } = await till.detailsOf(id);
  const ageDays = (Date.parse(moved.data.now) - Date.parse(asOf)) / 86_400_000;
  expect(ageDays).toBeLessThan(5);
});
