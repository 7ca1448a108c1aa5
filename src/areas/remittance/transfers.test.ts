import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestHouse, type SignedIn, type TestHouse } from '../../server/testing/house.ts';
import { openPurse, type Purse } from '../../server/testing/purse.ts';
import type { Platform } from '../../ports/platform/port.ts';
import { openEngine } from './engine.ts';
import * as movements from './movements.ts';
import { remittanceOf } from './store.ts';

let house: TestHouse;
let purse: Purse;
let client: SignedIn;
let dollars: number;
let euros: number;
let wallet: number;

beforeAll(async () => {
  house = await openTestHouse();
  purse = await openPurse(house);
  client = await house.signIn('ng.active');
  dollars = await purse.account(client, 'advantage mt5', { currency: 'USD', amount: '1000.00' });
  euros = await purse.account(client, 'standard', { currency: 'EUR', amount: '500.00' });
  wallet = await purse.wallet(client, { currency: 'USD', amount: '300.00' });
});
afterAll(async () => house.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await purse.faults()).toEqual([]));

const process = (body: object, as = client) => house.call({ method: 'POST', path: 'api/payments_process', body, as });
const asked = (from: number, to: number, amount: unknown) => ({
  action: 'confirm',
  transfer_type: 'transfer',
  account_number: from,
  target_account_number: to,
  amount,
});
const confirm = (from: number, to: number, amount: unknown) => process(asked(from, to, amount));
const save = (id: number, more: object = {}) => process({ action: 'save', remittance_id: id, ...more });
const detailsOf = async (id: number) =>
  (await house.call({ method: 'GET', path: `api/transfers?tid=${id}`, as: client })).data.transfer;
const move = async (from: number, to: number, amount: string) => {
  const confirmed = await confirm(from, to, amount);
  expect(confirmed.errors).toEqual([]);
  return save(confirmed.data.remittance_id);
};
const balances = async () => ({
  dollars: [await purse.onPlatform(dollars), await purse.inLedger(dollars)],
  euros: [await purse.onPlatform(euros), await purse.inLedger(euros)],
  wallet: await purse.inLedger(wallet),
});

describe('a transfer between two accounts in two currencies on two platforms', () => {
  test('is quoted with its rate, saved, and arrives at once', async () => {
    const confirmed = await process({ ...asked(dollars, euros, '108.00'), currency: 840 });
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
    const saved = await save(confirmed.data.remittance_id);
    expect(saved.data).toEqual({ transfer_id: confirmed.data.remittance_id, status: 'completed', redirect: null });
    expect(await balances()).toEqual({ dollars: ['892.00', '892.00'], euros: ['600.00', '600.00'], wallet: '300.00' });
    const transfer = await detailsOf(saved.data.transfer_id);
    expect(transfer).toMatchObject({ status: 'completed', account_number: dollars, target_account_number: euros, reason: null });
    expect(transfer.timeline.map((stage: { code: string }) => stage.code)).toEqual(['held', 'sent', 'credited']);
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
    const euroWallet = await purse.wallet(client, { currency: 'EUR', amount: '0' });
    const before = await purse.inLedger(wallet);
    expect((await move(wallet, euroWallet, '21.60')).data).toMatchObject({ status: 'completed' });
    expect(await purse.inLedger(euroWallet)).toBe('20.00');
    expect((await move(euroWallet, wallet, '20.00')).data).toMatchObject({ status: 'completed' });
    expect(await purse.inLedger(wallet)).toBe(before);
  });

  test('into cents arrives a hundredfold', async () => {
    const cents = await purse.account(client, 'cent', { currency: 'USC', amount: '0' });
    const confirmed = await confirm(wallet, cents, '5.00');
    expect(confirmed.data.quote).toMatchObject({ account_amount: '500.00', account_currency: 'USC', rate: '100' });
    expect((await save(confirmed.data.remittance_id)).data.status).toBe('completed');
    expect(await purse.onPlatform(cents)).toBe('500.00');
  });
});

describe('saving the same remittance twenty times at once', () => {
  test('moves the money once and answers alike', async () => {
    const before = await balances();
    const { data } = await confirm(dollars, wallet, '7.00');
    const answers = await Promise.all(Array.from({ length: 20 }, () => save(data.remittance_id)));
    for (const answer of answers) {
      expect(answer.data).toEqual({ transfer_id: data.remittance_id, status: 'completed', redirect: null });
    }
    expect(Number(before.dollars[0]) - Number(await purse.onPlatform(dollars))).toBeCloseTo(7);
    expect(Number(await purse.inLedger(wallet)) - Number(before.wallet)).toBeCloseTo(7);
    expect((await save(data.remittance_id)).data.status).toBe('completed');
    expect(Number(before.dollars[0]) - Number(await purse.onPlatform(dollars))).toBeCloseTo(7);
  });

  test('with another amount than was quoted is refused', async () => {
    const { data } = await confirm(wallet, dollars, '3.00');
    expect((await save(data.remittance_id, { amount: '4.00' })).errors).toMatchObject([{ code: 'amount_changed' }]);
    expect((await save(data.remittance_id, { amount: '3.00' })).data).toMatchObject({ status: 'completed' });
  });
});

describe('overdrawing', () => {
  test('a wallet is impossible however many transfers run at once', async () => {
    const poor = await house.signIn('ke.active');
    const purseOf = await purse.wallet(poor, { currency: 'USD', amount: '100.00' });
    const target = await purse.account(poor, 'advantage mt5', { currency: 'USD', amount: '0' });
    const quotes = await Promise.all(
      Array.from({ length: 12 }, () =>
        process(
          { action: 'confirm', transfer_type: 'transfer', account_number: purseOf, target_account_number: target, amount: '30' },
          poor,
        ),
      ),
    );
    const saved = await Promise.all(
      quotes.map(({ data }) => process({ action: 'save', remittance_id: data.remittance_id }, poor)),
    );
    expect(saved.filter(({ data }) => data.status === 'completed')).toHaveLength(3);
    expect(saved.filter(({ errors }) => errors[0]?.code === 'not_enough_money')).toHaveLength(9);
    expect([await purse.inLedger(purseOf), await purse.onPlatform(target)]).toEqual(['10.00', '90.00']);
  });

  test('a trading account is impossible: what the platform refuses goes back and says why', async () => {
    const poor = await house.signIn('uk.active');
    const source = await purse.account(poor, 'advantage mt5', { currency: 'USD', amount: '100.00' });
    const target = await purse.wallet(poor, { currency: 'USD', amount: '0' });
    const ask = {
      action: 'confirm',
      transfer_type: 'transfer',
      account_number: source,
      target_account_number: target,
      amount: '40.00',
    };
    const quotes = await Promise.all(Array.from({ length: 8 }, () => process(ask, poor)));
    const saved = await Promise.all(
      quotes.map(({ data }) => process({ action: 'save', remittance_id: data.remittance_id }, poor)),
    );
    const statuses = saved.map(({ data }) => data.status).toSorted();
    expect(statuses).toEqual([...Array(2).fill('completed'), ...Array(6).fill('declined')]);
    expect([await purse.onPlatform(source), await purse.inLedger(source), await purse.inLedger(target)]).toEqual([
      '20.00',
      '20.00',
      '80.00',
    ]);
    const declined = saved.find(({ data }) => data.status === 'declined');
    const { data } = await house.call({ method: 'GET', path: `api/transfers?tid=${declined?.data.transfer_id}`, as: poor });
    expect(data.transfer.reason).toMatch(/not enough/i);
  });
});

describe('when the platform gives no answer', () => {
  const legs = [
    ['before it took the money out', () => [dollars, wallet], 'timeout_before'],
    ['after it took the money out', () => [dollars, wallet], 'timeout_after'],
    ['before it paid the money in', () => [wallet, dollars], 'timeout_before'],
    ['after it paid the money in', () => [wallet, dollars], 'timeout_after'],
  ] as const;
  test.each(legs)(
    '%s, the money moves once all the same',
    async (_name, trip, mode) => {
      const before = await balances();
      const [from, to] = trip() as [number, number];
      const { data } = await confirm(from, to, '11.00');
      await purse.fail('trading', mode);
      const saved = await save(data.remittance_id);
      expect(['processing', 'completed']).toContain(saved.data.status);
      await purse.hurry();
      expect(await detailsOf(data.remittance_id)).toMatchObject({ status: 'completed' });
      const moved = Number(await purse.onPlatform(dollars)) - Number(before.dollars[0]);
      expect(moved).toBeCloseTo(from === dollars ? -11 : 11);
      expect((await balances()).dollars[0]).toBe((await balances()).dollars[1]);
    },
    60_000,
  );
});

/** As if that account had been deleted on its platform after the transfer was confirmed. */
const lose = async (id: number, end: 'account_number' | 'target_number') =>
  house.owner.sql.run(`update remittance set ${end} = 1 where id = $1`, [id]);

describe('when a platform refuses', () => {
  test('the target, the money goes back to the account that it came from, in its own currency', async () => {
    const before = await balances();
    const { data } = await confirm(dollars, euros, '54.00');
    await lose(data.remittance_id, 'target_number');
    expect((await save(data.remittance_id)).data).toMatchObject({ status: 'failed' });
    expect(await balances()).toEqual(before);
    const transfer = await detailsOf(data.remittance_id);
    expect(transfer.timeline.map((stage: { code: string }) => stage.code)).toEqual(['held', 'sent', 'returning', 'returned']);
    expect(transfer.reason).toContain(String(dollars));
  });

  test('the target of a wallet, the wallet has it back', async () => {
    const before = await balances();
    const { data } = await confirm(wallet, euros, '54.00');
    await lose(data.remittance_id, 'target_number');
    expect((await save(data.remittance_id)).data).toMatchObject({ status: 'failed' });
    expect(await balances()).toEqual(before);
  });

  test('both, the money is in the wallet', async () => {
    const before = await balances();
    const { data } = await confirm(dollars, euros, '10.00');
    await lose(data.remittance_id, 'target_number');
    const refusing = house.opened.house.platforms.mt5;
    const platforms = {
      ...house.opened.house.platforms,
      mt5: {
        ...refusing,
        balanceOperation: (operation: Parameters<typeof refusing.balanceOperation>[0]) =>
          operation.amount > 0n
            ? Promise.resolve({ outcome: 'refused', code: 'account_disabled', message: 'told by the test' } as const)
            : refusing.balanceOperation(operation),
      },
    };
    await hold(data.remittance_id);
    await openEngine({ ...house.opened.house, platforms }).drive(runOf(), data.remittance_id);
    expect(await detailsOf(data.remittance_id)).toMatchObject({ status: 'failed' });
    expect(Number(await purse.inLedger(wallet)) - Number(before.wallet)).toBeCloseTo(10);
  });
});

const runOf = () => ({
  sql: house.database.sql,
  transact: house.database.transact,
  tellIn: async () => undefined,
  settings: house.opened.settings.current(),
});
/** Commits the hold of a confirmed transfer, as a process does that dies right after it. */
const hold = async (id: number) => {
  const remittance = await remittanceOf(house.database.sql, id);
  if (!remittance) throw new Error(`there is no remittance ${id}`);
  await house.opened.house.book.submit(movements.held(remittance, house.opened.clock.now()));
};

describe('when the process dies', () => {
  test('after the hold, the worker finishes what was begun', async () => {
    const before = await balances();
    const { data } = await confirm(dollars, euros, '10.80');
    await hold(data.remittance_id);
    expect(await detailsOf(data.remittance_id)).toMatchObject({ status: 'processing' });
    await purse.hurry();
    expect(await detailsOf(data.remittance_id)).toMatchObject({ status: 'completed' });
    expect(Number(await purse.onPlatform(euros)) - Number(before.euros[0])).toBeCloseTo(10);
  });

  test.each([
    ['taken the money out', -1n],
    ['paid the money in', 1n],
  ])('after the platform has %s and before that is written down, it is found again by its tag', async (_name, sign) => {
    const before = await balances();
    const { data } = await confirm(dollars, euros, '10.80');
    const dying = (platform: Platform): Platform => ({
      ...platform,
      async balanceOperation(operation) {
        const answer = await platform.balanceOperation(operation);
        if (operation.amount * sign > 0n) throw new Error('the process died');
        return answer;
      },
    });
    const { mt4, mt5 } = house.opened.house.platforms;
    await hold(data.remittance_id);
    const engine = openEngine({ ...house.opened.house, platforms: { mt4: dying(mt4), mt5: dying(mt5) } });
    await expect(engine.drive(runOf(), data.remittance_id)).rejects.toThrow('died');
    await purse.hurry();
    expect(await detailsOf(data.remittance_id)).toMatchObject({ status: 'completed' });
    expect(Number(before.dollars[0]) - Number(await purse.onPlatform(dollars))).toBeCloseTo(10.8);
    expect(Number(await purse.onPlatform(euros)) - Number(before.euros[0])).toBeCloseTo(10);
  });

  test('a sweep takes up what no outbox row speaks of any more', async () => {
    const { data } = await confirm(wallet, dollars, '1.00');
    await hold(data.remittance_id);
    await house.owner.sql.run(`delete from outbox where topic = 'remittance.drive'`);
    await house.owner.sql.run(`update remittance set updated_at = updated_at - interval '1 hour' where id = $1`, [
      data.remittance_id,
    ]);
    await house.opened.worker?.sweep('remittance.stuck');
    await purse.hurry();
    expect(await detailsOf(data.remittance_id)).toMatchObject({ status: 'completed' });
  });
});

describe('a promo account', () => {
  test('lets money go only when the client agrees that its bonus goes first', async () => {
    const promo = await purse.account(client, 'ecn mt5', { currency: 'USD', amount: '200.00' });
    await house.owner.sql.run('update trading_account set is_promo = true where number = $1', [promo]);
    const platform = house.opened.house.platforms.mt5;
    await platform.balanceOperation({ login: promo, kind: 'credit', amount: 5_000n, currency: 'USD', tag: 'test-bonus' });
    const { data } = await confirm(promo, wallet, '20.00');
    const refused = await save(data.remittance_id);
    expect(refused).toMatchObject({ httpStatus: 422, errors: [{ code: '20034', errttl: 'The bonus will be removed' }] });
    expect((await save(data.remittance_id, { confirm_bonus_removal: true })).data).toMatchObject({ status: 'completed' });
    expect(await platform.account(promo)).toMatchObject({ account: { credit: 0n, balance: 18_000n } });
  });
});

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
    ['a method that is not offered', () => ({ pm_id: 337 }), 'method_not_offered', 'pm_id'],
  ] as const;
  test.each(refusals)('%s', async (...[, changed, code, field]) => {
    const before = await balances();
    const body = { ...asked(dollars, wallet, '5'), ...changed() };
    const answer = await process(body);
    expect(answer).toMatchObject({ httpStatus: 422, success: false, errors: [{ code }] });
    expect(Object.keys(answer.errors[0]?.validation_messages ?? {})).toEqual([field]);
    expect(answer.errors[0]?.errmsg).not.toContain('error.');
    expect(await balances()).toEqual(before);
  });

  test("somebody else's account is as unknown as none, and so is somebody else's remittance", async () => {
    const other = await house.signIn('hk.active');
    const theirs = await purse.wallet(other, { currency: 'USD', amount: '10.00' });
    expect((await confirm(theirs, dollars, '5')).errors).toMatchObject([{ code: 'unknown_account' }]);
    expect((await confirm(dollars, theirs, '5')).errors).toMatchObject([{ code: 'unknown_account' }]);
    const { data } = await confirm(wallet, dollars, '5');
    expect((await process({ action: 'save', remittance_id: data.remittance_id }, other)).errors).toMatchObject([
      { code: 'unknown_remittance' },
    ]);
  });

  test('a client whose standing forbids it is told why', async () => {
    const frozen = await house.signIn('global.frozen');
    const answer = await process(
      { action: 'confirm', transfer_type: 'transfer', account_number: 1, target_account_number: 2, amount: '5' },
      frozen,
    );
    expect(answer).toMatchObject({ httpStatus: 403, errors: [{ code: 'account_frozen' }] });
  });

  test('a quote that has run out', async () => {
    const { data } = await confirm(wallet, dollars, '5');
    await house.owner.sql.run(`update remittance set expires_at = created_at where id = $1`, [data.remittance_id]);
    expect((await save(data.remittance_id)).errors).toMatchObject([{ code: 'quote_expired' }]);
  });
});

test('the list shows every transfer once, page by page, and the filters hold', async () => {
  const seen: number[] = [];
  for (let next: string | null = ''; next !== null;) {
    const { data }: Awaited<ReturnType<typeof house.call>> = await house.call({
      method: 'GET',
      path: `api/transfers?limit=3${next ? `&after=${next}` : ''}`,
      as: client,
    });
    seen.push(...data.transfers.map((line: { id: number }) => line.id));
    next = data.next;
  }
  expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a));
  expect(seen.length).toBeGreaterThan(8);
  const filtered = await house.call({
    method: 'GET',
    path: `api/transfers?account=${euros}&status=completed&transfer_type=transfer&limit=100`,
    as: client,
  });
  for (const line of filtered.data.transfers) expect([line.account_number, line.target_account_number]).toContain(euros);
  const none = await house.call({ method: 'GET', path: 'api/transfers?from=2020-01-01&till=2020-01-31', as: client });
  expect(none.data).toEqual({ transfers: [], next: null });
});

test("the wallet's statement adds up to its balance", async () => {
  const { data } = await house.call({ method: 'GET', path: `api/direct/wallets/${wallet}/statement?limit=100`, as: client });
  expect(data.lines[0].balance).toBe(await purse.inLedger(wallet));
  expect(data.lines.every((line: { text: string }) => !line.text.startsWith('movement.'))).toBe(true);
  expect(data.lines.filter((line: { transfer_id: number | null }) => line.transfer_id !== null).length).toBeGreaterThan(3);
});

test.each([
  ['the statement of a wallet whose number is no number of ours', 'api/direct/wallets/99999999999/statement', 'unknown_wallet'],
  ['a page behind a transfer whose number is none of ours', 'api/transfers?after=1.9999999999', 'bad_cursor'],
])('%s is refused by name', async (_name, path, code) => {
  expect((await house.call({ method: 'GET', path, as: client })).errors).toMatchObject([{ code }]);
});

describe('what the forms and overviews read', () => {
  const read = async (path: string) => (await house.call({ method: 'GET', path, as: client })).data;

  test('the transfer form knows every live account and wallet with what may leave it', async () => {
    const { pm_id, accounts } = await read('api/payments/transfer');
    expect(pm_id).toBe(19);
    const of = (number: number) => accounts.find((each: { number: number }) => each.number === number);
    expect(of(wallet)).toMatchObject({ kind: 'wallet', currency: 'USD', available: await purse.inLedger(wallet) });
    expect(of(dollars)).toMatchObject({ kind: 'trading', platform: 'mt5', available: await purse.onPlatform(dollars) });
  });

  test('a quote before anything is confirmed is the one that the confirmation gives', async () => {
    const query = `account_number=${dollars}&target_account_number=${euros}&amount=10.80`;
    const { arrives, ...before } = await read(`api/payments/transfer/quote?${query}`);
    expect((await confirm(dollars, euros, '10.80')).data.quote).toMatchObject({ ...before, rate_as_of: expect.any(String) });
    expect(arrives).toBeUndefined();
  });

  test('the deposit form offers the region’s methods with their limits', async () => {
    const { methods } = await read('api/payments/deposit');
    expect(methods.map((each: { pm_id: number }) => each.pm_id)).toEqual([340, 243]);
    expect(methods[0].terms).toContainEqual({
      currency: 'USD',
      min: '100.00',
      max: '50000.00',
      fee_percent: '0',
      arrives: 'at_once',
    });
  });

  test('the overview shows the latest, and the wallets show what is on them', async () => {
    const { under_way: open, recent } = await read('api/transfers/overview');
    expect(open).toEqual([]);
    expect(recent).toHaveLength(10);
    const { wallets } = await read('api/direct/wallets');
    expect(wallets).toContainEqual({
      number: wallet,
      currency: 'USD',
      balance: await purse.inLedger(wallet),
      held: '0.00',
      status: 'active',
    });
  });

  test('quotes that nobody saved are dropped a day after they ran out, and nothing else is', async () => {
    const { data } = await confirm(wallet, dollars, '5');
    const count = async () =>
      (
        await house.owner.sql.one<{ count: number }>(
          'select count(*)::integer as count from remittance where saved_at is not null',
        )
      ).count;
    const saved = await count();
    await house.owner.sql.run(`update remittance set expires_at = expires_at - interval '2 days'`);
    await house.opened.worker?.sweep('remittance.quotes');
    expect((await save(data.remittance_id)).errors).toMatchObject([{ code: 'unknown_remittance' }]);
    expect(await count()).toBe(saved);
  });
});
