import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencyCodes } from './currency.ts';
import { chargeOf, divideRounded, formatMinor, formatRate, invertRate, money, parseMinor, parseRate, worthIn } from './money.ts';

const anyCurrency = fc.constantFrom(...currencyCodes);
const anyMinor = fc.bigInt(-(10n ** 14n), 10n ** 14n);

describe('an amount', () => {
  test.each([
    [125_000n, 'USD', '1250.00'],
    [-5n, 'USD', '-0.05'],
    [-125_000n, 'USD', '-1250.00'],
    [1250n, 'JPY', '1250'],
    [-1250n, 'JPY', '-1250'],
    [0n, 'EUR', '0.00'],
  ] as const)('of %s minor units of %s is written %s', (minor, currency, text) => {
    expect(formatMinor(minor, currency)).toBe(text);
  });

  test('is read as it was written, what is owed too', () => {
    fc.assert(
      fc.property(anyMinor, anyCurrency, (minor, currency) => {
        expect(parseMinor(formatMinor(minor, currency), currency)).toBe(minor);
      }),
    );
  });

  test.each(['1.005', '1e3', '1,5', '', '.', '1.', '--1', '1234567890123456'])('is not what is written %j in dollars', (text) => {
    expect(parseMinor(text, 'USD')).toBeUndefined();
  });

  test('may carry zeros beyond its decimals', () => {
    expect(parseMinor('1.5000', 'USD')).toBe(150n);
  });
});

describe('rounding', () => {
  test.each([
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [4n, 3n, 1n],
    [-4n, 3n, -1n],
  ])('of %s over %s goes to the nearest, the half away from zero: %s', (numerator, denominator, rounded) => {
    expect(divideRounded(numerator, denominator)).toBe(rounded);
  });

  test('of a charge is for who takes it', () => {
    expect(chargeOf(money(1n, 'USD'), 1n).minor).toBe(1n);
    expect(chargeOf(money(10_000n, 'USD'), 150n).minor).toBe(150n);
  });

  test('of what is owed in another currency is that of what is there', () => {
    const rate = parseRate('1.08345') ?? 0n;
    fc.assert(
      fc.property(anyMinor, (minor) => {
        const [there, owed] = [minor, -minor].map((one) => worthIn(money(one, 'EUR'), 'USD', rate).minor);
        expect(owed).toBe(-(there ?? 0n));
      }),
    );
  });
});

test('a rate is positive, and turned round twice it is itself to its last decimals', () => {
  for (const text of ['0', '-1', 'one', '']) expect(parseRate(text)).toBeUndefined();
  expect(formatRate(parseRate('1.0834500000') ?? 0n)).toBe('1.08345');
  expect(formatRate(invertRate(parseRate('0.25') ?? 0n))).toBe('4');
});
