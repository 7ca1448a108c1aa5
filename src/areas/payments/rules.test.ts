import { array, assert, bigInt, constantFrom, integer, pre, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencies, type Currency } from '../../base/currency.ts';
import { exactly, money, neededFor, paidOutFor, type ExactRate } from '../../base/money.ts';
import { originalRate } from '../rates/face.ts';
import { leastFor, mayBeSamePerson, quoteAmounts, tagOf, withdrawable } from './rules.ts';
import { readAmount } from './quotes.ts';
import { nextReversal, shareToGet, shareToPay, type PaidAmounts } from './provider/shares.ts';

const minor = bigInt({ min: 1n, max: 10n ** 15n });
const currency = constantFrom<Currency>('USD', 'EUR', 'GBP', 'JPY', 'NGN', 'USC', 'VND');
const pair = record({ from: currency, to: currency });
const rate = bigInt({ min: 10n ** 6n, max: 10n ** 14n }).map(exactly);
const fee = integer({ min: 0, max: 2_000 });

const amounts = (amount: bigint, terms: { from?: Currency; to: Currency; at?: ExactRate; feeBasisPoints: number }) => {
  const quoted = quoteAmounts({ amount: money(amount, terms.from ?? terms.to), rate: terms.at, ...terms });
  return quoted.ok ? { arrives: quoted.value.arrives.minor, fee: quoted.value.fee.minor } : { arrives: 0n, fee: 0n };
};

describe('a quote', () => {
  test('in one currency gives back all of the amount: what arrives and the fee', () => {
    assert(
      property(bigInt({ min: 2n, max: 10n ** 15n }), currency, fee, (amount, to, feeBasisPoints) => {
        const quoted = amounts(amount, { to, feeBasisPoints });
        expect(quoted.arrives + quoted.fee).toBe(amount);
        expect(quoted.fee).toBeLessThan(amount);
      }),
    );
  });

  test('brings what the rate says, rounded down by less than a minor unit', () => {
    assert(
      property(minor, pair, rate, (amount, { from, to }, at) => {
        pre(from !== to);
        const scale = at.per * 10n ** BigInt(currencies[from].decimals);
        const exact = amount * at.of * 10n ** BigInt(currencies[to].decimals);
        const short = exact - amounts(amount, { from, to, at, feeBasisPoints: 0 }).arrives * scale;
        expect(short).toBeGreaterThanOrEqual(0n);
        expect(short).toBeLessThan(scale);
      }),
    );
  });

  test('takes no more of the amount than what arrives needs, and says what is left over', () => {
    assert(
      property(minor, pair, record({ at: rate, feeBasisPoints: fee }), (amount, { from, to }, { at, feeBasisPoints }) => {
        pre(from !== to);
        const quoted = quoteAmounts({ amount: money(amount, from), to, rate: at, feeBasisPoints });
        pre(quoted.ok);
        const { arrives, leftOver, fee: charge } = quoted.value;
        const used = money(amount - charge.minor - leftOver.minor, from);
        expect(leftOver.minor).toBeGreaterThanOrEqual(0n);
        expect(paidOutFor(used, to, at)).toEqual(arrives);
        expect(used.minor === 0n || paidOutFor(money(used.minor - 1n, from), to, at).minor < arrives.minor).toBe(true);
      }),
    );
  });

  test('brings more for more', () => {
    assert(
      property(minor, minor, record({ at: rate, feeBasisPoints: fee }), (first, second, { at, feeBasisPoints }) => {
        const [small, large] = first < second ? [first, second] : [second, first];
        const arrivesOf = (amount: bigint) => amounts(amount, { from: 'USD', to: 'EUR', at, feeBasisPoints }).arrives;
        // A fee that rounds up at the larger amount may cost it one minor unit of what was paid.
        const oneUnit = neededFor(money(1n, 'USD'), 'EUR', { of: at.per, per: at.of }).minor;
        expect(arrivesOf(large)).toBeGreaterThanOrEqual(arrivesOf(small) - oneUnit);
      }),
    );
  });

  test('for the least that brings so much brings so much, and one unit less does not', () => {
    assert(
      property(minor, pair, record({ at: rate, feeBasisPoints: fee }), (wanted, { from, to }, { at, feeBasisPoints }) => {
        pre(from !== to);
        const least = leastFor(money(wanted, to), { from, rate: at, feeBasisPoints });
        expect(amounts(least.minor, { from, to, at, feeBasisPoints }).arrives).toBeGreaterThanOrEqual(wanted);
        expect(amounts(least.minor - 1n, { from, to, at, feeBasisPoints }).arrives).toBeLessThan(wanted);
      }),
    );
  });

  test('of any chain of exchanges that ends where it began makes nobody richer, however small its steps', () => {
    const perEuro = record({ USD: rate, GBP: rate, NGN: rate, JPY: rate, VND: rate });
    const way = array(constantFrom<Currency>('EUR', 'USD', 'GBP', 'NGN', 'JPY', 'VND', 'USC', 'EUC', 'NGC'), { maxLength: 6 });
    assert(
      property(perEuro, way, bigInt({ min: 1n, max: 10n ** 6n }), (given, middle, amount) => {
        const worth = Object.entries(given).map(([code, { of }]) => [code as Currency, of] as const);
        const table = { asOf: new Date(0), perEuro: new Map<Currency, bigint>([['EUR', 10n ** 10n], ...worth]) };
        let held = money(amount, 'EUR');
        for (const to of [...middle, 'EUR' as const]) {
          const at = originalRate(table, held.currency, to);
          if (held.currency === to || !at) continue;
          const quoted = quoteAmounts({ amount: held, to, rate: at, feeBasisPoints: 0 });
          // What would arrive as nothing is refused: it stays where it is.
          if (quoted.ok) held = quoted.value.arrives;
        }
        pre(held.currency === 'EUR');
        expect(held.minor).toBeLessThanOrEqual(amount);
      }),
      { numRuns: 500 },
    );
  });

  test('for half a cent’s worth does not bring a cent', () => {
    const cents = { of: 1n, per: 100n };
    expect(quoteAmounts({ amount: money(50n, 'USC'), to: 'USD', rate: cents, feeBasisPoints: 0 }).ok).toBe(false);
    expect(quoteAmounts({ amount: money(150n, 'USC'), to: 'USD', rate: cents, feeBasisPoints: 0 })).toMatchObject({
      value: { arrives: money(1n, 'USD'), leftOver: money(50n, 'USC') },
    });
  });

  test('goes by the rate behind the ten decimals that are shown', () => {
    const quoted = quoteAmounts({ amount: money(10_800n, 'USD'), to: 'EUR', rate: { of: 100n, per: 108n }, feeBasisPoints: 0 });
    expect(quoted).toMatchObject({ value: { arrives: money(10_000n, 'EUR'), leftOver: money(0n, 'USD') } });
  });

  test('for so little that nothing would arrive is refused', () => {
    expect(quoteAmounts({ amount: money(1n, 'USC'), to: 'USD', rate: exactly(10n ** 8n), feeBasisPoints: 0 })).toMatchObject({
      ok: false,
      code: 'arrives_as_nothing',
    });
  });
});

test('of a share the client gives the rounded-up part and gets the rounded-down one, and never more than the whole', () => {
  assert(
    property(minor, minor, minor, (part, parts, amount) => {
      const [toPay, toGet] = [shareToPay(part, { parts, amount }), shareToGet(part, { parts, amount })];
      expect(toPay).toBeLessThanOrEqual(amount);
      expect(toGet).toBeGreaterThanOrEqual(0n);
      expect([0n, 1n]).toContain(toPay - toGet);
    }),
  );
});

describe('a payment that is taken back in parts', () => {
  const parts = array(bigInt({ min: 1n, max: 10n ** 13n }), { minLength: 1, maxLength: 8 });
  const nothing = { amount: 0n, fee: 0n, accountAmount: 0n };
  const takeBack = (payment: PaidAmounts, tolds: readonly bigint[]) => {
    let soFar = nothing;
    const taken: PaidAmounts[] = [];
    for (const told of [...tolds, payment.amount]) {
      const next = nextReversal(payment, soFar, told);
      if (!next) continue;
      taken.push(next);
      soFar = {
        amount: soFar.amount + next.amount,
        fee: soFar.fee + next.fee,
        accountAmount: soFar.accountAmount + next.accountAmount,
      };
    }
    return { soFar, taken };
  };

  test('of one currency is taken back to the last cent, and its fee but for parts that are all fee', () => {
    assert(
      property(minor, fee, parts, (amount, feeBasisPoints, tolds) => {
        const quoted = amounts(amount, { to: 'USD', feeBasisPoints });
        pre(quoted.arrives > 0n);
        const payment = { amount, fee: quoted.fee, accountAmount: quoted.arrives };
        const { soFar, taken } = takeBack(payment, tolds);
        for (const part of taken) expect(part.accountAmount).toBe(part.amount - part.fee);
        // Each part brings at least one cent back. Where that is less than its share, the rest comes out of the fee.
        const hasShares = taken.every((part) => part.amount * payment.accountAmount >= amount);
        const over = soFar.accountAmount - payment.accountAmount;
        expect(soFar).toEqual({ amount, fee: payment.fee - over, accountAmount: payment.accountAmount + over });
        expect(over).toBeGreaterThanOrEqual(0n);
        expect(over).toBeLessThanOrEqual(hasShares ? 0n : BigInt(taken.length));
        expect(nextReversal(payment, soFar, 1n)).toBeUndefined();
      }),
    );
  });

  test('of two currencies brings back all that was paid, and what had arrived but for the smallest parts', () => {
    assert(
      property(minor, record({ at: rate, feeBasisPoints: fee }), parts, (amount, terms, tolds) => {
        const quoted = amounts(amount, { from: 'VND', to: 'USD', ...terms });
        pre(quoted.arrives > 0n);
        const payment = { amount, fee: quoted.fee, accountAmount: quoted.arrives };
        const { soFar, taken } = takeBack(payment, tolds);
        expect(soFar.amount).toBe(amount);
        expect(soFar.accountAmount - payment.accountAmount).toBeLessThanOrEqual(BigInt(taken.length));
        for (const part of taken) expect(part.accountAmount).toBeGreaterThan(0n);
      }),
    );
  });
});

test('what may leave an account is neither what its positions need nor its bonus', () => {
  expect(withdrawable({ balance: 200n, marginFree: 250n, credit: 50n })).toBe(200n);
  expect(withdrawable({ balance: 200n, marginFree: 70n, credit: 50n })).toBe(20n);
  expect(withdrawable({ balance: -5n, marginFree: 40n, credit: 0n })).toBe(0n);
});

test.each([
  ['250', 25_000n],
  ['250.5', 25_050n],
  [' 250.50 ', 25_050n],
  [250, 25_000n],
  [0.1, 10n],
  [250.55, 25_055n],
  ['250.500', 25_050n],
])('%j is an amount', (asked, expected) => {
  expect(readAmount(asked, 'USD')).toEqual({ ok: true, value: { currency: 'USD', minor: expected } });
});

test.each([
  '',
  '-1',
  '+1',
  '1,000',
  '1e3',
  '0',
  '0.001',
  '٢٥٠',
  '.5',
  '5.',
  'NaN',
  'Infinity',
  1e21,
  Number.NaN,
  -5,
  0.001,
  0.1 + 0.2,
])('%j is none', (asked) => {
  expect(readAmount(asked, 'USD')).toMatchObject({ ok: false, code: 'bad_amount', field: 'amount' });
});

test.each([
  ['0.00', 'USD', { fault: 'nothing', example: '250.00' }],
  ['1.005', 'USD', { fault: 'decimals', decimals: 2, example: '250.00' }],
  ['100.5', 'JPY', { fault: 'whole', decimals: 0, example: '250' }],
  ['a lot', 'USD', { fault: 'form', example: '250.00' }],
  ['-5', 'USD', { fault: 'form', example: '250.00' }],
] as const)('%s %s is refused with what is wrong about it', (asked, of, values) => {
  expect(readAmount(asked, of)).toMatchObject({ ok: false, code: 'bad_amount', values: { currency: of, ...values } });
});

test('every operation at a platform has a tag of its own that fits what the platforms keep', () => {
  const steps = ['unbonus', 'debit', 'credit', 'return', 'reverse'] as const;
  const tags = steps.map((transition) => tagOf('r999999999-0a1b2c3d', transition));
  expect(new Set(tags).size).toBe(steps.length);
  for (const tag of tags) expect(tag.length).toBeLessThanOrEqual(31);
});

test.each([
  ['John Smith', 'JOHN SMITH'],
  ['John Smith', 'Mr J Smith'],
  ['John Smith', 'SMITH JOHN PETER'],
  ['Zoë Núñez-Ærø', 'Zoe Nunez'],
  ['Bartholomew Featherstonehaugh', 'Bartholomew Featherstoneha'],
  ['Sun Yi', 'YI SUN'],
  ['李 小龙', '李 小龙'],
])('%s may have paid as %s', (client, payer) => expect(mayBeSamePerson(client, payer)).toBe(true));

test.each([
  ['John Smith', 'Jane Smith'],
  ['John Smith', 'John Doe'],
  ['John Smith', 'J S'],
  ['Amina Mensah', 'Kofi Boateng'],
])('%s has not paid as %s', (client, payer) => expect(mayBeSamePerson(client, payer)).toBe(false));

test.each([
  ['John Smith', ''],
  ['', 'John Smith'],
  ['李 小龙', 'BRUCE LEE'],
])('whether %j has paid as %j cannot be told', (client, payer) => expect(mayBeSamePerson(client, payer)).toBeUndefined());
