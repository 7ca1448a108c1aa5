import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Currency } from '../../../base/currency.ts';
import { remittanceId } from '../../../base/id.ts';
import { utcDay } from '../../../base/time.ts';
import { debt, exchange, fees, suspense, wallet as walletOf } from '../../../ledger/chart.ts';
import { balanceOf } from '../../../ledger/statement.ts';
import type { PaymentState } from '../../../ports/payments/port.ts';
import type { SignedIn, StaffSignedIn, TestApp } from '../../../server/testing/app.ts';
import type { BookFixture } from '../../../server/testing/bookFixture.ts';
import { litecoin, tellOfCoin, type CoinSaid } from '../../../server/testing/coinsFixture.ts';
import { openCounter, restrict, runOf, type PaymentsFixture } from '../../../server/testing/paymentsFixture.ts';
import { leftOf } from '../payout/lines.ts';
import { collectFor } from './indebted.ts';
import { creditUnmatched } from './reviews.ts';

/* What is paid in a coin for a deposit that is paid already is worth what it was when it came, and so is what takes it back. */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let wallet: number;
let client: SignedIn;
let finance: StaffSignedIn;
let admin: StaffSignedIn;

beforeAll(async () => {
  ({ app, books, client, payments, wallet } = await openCounter('global.active', { dollars: '0', wallet: '0' }));
  [finance, admin] = [await app.signInStaff('finance'), await app.signInStaff('admin')];
});
afterAll(async () => app.close());
beforeEach(async () => restrict(app, client, false));
afterEach(async () => {
  // oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
  expect(await books.faults()).toEqual([]);
});

const owner = () => ({ company: 3, clientId: client.clientId });
const of = (account: ReturnType<typeof suspense>) => balanceOf(app.owner.sql, account);
const inLitecoin = { pm_id: 337, currency: 'USD', crypto_network: 'LTC' };
const tell = (reference: string, name: string, said: CoinSaid) => tellOfCoin(app, { reference, name }, said);

/** That very payment has gone back, as the provider tells of it: under its own number. */
const takeBack = (reference: string, name: string, minor: bigint) =>
  tell(reference, name, { minor, kind: 'refund', undoesItself: true });

const rowOf = (number: string) =>
  app.owner.sql.one<{ id: number; worth: bigint | null; currency: string | null; rate: bigint | null }>(
    `select id::integer as id, worth, worth_currency as currency, worth_rate as rate from provider_transaction
     where transaction_id = $1 and kind = 'payment'`,
    [number],
  );

async function credit(number: string): Promise<string> {
  const { id } = await rowOf(number);
  return app.owner.transact((sql) => creditUnmatched(sql, { id, now: app.opened.clock.now() }));
}

const desk = (path: string, body: object, as = finance) =>
  app.call({ method: 'POST', path: `/api/desk/${path}`, body: { reason: 'the chain says so', ...body }, as });

const caseOf = async (id: number) =>
  app.owner.sql.one<{ detail: object }>(
    `select detail from desk_case where queue = 'unmatched' and subject = $1 order by id desc limit 1`,
    [`transaction:${id}`],
  );

/** All that is in a wallet goes elsewhere. */
async function spend(key: string, currency: Currency = 'USD'): Promise<bigint> {
  const minor = await of(walletOf(owner(), currency));
  if (minor <= 0n) return 0n;
  const leg = { from: walletOf(owner(), currency), to: fees(3, currency), minor };
  await app.opened.app.book.submit({ movement: { key: `fee:${key}`, kind: 'fee', legs: [leg], at: app.opened.clock.now() } });
  return minor;
}

/** What the client has, less what they owe. */
const worth = async () => (await of(walletOf(owner(), 'USD'))) + (await of(debt(owner(), 'USD')));
const collect = () => collectFor({ needs: app.opened.app, run: runOf(app) }, client.clientId);
/** What the client has exchanged today, in US cents. */
const exchanged = async () => {
  const asked = [client.clientId, utcDay(app.opened.clock.now())];
  return Number((await app.owner.sql.one<{ used: bigint }>('select exchange_used($1, $2, 0) as used', asked)).used);
};
const toSource = (id: number) =>
  leftOf(app.owner.sql, { sourceId: remittanceId(id), except: remittanceId(id), now: app.opened.clock.now() });

/** A deposit of which two coins have come at a hundred dollars each, and then one and a half at fifty. */
async function paidTwice(more: Partial<PaymentState> = {}, into = wallet) {
  const order = await payments.startDeposit(into, '250.00', inLitecoin);
  expect(await tell(order.reference, 'first', { minor: 2n * litecoin, price: 10_000n })).toBe('credited');
  const outcome = await tell(order.reference, 'second', { minor: (3n * litecoin) / 2n, price: 5_000n, ...more });
  expect(outcome).toBe('suspense');
  return { ...order, second: await rowOf(`second-${order.reference}`) };
}

describe('a further payment in a coin', () => {
  test('keeps what it was worth when it was told, which staff see, and two persons credit that', async () => {
    const before = await worth();
    const { id, reference, second } = await paidTwice();
    expect(await rowOf(`first-${reference}`)).toMatchObject({ worth: 20_000n, currency: 'USD', rate: 1_000_000_000_000n });
    expect(second).toMatchObject({ worth: 7_500n, currency: 'USD', rate: 500_000_000_000n });
    expect((await caseOf(second.id)).detail).toMatchObject({ amount: '1.50000000', worth: { amount: '75.00', currency: 'USD' } });
    // Told once more, at another price: it stays as it was.
    await tell(reference, 'second', { minor: (3n * litecoin) / 2n, price: 20_000n });
    const asked = await desk(`transactions/${second.id}`, { action: 'approve' });
    expect((await worth()) - before).toBe(20_000n);
    expect((await desk(`approvals/${asked.data.approval.id}`, { decision: 'approve' }, admin)).errors).toEqual([]);
    expect((await worth()) - before).toBe(27_500n);
    expect(await toSource(id)).toBe(27_500n);
    const { timeline } = await payments.detailsOf(id);
    const line = timeline.find(({ code }: { code: string }) => code === 'second_payment_credited');
    expect(line.text.replaceAll(/\s/g, ' ')).toContain('USD 75.00');
    await takeBack(reference, 'second', (3n * litecoin) / 2n);
    await takeBack(reference, 'first', 2n * litecoin);
  });

  test('is worth nothing that was asked for another amount, where one is told while its price is asked for', async () => {
    const order = await payments.startDeposit(wallet, '250.00', inLitecoin);
    await tell(order.reference, 'first', { minor: 2n * litecoin, price: 10_000n });
    const told = { minor: 3n * litecoin, price: 5_000n };
    const meanwhile = () => tell(order.reference, 'second', { ...told, status: 'pending' });
    expect(await tell(order.reference, 'second', { minor: litecoin, price: 5_000n, meanwhile })).toBeNull();
    expect((await rowOf(`second-${order.reference}`)).worth).toBeNull();
    expect(await tell(order.reference, 'second', told)).toBe('suspense');
    expect((await rowOf(`second-${order.reference}`)).worth).toBe(15_000n);
    await takeBack(order.reference, 'second', 3n * litecoin);
    await takeBack(order.reference, 'first', 2n * litecoin);
  });

  test('is taken back as what it had brought, and the first as what that had', async () => {
    const before = await worth();
    const { id, reference } = await paidTwice();
    expect(await credit(`second-${reference}`)).toBe('done');
    expect(await takeBack(reference, 'second', (3n * litecoin) / 2n)).toBe('reversed');
    expect(await toSource(id)).toBe(20_000n);
    expect((await worth()) - before).toBe(20_000n);
    const [first] = (await payments.detailsOf(id)).reversed_by;
    expect(await payments.detailsOf(first)).toMatchObject({
      amount: '1.50000000',
      currency: 'LTC',
      account_amount: '75.00',
      account_currency: 'USD',
      status: 'completed',
    });
    expect(await takeBack(reference, 'first', 2n * litecoin)).toBe('reversed');
    expect([(await worth()) - before, await toSource(id)]).toEqual([0n, 0n]);
    // No coin is left with anybody.
    expect([await of(exchange(3, 'LTC')), await of(suspense(3, 'LTC'))]).toEqual([0n, 0n]);
  });

  test('is taken back in parts that together are what it had brought', async () => {
    const before = await worth();
    const { reference } = await paidTwice();
    expect(await credit(`second-${reference}`)).toBe('done');
    for (const [nth, minor] of [33_333_333n, 50_000_000n, 66_666_667n].entries())
      expect(await tell(reference, `part ${nth}`, { minor, kind: 'refund', takesNumber: `second-${reference}` })).toBe(
        'reversed',
      );
    expect((await worth()) - before).toBe(20_000n);
    await takeBack(reference, 'first', 2n * litecoin);
    expect((await worth()) - before).toBe(0n);
  });

  test('stands before staff where nobody can say what it was worth, and can only go back', async () => {
    const before = await worth();
    const { reference } = await paidTwice();
    await tell(reference, 'third', { minor: litecoin });
    const third = await rowOf(`third-${reference}`);
    expect(third.worth).toBeNull();
    expect((await caseOf(third.id)).detail).not.toHaveProperty('worth');
    expect((await desk(`transactions/${third.id}`, { action: 'approve' })).errors).toMatchObject([
      { code: 'action_not_offered' },
    ]);
    expect(await credit(`third-${reference}`)).toBe('outdated');
    expect((await desk(`transactions/${third.id}`, { action: 'send_back' })).errors).toEqual([]);
    expect(await takeBack(reference, 'third', litecoin)).toBe('returned');
    expect((await worth()) - before).toBe(20_000n);
    expect(await takeBack(reference, 'second', (3n * litecoin) / 2n)).toBe('returned');
    await takeBack(reference, 'first', 2n * litecoin);
    expect([(await worth()) - before, await of(suspense(3, 'LTC'))]).toEqual([0n, 0n]);
  });

  test('of somebody else goes back to whom it came from once compliance agrees, and is nobody’s until then', async () => {
    const before = await worth();
    const payer = { name: 'JANE DOE', cardMask: undefined, cardBrand: undefined };
    const { reference, second } = await paidTwice({ payer });
    expect((await caseOf(second.id)).detail).toMatchObject({ why: 'third_party', worth: { amount: '75.00' } });
    const back = await desk(`transactions/${second.id}`, { action: 'send_back' });
    expect(back.data).toMatchObject({ decided: null, approval: { kind: 'papers' } });
    expect([(await worth()) - before, await of(suspense(3, 'LTC'))]).toEqual([20_000n, (3n * litecoin) / 2n]);
    const agreed = await desk(`approvals/${back.data.approval.id}`, { decision: 'approve' }, await app.signInStaff('compliance'));
    expect(agreed.errors).toEqual([]);
    expect(await takeBack(reference, 'second', (3n * litecoin) / 2n)).toBe('returned');
    expect([(await worth()) - before, await of(suspense(3, 'LTC'))]).toEqual([20_000n, 0n]);
    await takeBack(reference, 'first', 2n * litecoin);
  });

  test('for an account in another currency is credited in that which was asked in, and both go back where they came from', async () => {
    const euros = await books.wallet(client, { currency: 'EUR', amount: '0' });
    const before = await worth();
    const { id, reference } = await paidTwice({}, euros);
    const { account_amount: first } = await payments.detailsOf(id);
    const cents = BigInt(first.replace('.', ''));
    expect(await credit(`second-${reference}`)).toBe('done');
    expect((await worth()) - before).toBe(7_500n);
    // The second counts by the rate at which the first was exchanged.
    expect(await toSource(id)).toBe(cents + (7_500n * cents) / 20_000n);
    await takeBack(reference, 'second', (3n * litecoin) / 2n);
    expect([(await worth()) - before, await toSource(id)]).toEqual([0n, cents]);
    await takeBack(reference, 'first', 2n * litecoin);
    expect(await toSource(id)).toBe(0n);
  });
});

describe('a coin that is taken back and not there any more', () => {
  test('is owed as what it had brought, and collected where money is, which uses the day’s allowance up', async () => {
    const { reference } = await paidTwice();
    expect(await credit(`second-${reference}`)).toBe('done');
    await spend(`coin-${reference}`);
    expect(await takeBack(reference, 'second', (3n * litecoin) / 2n)).toBe('reversed');
    const owed = await app.owner.sql.many<{ currency: string; remaining: bigint }>(
      'select currency, remaining from client_debt where client_id = $1 and remaining > 0',
      [client.clientId],
    );
    expect(owed).toEqual([{ currency: 'USD', remaining: 7_500n }]);
    expect([await of(debt(owner(), 'USD')), await of(debt(owner(), 'LTC'))]).toEqual([-7_500n, 0n]);
    const euros = await books.wallet(client, { currency: 'EUR', amount: '20.00' });
    const [had, before] = [Number(await books.inLedger(euros)), await exchanged()];
    await collect();
    // Twenty euros, less the broker's markup on a rate of 1.08.
    const paid = Number(7_500n + (await of(debt(owner(), 'USD')))) / 100;
    expect([paid > 20, paid <= 21.6, await books.inLedger(euros)]).toEqual([true, true, '0.00']);
    await books.wallet(client, { currency: 'USD', amount: '500.00' });
    await collect();
    expect(await of(debt(owner(), 'USD'))).toBe(0n);
    expect((await exchanged()) - before).toBeCloseTo(had * 108, 0);
    await takeBack(reference, 'first', 2n * litecoin);
  });
});

const step = fc.oneof(
  fc.record({
    does: fc.constant('pay' as const),
    minor: fc.bigInt({ min: 1_000_000n, max: 300_000_000n }),
    price: fc.constantFrom(5_000n, 6_250n, 8_000n, 10_000n, 12_500n, 20_000n),
  }),
  fc.record({ does: fc.constant('credit' as const), which: fc.nat(6) }),
  fc.record({ does: fc.constant('take_back' as const), which: fc.nat(6) }),
  fc.record({ does: fc.constant('spend' as const) }),
);

test('whatever is paid, credited, spent and taken back, in any order, each payment counts at its own price', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
      const [before, position] = [await worth(), await of(exchange(3, 'LTC'))];
      const { id, reference } = await payments.startDeposit(wallet, '250.00', inLitecoin);
      const paid: { name: string; minor: bigint; worth: bigint; is: 'own' | 'suspense' | 'credited' | 'gone' }[] = [];
      let spent = 0n;
      const pay = async (minor: bigint, price: bigint) => {
        const name = String(paid.length);
        const isFirst = paid.length === 0;
        // The same twice, as providers do, and dearer the second time.
        await tell(reference, name, { minor, price });
        await tell(reference, name, { minor, price: 4n * price });
        paid.push({ name, minor, worth: (minor * price) / litecoin, is: isFirst ? 'own' : 'suspense' });
      };
      const goBack = async (each: (typeof paid)[number]) => {
        if (each.is === 'gone') return;
        for (let times = 0; times < 2; times += 1) await takeBack(reference, each.name, each.minor);
        each.is = 'gone';
      };
      await pay(120_000_000n, 10_000n);
      for (const [nth, each] of steps.entries()) {
        if (each.does === 'pay') await pay(each.minor, each.price);
        if (each.does === 'spend') spent += await spend(`any-${reference}-${nth}`);
        const chosen = 'which' in each ? paid[each.which % paid.length] : undefined;
        if (chosen && each.does === 'take_back') await goBack(chosen);
        const isCredited =
          chosen?.is === 'suspense' && each.does === 'credit' && (await credit(`${chosen.name}-${reference}`)) === 'done';
        if (chosen && isCredited) chosen.is = 'credited';
        const brought = paid.filter(({ is }) => is === 'own' || is === 'credited').reduce((sum, one) => sum + one.worth, 0n);
        const waits = paid.filter(({ is }) => is === 'suspense').reduce((sum, one) => sum + one.minor, 0n);
        await collect();
        expect([(await worth()) + spent - before, await of(suspense(3, 'LTC')), await toSource(id)]).toEqual([
          brought,
          waits,
          brought,
        ]);
      }
      for (const each of paid) await goBack(each);
      expect([(await worth()) + spent - before, await of(suspense(3, 'LTC')), (await of(exchange(3, 'LTC'))) - position]).toEqual(
        [0n, 0n, 0n],
      );
    }),
    { numRuns: 12 },
  );
});
