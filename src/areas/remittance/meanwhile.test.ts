import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as chart from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import type { PaymentState, Payments } from '../../ports/payments/port.ts';
import { changeSetting } from '../../server/settings.ts';
import { openTestHouse, type SignedIn, type TestHouse } from '../../server/testing/house.ts';
import { openPurse, type Purse } from '../../server/testing/purse.ts';
import { openEngine } from './engine.ts';
import * as movements from './movements.ts';
import { settlePayment } from './settle.ts';
import { remittanceOf } from './store.ts';

/* What has changed between the confirmation of a remittance and the moment its money moves. */

let house: TestHouse;
let purse: Purse;
let client: SignedIn;
let dollars: number;
let wallet: number;

beforeAll(async () => {
  house = await openTestHouse();
  purse = await openPurse(house);
  client = await house.signIn('global.active');
  dollars = await purse.account(client, 'advantage mt5', { currency: 'USD', amount: '500.00' });
  wallet = await purse.wallet(client, { currency: 'USD', amount: '500.00' });
});
afterAll(async () => house.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await purse.faults()).toEqual([]));

const post = (path: string, body: object) => house.call({ method: 'POST', path, body, as: client });
const process = (body: object) => post('api/payments_process', body);
const confirm = async (from: number, to: number, amount: string): Promise<number> => {
  const ends = { account_number: from, target_account_number: to };
  const answer = await process({ action: 'confirm', transfer_type: 'transfer', ...ends, amount });
  expect(answer.errors).toEqual([]);
  return answer.data.remittance_id;
};
const save = (id: number, more: object = {}) => process({ action: 'save', remittance_id: id, ...more });
const detailsOf = async (id: number) =>
  (await house.call({ method: 'GET', path: `api/transfers?tid=${id}`, as: client })).data.transfer;
const setStatus = async (number: number, status: 'active' | 'archived') =>
  house.owner.sql.run('update trading_account set status = $2 where number = $1', [number, status]);
const account = async (amount: string, type = 'standard') => purse.account(client, type, { currency: 'USD', amount });
/** Commits the hold of a confirmed transfer, as a process does that dies right after it. */
const hold = async (id: number) => {
  const remittance = await remittanceOf(house.database.sql, id);
  if (!remittance) throw new Error(`there is no remittance ${id}`);
  await house.opened.house.book.submit(movements.held(remittance, house.opened.clock.now()));
};

async function startDeposit(target: number, amount: string, more: object = {}): Promise<{ id: number; reference: string }> {
  const asked = { transfer_type: 'deposit', account_number: target, amount, currency: 'USD', pm_id: 340, ...more };
  const { data } = await process({ action: 'confirm', ...asked });
  expect((await save(data.remittance_id)).data).toMatchObject({ status: 'waiting_payment' });
  const id: number = data.remittance_id;
  const { reference } = await house.owner.sql.one<{ reference: string }>('select reference from remittance where id = $1', [id]);
  return { id, reference };
}

/** The provider says this of the payment. */
async function told(reference: string, state: Partial<PaymentState>): Promise<string> {
  const payer = { name: undefined, cardMask: undefined, cardBrand: undefined };
  const usual = { providerStatus: '', providerTransactionId: 'T-1', amount: undefined, occurredAt: house.opened.clock.now() };
  const payment = { reference, payer, status: 'pending', ...usual, ...state } as const;
  const payments: Payments = { ...house.opened.house.payments, lookUp: async () => ({ outcome: 'found', payment }) };
  const needs = { ...house.opened.house, payments };
  const { sql, transact } = house.database;
  const run = { sql, transact, tellIn: async () => undefined, settings: house.opened.settings.current() };
  return settlePayment({ needs, engine: openEngine(needs), run }, reference);
}

describe('an account that was put away meanwhile', () => {
  test.each([
    ['the source', 'account_number'],
    ['the target', 'target_account_number'],
  ])('as %s of a transfer: saving it is refused, and nothing moves', async (_name, field) => {
    const other = await account('20.00');
    const id = field === 'account_number' ? await confirm(other, wallet, '5.00') : await confirm(wallet, other, '5.00');
    await setStatus(other, 'archived');
    const answer = await save(id);
    expect(answer).toMatchObject({ httpStatus: 422, errors: [{ code: 'account_not_active' }] });
    expect(Object.keys(answer.errors[0]?.validation_messages ?? {})).toEqual([field]);
    expect([await purse.onPlatform(other), await purse.inLedger(other)]).toEqual(['20.00', '20.00']);
    await setStatus(other, 'active');
    expect((await save(id)).data).toMatchObject({ status: 'completed' });
    await setStatus(other, 'archived');
  });

  test('as the target of a payment under way: the money is in the wallet, and the client is told', async () => {
    const other = await account('0');
    const { id, reference } = await startDeposit(other, '100.00');
    await setStatus(other, 'archived');
    const before = await purse.inLedger(wallet);
    expect(await told(reference, { status: 'approved', amount: { minor: 10_000n, currency: 'USD' } })).toBe('received');
    expect(await detailsOf(id)).toMatchObject({ status: 'completed', reason: expect.stringMatching(/wallet/) });
    expect([await purse.onPlatform(other), await purse.inLedger(other)]).toEqual(['0.00', '0.00']);
    expect(Number(await purse.inLedger(wallet)) - Number(before)).toBeCloseTo(100);
  });

  test('as the target of a transfer under way: the money goes back to its source', async () => {
    const other = await account('0');
    const before = await purse.onPlatform(dollars);
    const id = await confirm(dollars, other, '5.00');
    await hold(id);
    await setStatus(other, 'archived');
    await purse.hurry();
    expect(await detailsOf(id)).toMatchObject({ status: 'failed' });
    expect([await purse.onPlatform(dollars), await purse.inLedger(dollars)]).toEqual([before, before]);
    expect(await purse.onPlatform(other)).toBe('0.00');
  });
});

describe('the bonus of a promo account', () => {
  const promo = async (balance: string, credit: bigint): Promise<number> => {
    const number = await account(balance, 'ecn mt5');
    await house.owner.sql.run('update trading_account set is_promo = true where number = $1', [number]);
    const { platforms, book, clock } = house.opened.house;
    const tag = `test-bonus-${number}`;
    await platforms.mt5.balanceOperation({ login: number, kind: 'credit', amount: credit, currency: 'USD', tag });
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
    const first = await confirm(number, wallet, '40.00');
    const second = await confirm(number, wallet, '40.00');
    expect((await save(first, agreed)).data).toMatchObject({ status: 'completed' });
    const { mt5 } = house.opened.house.platforms;
    await mt5.balanceOperation({ login: number, kind: 'credit', amount: 3_000n, currency: 'USD', tag: `again-${number}` });
    expect((await save(second, agreed)).data).toMatchObject({ status: 'declined' });
    expect((await detailsOf(second)).reason).toMatch(/not enough/i);
    expect([await creditOf(number), await purse.onPlatform(number)]).toEqual([3_000n, '10.00']);
    await mt5.balanceOperation({ login: number, kind: 'credit', amount: -3_000n, currency: 'USD', tag: `gone-${number}` });
  });

  test('stays, and so does the money, when the platform cannot be reached', async () => {
    const number = await promo('50.00', 3_000n);
    const id = await confirm(number, wallet, '40.00');
    await purse.fail('trading', 'error', 1);
    expect((await save(id, agreed)).data).toMatchObject({ status: 'declined' });
    await purse.fail('trading', 'none');
    expect([await creditOf(number), await purse.onPlatform(number), await purse.inLedger(number)]).toEqual([
      3_000n,
      '50.00',
      '50.00',
    ]);
  });

  test('goes once, on the platform and in the ledger, though its removal was answered late', async () => {
    const number = await promo('50.00', 3_000n);
    const id = await confirm(number, wallet, '40.00');
    const held = await bonusInLedger();
    await purse.fail('trading', 'timeout_before', 1);
    await save(id, agreed);
    await purse.hurry();
    expect(await detailsOf(id)).toMatchObject({ status: 'completed' });
    expect([await creditOf(number), await purse.onPlatform(number)]).toEqual([0n, '10.00']);
    expect(held - (await bonusInLedger())).toBe(3_000n);
  });

  test('having gone, the money follows as soon as the platform is back, so that it did not go for nothing', async () => {
    const number = await promo('50.00', 3_000n);
    const id = await confirm(number, wallet, '40.00');
    const { mt4, mt5 } = house.opened.house.platforms;
    const busy = { outcome: 'refused', code: 'busy', message: 'told by the test' } as const;
    const balanceOperation: typeof mt5.balanceOperation = async (operation) =>
      operation.kind === 'balance' ? busy : mt5.balanceOperation(operation);
    await house.owner.sql.run('update remittance set removes_bonus = true where id = $1', [id]);
    await hold(id);
    const { sql, transact } = house.database;
    const run = { sql, transact, tellIn: async () => undefined, settings: house.opened.settings.current() };
    await openEngine({ ...house.opened.house, platforms: { mt4, mt5: { ...mt5, balanceOperation } } }).drive(run, id);
    expect(await detailsOf(id)).toMatchObject({ status: 'processing' });
    expect(await creditOf(number)).toBe(0n);
    await purse.hurry();
    expect(await detailsOf(id)).toMatchObject({ status: 'completed' });
  });
});

test('what is set aside of a wallet shows at the wallet, and what is set aside of an account does not', async () => {
  const heldOf = async () => {
    const { data } = await house.call({ method: 'GET', path: 'api/direct/wallets', as: client });
    return data.wallets.find(({ number }: { number: number }) => number === wallet).held;
  };
  const [fromWallet, fromAccount] = [await confirm(wallet, dollars, '3.00'), await confirm(dollars, wallet, '4.00')];
  await hold(fromAccount);
  expect(await heldOf()).toBe('0.00');
  await hold(fromWallet);
  expect(await heldOf()).toBe('3.00');
  await purse.hurry();
  expect(await heldOf()).toBe('0.00');
});

/** The broker changes a setting, from now on. */
async function change(path: string, value: unknown): Promise<void> {
  const order = { path, value, author: 'test', effectiveAt: house.opened.clock.now() };
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
    const deposit = await process({
      action: 'confirm',
      transfer_type: 'deposit',
      account_number: wallet,
      amount: '100.00',
      currency: 'USD',
      pm_id: 340,
    });
    const transfer = await confirm(wallet, dollars, '10.00');
    await change('methods', fees);
    await change('transfer.feeBasisPoints', 1_000);
    expect((await save(deposit.data.remittance_id)).data).toMatchObject({ status: 'waiting_payment' });
    expect(await detailsOf(deposit.data.remittance_id)).toMatchObject({ fee: '0.00', account_amount: '100.00' });
    expect((await save(transfer)).data).toMatchObject({ status: 'completed' });
    expect(await detailsOf(transfer)).toMatchObject({ fee: '0.00', account_amount: '10.00' });
  });

  test('to a fee for transfers: it is part of what leaves, and comes back when the target refuses', async () => {
    await change('transfer.feeBasisPoints', 100);
    const other = await account('0');
    const [, earned] = await houseHolds('USD');
    expect((await save(await confirm(wallet, other, '50.00'))).data).toMatchObject({ status: 'completed' });
    expect([await purse.onPlatform(other), await purse.inLedger(other)]).toEqual(['49.50', '49.50']);
    expect(await houseHolds('USD')).toMatchObject({ 1: (earned ?? 0n) + 50n });
    const before = await purse.inLedger(wallet);
    const id = await confirm(wallet, other, '50.00');
    await hold(id);
    await setStatus(other, 'archived');
    await purse.hurry();
    expect(await detailsOf(id)).toMatchObject({ status: 'failed' });
    expect(await purse.inLedger(wallet)).toBe(before);
    expect(await houseHolds('USD')).toMatchObject({ 1: (earned ?? 0n) + 50n });
  });

  test.each(['USD', 'EUR'] as const)(
    'to a fee for cards: a payment in %s that is taken back in parts leaves nothing at the provider, and no fee',
    async (currency) => {
      await change('methods', fees);
      const before = { house: await houseHolds(currency), account: await purse.onPlatform(dollars) };
      const { reference } = await startDeposit(dollars, '100.01', { currency });
      await told(reference, { status: 'approved', amount: { minor: 10_001n, currency } });
      for (const [index, minor] of [3_333n, 1n, 50n, 10_001n].entries())
        await told(reference, {
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

test('a refund of so little that its share is nothing in the account’s currency is taken back all the same', async () => {
  const { id, reference } = await startDeposit(dollars, '100000.00', { currency: 'NGN' });
  await told(reference, { status: 'approved', amount: { minor: 10_000_000n, currency: 'NGN' } });
  const refund = { status: 'refunded', providerTransactionId: 'T-little', amount: { minor: 1n, currency: 'NGN' } } as const;
  expect(await told(reference, refund)).toBe('reversed');
  const [reversal] = (await detailsOf(id)).reversed_by;
  expect(await detailsOf(reversal)).toMatchObject({ status: 'completed', amount: '0.01', account_amount: '0.01' });
});

test('a chargeback takes what is free on an account with a bonus, and leaves the bonus', async () => {
  const number = await account('0', 'ecn mt5');
  const { reference } = await startDeposit(number, '100.00');
  await told(reference, { status: 'approved', amount: { minor: 10_000n, currency: 'USD' } });
  const { mt5 } = house.opened.house.platforms;
  await mt5.balanceOperation({ login: number, kind: 'credit', amount: 3_000n, currency: 'USD', tag: `bonus-${number}` });
  await told(reference, { status: 'chargeback', providerTransactionId: 'T-b', amount: { minor: 10_000n, currency: 'USD' } });
  expect([await purse.onPlatform(number), await purse.inLedger(number)]).toEqual(['0.00', '0.00']);
  expect(await mt5.account(number)).toMatchObject({ account: { credit: 3_000n } });
});

test('saved at the same moment with two amounts, a deposit is for one of them, and the other is refused', async () => {
  const asked = { transfer_type: 'deposit', account_number: wallet, amount: '100.00', currency: 'USD', pm_id: 340 };
  const { data } = await process({ action: 'confirm', ...asked });
  const chosen = Array.from({ length: 12 }, (_unused, index) => (index % 2 === 0 ? '200.00' : '300.00'));
  const answers = await Promise.all(chosen.map((amount) => save(data.remittance_id, { amount })));
  const { amount } = await detailsOf(data.remittance_id);
  const told = answers.map((answer) => answer.data.status ?? answer.errors[0]?.code);
  expect(told).toEqual(chosen.map((each) => (each === amount ? 'waiting_payment' : 'amount_changed')));
});

test('accepted ten times at once, what arrived is credited once', async () => {
  const { id, reference } = await startDeposit(wallet, '100.00');
  expect(await told(reference, { status: 'approved', amount: { minor: 9_000n, currency: 'EUR' } })).toBe('on_review');
  const before = await purse.inLedger(wallet);
  const answers = await Promise.all(Array.from({ length: 10 }, () => post('api/transfers/accept', { tid: id })));
  for (const answer of answers) expect([200, 409]).toContain(answer.httpStatus);
  const transfer = await detailsOf(id);
  expect(transfer).toMatchObject({ status: 'completed', amount: '90.00', currency: 'EUR' });
  expect(Number(await purse.inLedger(wallet)) - Number(before)).toBeCloseTo(Number(transfer.account_amount));
});

test('cancelled ten times at once, a deposit is cancelled, and every answer says so', async () => {
  const { id } = await startDeposit(wallet, '100.00');
  const answers = await Promise.all(Array.from({ length: 10 }, () => post('api/transfers/cancel', { tid: id })));
  for (const answer of answers) expect(answer.data.transfer).toMatchObject({ status: 'cancelled' });
});

test.each([
  ['somebody else', 'JANE DOE', 1],
  ['the client', undefined, 0],
])('a payment by %s is credited, and stands in the audit trail when its payer is another', async (_who, name, times) => {
  const { id, reference } = await startDeposit(wallet, '100.00');
  const own = await house.owner.sql.one<{ name: string }>(
    `select upper(last_name || ' ' || first_name) as name from client where id = $1`,
    [client.clientId],
  );
  const payer = { name: name ?? own.name, cardMask: undefined, cardBrand: undefined };
  await told(reference, { status: 'approved', amount: { minor: 10_000n, currency: 'USD' }, payer });
  expect(await detailsOf(id)).toMatchObject({ status: 'completed' });
  const noted = await house.owner.sql.many(
    `select from audit_event where action = 'remittance.payer_differs' and subject = 'remittance:' || $1::text`,
    [id],
  );
  expect(noted).toHaveLength(times);
});

test('money that came after the client had cancelled says so to the end', async () => {
  const { id, reference } = await startDeposit(dollars, '100.00');
  await post('api/transfers/cancel', { tid: id });
  await told(reference, { status: 'approved', amount: { minor: 10_000n, currency: 'USD' } });
  expect(await detailsOf(id)).toMatchObject({
    status: 'completed',
    reason: expect.stringMatching(/after the deposit was cancelled/),
  });
});

test('a clock that was moved by months finds the rates of its day at once', async () => {
  const euros = await purse.wallet(client, { currency: 'EUR', amount: '0' });
  const moved = await house.call({ method: 'POST', path: '/sandbox/clock', body: { advance_seconds: 70 * 86_400 } });
  const id = await confirm(wallet, euros, '10.00');
  expect((await save(id)).data).toMatchObject({ status: 'completed' });
  const { rate_as_of: asOf } = await detailsOf(id);
  const ageDays = (Date.parse(moved.data.now) - Date.parse(asOf)) / 86_400_000;
  expect(ageDays).toBeLessThan(5);
});
