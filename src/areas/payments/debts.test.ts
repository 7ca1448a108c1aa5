import { accountNumber } from '../../base/id.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseMinor } from '../../base/money.ts';
import { debt, fees, trading, wallet as walletOf } from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import type { SignedIn, TestApp } from '../../server/testing/app.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { openCounter, restrict, runOf, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { collectFor } from './provider/indebted.ts';

/* What was taken back of a payment and is not there any more: collected once, never more, and owed until then. */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let client: SignedIn;
let dollars: number;
let wallet: number;

beforeAll(async () => {
  ({ app, books, client, payments, dollars, wallet } = await openCounter('global.active', { dollars: '0', wallet: '0' }));
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const usd = (minor: bigint) => ({ minor, currency: 'USD' }) as const;
const owedInBook = async () => -(await balanceOf(app.owner.sql, debt({ company: 3, clientId: client.clientId }, 'USD')));
const owedInRows = async () =>
  (
    await app.owner.sql.one<{ owed: bigint }>(
      `select coalesce(sum(remaining), 0)::bigint as owed from client_debt where client_id = $1 and currency = 'USD'`,
      [client.clientId],
    )
  ).owed;
const collect = () => collectFor({ needs: app.opened.app, run: runOf(app) }, client.clientId);

/** Pays so much into a place and has it charged back when it is not there any more. */
async function chargedBack(into: number, amount: string, spend: () => Promise<void>): Promise<{ id: number; reference: string }> {
  const minor = parseMinor(amount, 'USD') ?? 0n;
  const { id, reference } = await payments.startDeposit(into, amount);
  await payments.told(reference, { status: 'approved', amount: usd(minor) });
  await spend();
  await payments.told(reference, {
    kind: 'chargeback',
    status: 'approved',
    providerTransactionId: `back-${reference}`,
    amount: usd(minor),
  });
  return { id, reference };
}

let spent = 0;

/** The money is gone: from the wallet, or from an account on the platform and in the book. */
async function spend(from: number, minor: bigint): Promise<void> {
  const owner = { company: 3, clientId: client.clientId };
  const isWallet = from === wallet;
  const key = `fee:test-${(spent += 1)}`;
  const leg = { from: isWallet ? walletOf(owner, 'USD') : trading(owner, 'USD', accountNumber(from)), to: fees(3, 'USD'), minor };
  const { platforms, book, clock } = app.opened.app;
  if (!isWallet)
    await platforms.mt5.balanceOperation({
      login: from,
      kind: 'balance',
      amount: -minor,
      currency: 'USD',
      tag: key.replace(':', '-'),
    });
  await book.submit({ movement: { key, kind: 'fee', legs: [leg], at: clock.now() } });
}

/** Puts money somewhere without anybody noticing, so that nothing is collected meanwhile. */
async function find(into: number, minor: bigint): Promise<void> {
  const owner = { company: 3, clientId: client.clientId };
  const isWallet = into === wallet;
  const key = `fee_refund:test-${(spent += 1)}`;
  const leg = { from: fees(3, 'USD'), to: isWallet ? walletOf(owner, 'USD') : trading(owner, 'USD', accountNumber(into)), minor };
  const { platforms, book, clock } = app.opened.app;
  if (!isWallet)
    await platforms.mt5.balanceOperation({
      login: into,
      kind: 'balance',
      amount: minor,
      currency: 'USD',
      tag: key.replace(':', '-'),
    });
  await book.submit({ movement: { key, kind: 'fee_refund', legs: [leg], at: clock.now() } });
}

/** Each test begins with a client who has nothing, and owes nothing. */
beforeEach(async () => {
  for (const place of [wallet, dollars]) {
    const minor = parseMinor(await books.inLedger(place), 'USD') ?? 0n;
    if (minor > 0n) await spend(place, minor);
  }
  // The disputes of earlier tests are over.
  await restrict(app, client, false);
  if ((await owedInBook()) !== 0n) throw new Error('the test before has left a debt');
});

describe('what a reversal cannot find where it was first paid in', () => {
  test('is taken from the client’s wallets, then from what is free on accounts, and the rest is owed', async () => {
    await find(wallet, 3_000n);
    const other = await books.account(client, 'standard', { currency: 'USD', amount: '40.00' });
    const { id } = await chargedBack(dollars, '100.00', () => spend(dollars, 9_000n));
    // Ten were left there, thirty in the wallet, forty on the other account.
    expect([await books.onPlatform(dollars), await books.inLedger(wallet), await books.onPlatform(other)]).toEqual([
      '0.00',
      '0.00',
      '0.00',
    ]);
    expect(await books.inLedger(other)).toBe('0.00');
    expect([await owedInBook(), await owedInRows()]).toEqual([2_000n, 2_000n]);
    const {
      reversed_by: [reversal],
    } = await payments.detailsOf(id);
    const { status, reason, timeline } = await payments.detailsOf(reversal);
    expect([status, timeline.map(({ code }: { code: string }) => code)]).toEqual([
      'completed',
      ['chargeback', 'taken_back_in_part', 'debt_collected', 'debt_collected'],
    ]);
    expect(reason).toMatch(/owed/);
    // It stands before staff until it is paid.
    const waiting = () =>
      app.owner.sql.many(`select from desk_case where queue = 'chargebacks' and subject = $1 and closed_at is null`, [
        `debt:${reversal}`,
      ]);
    expect(await waiting()).toHaveLength(1);
    await find(wallet, 2_500n);
    await Promise.all([collect(), collect(), collect()]);
    expect([await owedInBook(), await owedInRows(), await books.inLedger(wallet)]).toEqual([0n, 0n, '5.00']);
    expect(await waiting()).toHaveLength(0);
    expect((await payments.detailsOf(reversal)).timeline.at(-1)).toMatchObject({
      code: 'debt_paid',
      text: expect.stringMatching(/20/),
    });
  });

  test('is taken from no account while the wallets have enough', async () => {
    await find(wallet, 3_000n);
    const other = await books.account(client, 'ecn mt5', { currency: 'USD', amount: '40.00' });
    // Of a hundred, eighty are left where they were paid in.
    await chargedBack(dollars, '100.00', () => spend(dollars, 2_000n));
    expect([await books.onPlatform(dollars), await books.inLedger(wallet), await owedInBook()]).toEqual(['0.00', '10.00', 0n]);
    expect([await books.onPlatform(other), await books.inLedger(other)]).toEqual(['40.00', '40.00']);
    await spend(other, 4_000n);
  });

  test('is taken from a wallet of another currency too, at the rate of then', async () => {
    const euros = await books.wallet(client, { currency: 'EUR', amount: '50.00' });
    await chargedBack(wallet, '100.00', () => spend(wallet, 10_000n));
    const left = Number(await books.inLedger(euros));
    expect(left).toBe(0);
    // Fifty euros are some fifty-four dollars.
    const owed = Number(await owedInBook());
    expect(owed).toBeGreaterThan(4_500);
    expect(owed).toBeLessThan(4_800);
    await find(wallet, BigInt(owed));
    await collect();
    expect(await owedInBook()).toBe(0n);
  });

  test('is asked of a platform once, whatever becomes of the answer', async () => {
    const account = await books.account(client, 'ecn mt5', { currency: 'USD', amount: '0' });
    await chargedBack(wallet, '100.00', () => spend(wallet, 10_000n));
    await find(account, 15_000n);
    await books.fail('trading', 'timeout_after');
    await collect();
    // What may have been taken is not taken anywhere else meanwhile.
    await find(wallet, 10_000n);
    await collect();
    expect(await books.inLedger(wallet)).toBe('100.00');
    await books.hurry();
    await collect();
    expect([await books.onPlatform(account), await books.inLedger(account), await owedInBook()]).toEqual(['50.00', '50.00', 0n]);
    await spend(account, 5_000n);
  });
});

describe('while something is owed', () => {
  test('nothing is transferred, and what comes in pays it first', async () => {
    await chargedBack(wallet, '100.00', () => spend(wallet, 10_000n));
    await find(wallet, 5_000n);
    const refused = await payments.askTransfer(wallet, dollars, '5.00');
    expect(refused).toMatchObject({
      httpStatus: 422,
      errors: [{ code: 'debt_open' }],
      data: { debt: '100.00', currency: 'USD' },
    });
    expect(refused.errors[0]?.errmsg).toMatch(/100/);
    await collect();
    const before = await books.onPlatform(dollars);
    const { id, reference } = await payments.startDeposit(dollars, '120.00');
    await payments.told(reference, { status: 'approved', amount: usd(12_000n) });
    expect(await payments.detailsOf(id)).toMatchObject({ status: 'completed', reason: expect.stringMatching(/owed/) });
    expect([await books.onPlatform(dollars), await books.inLedger(wallet), await owedInBook()]).toEqual([before, '70.00', 0n]);
    expect((await payments.save(await payments.confirmed(wallet, dollars, '70.00'))).data).toMatchObject({ status: 'completed' });
  });

  test('a transfer that was confirmed before is not saved', async () => {
    await find(wallet, 1_000n);
    const id = await payments.confirmed(wallet, dollars, '5.00');
    await chargedBack(wallet, '100.00', () => spend(wallet, 11_000n));
    expect((await payments.save(id)).errors).toMatchObject([{ code: 'debt_open' }]);
    await find(wallet, 10_000n);
    await app.opened.clock.advance(600);
    await app.opened.worker?.sweep('remittance.debts');
    expect(await owedInBook()).toBe(0n);
  });

  test('nothing is withdrawn, neither what is asked for now nor what was confirmed before', async () => {
    const way = { pm_id: 1011, wallet_email: 'global.active@wallet.test', confirm_own_name: true };
    const ask = () =>
      payments.process({ action: 'confirm', transfer_type: 'withdraw', account_number: dollars, amount: '30.00', ...way });
    await find(dollars, 5_000n);
    const confirmed = await ask();
    expect(confirmed.errors).toEqual([]);
    await chargedBack(wallet, '100.00', () => spend(wallet, 10_000n));
    // Its dispute is over; what it has left behind is not.
    await restrict(app, client, false);
    await find(dollars, 5_000n);
    const owing = { httpStatus: 422, errors: [{ code: 'debt_open' }], data: { debt: '50.00', currency: 'USD' } };
    expect(await payments.save(confirmed.data.remittance_id)).toMatchObject(owing);
    expect(await ask()).toMatchObject(owing);
    // Nor is a prepaid card paid for.
    const { offer } = (await payments.get('api/prepaid-cards')).data;
    const asked = {
      currency: 'USD',
      name_on_card: offer.name_on_card,
      street: '1 Long Street',
      city: 'Cape Town',
      postcode: '8001',
    };
    expect(await payments.post('api/prepaid-cards', { ...asked, accept_terms: true, fee: '10.00' })).toMatchObject(owing);
    await collect();
    expect(await owedInBook()).toBe(0n);
  });

  test('what the bank gives back pays what is left of it, and the rest is the client’s', async () => {
    const { reference } = await chargedBack(wallet, '100.00', () => spend(wallet, 7_000n));
    expect(await owedInBook()).toBe(7_000n);
    const before = Number(await books.inLedger(wallet));
    const won = {
      kind: 'won_back',
      status: 'approved',
      providerTransactionId: `won-${reference}`,
      amount: usd(10_000n),
    } as const;
    expect(await payments.told(reference, won)).toBe('won_back');
    expect(await payments.told(reference, won)).toBe('nothing_new');
    expect([await owedInBook(), await owedInRows()]).toEqual([0n, 0n]);
    expect(Number(await books.inLedger(wallet)) - before).toBe(30);
  });
});

test('however it is taken, and however often at once, exactly what is owed is collected, and never more', async () => {
  const accounts = [dollars, await books.account(client, 'ecn mt5', { currency: 'USD', amount: '0' })];
  const step = fc.oneof(
    fc.record({ does: fc.constant('owe' as const), minor: fc.bigInt({ min: 10_000n, max: 30_000n }) }),
    fc.record({
      does: fc.constant('find' as const),
      minor: fc.bigInt({ min: 1n, max: 20_000n }),
      where: fc.integer({ min: 0, max: 2 }),
    }),
    fc.record({ does: fc.constant('collect' as const), times: fc.integer({ min: 1, max: 3 }) }),
  );
  const held = async () => {
    const places = [wallet, ...accounts];
    const amounts = await Promise.all(places.map((place) => books.inLedger(place)));
    return amounts.reduce((sum, amount) => sum + (parseMinor(amount, 'USD') ?? 0n), 0n);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      let worth = (await held()) - (await owedInBook());
      for (const each of steps) {
        if (each.does === 'owe') {
          const amount = `${each.minor / 100n}.${String(each.minor % 100n).padStart(2, '0')}`;
          let lost = 0n;
          await chargedBack(wallet, amount, async () => {
            lost = parseMinor(await books.inLedger(wallet), 'USD') ?? 0n;
            if (lost > 0n) await spend(wallet, lost);
          });
          worth -= lost;
        }
        if (each.does === 'find') {
          await find([wallet, ...accounts][each.where] ?? wallet, each.minor);
          worth += each.minor;
        }
        if (each.does === 'collect') await Promise.all(Array.from({ length: each.times }, collect));
        // What a client has, less what is owed, changes by what was found and lost, and by nothing that is collected.
        expect((await held()) - (await owedInBook())).toBe(worth);
        expect(await owedInBook()).toBe(await owedInRows());
        expect((await owedInBook()) >= 0n).toBe(true);
      }
      await collect();
      // Nobody owes anything who has something.
      expect((await owedInBook()) === 0n || (await held()) === 0n).toBe(true);
    }),
    { numRuns: 8 },
  );
});
