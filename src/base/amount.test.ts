import { assert, bigInt, constantFrom, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountText, isMore, typedAmount } from './amount.ts';

/** What the server is sent of what was typed; undefined where the field would not take it. */
const sent = (text: string, decimals: number): string | undefined => {
  const typed = typedAmount(text, decimals);
  return typed === undefined ? undefined : amountText(typed);
};

/** What it is of the same text coming key by key. */
const keyed = (text: string, decimals: number): string =>
  amountText(Array.from(text).reduce((held, key) => typedAmount(held + key, decimals) ?? held, ''));

describe('an amount that is typed', () => {
  test.each([
    ['250', '250'],
    ['250.', '250'],
    ['.5', '0.5'],
    [',5', '0.5'],
    ['0250', '250'],
    ['12,50', '12.50'],
    ['12,5', '12.5'],
    ['1,250', '1250'],
    ['1,250.00', '1250.00'],
    ['1.250,00', '1250.00'],
    ['1,250,000', '1250000'],
    ['1.250.000', '1250000'],
    ['1,250,000.5', '1250000.5'],
    ['1 250.5', '1250.5'],
    ['1\u00a0250,5', '1250.5'],
    ["1'250.50", '1250.50'],
    ['٢٥٠٫٥', '250.5'],
    ['١٬٢٥٠٫٥٠', '1250.50'],
    ['۱۲', '12'],
    ['', ''],
    ['.', ''],
    [',', ''],
  ])('%j comes to %j with two decimals', (typed, taken) => expect(sent(typed, 2)).toBe(taken));

  test.each(['1.2.3', '12a', '-5', '1e5', '1.234', '1,2345', '1,25,000', '1,250.00,1', '1234567890123456'])(
    '%j has no effect with two decimals',
    (typed) => expect(sent(typed, 2)).toBeUndefined(),
  );

  test('with a lone comma before three figures is never a thousandth of what was meant, whatever the decimals', () => {
    for (const decimals of [0, 2, 3, 8]) {
      expect(sent('1,250', decimals)).toBe('1250');
      expect(keyed('1,250', decimals)).toBe('1250');
      expect(keyed('1,250,000', decimals)).toBe('1250000');
    }
    expect(sent('0,125', 8)).toBe('0.125');
    expect(sent('1,2505', 8)).toBe('1.2505');
    expect(sent('1.250', 8)).toBe('1.250');
    expect(sent('1.250,5', 8)).toBe('1250.5');
  });

  test('has no point in a currency without decimals', () => {
    expect(sent('250.', 0)).toBeUndefined();
    expect(sent('250', 0)).toBe('250');
    expect(sent('1.250', 0)).toBeUndefined();
  });

  test('comes to itself from however a language writes it', () => {
    const styles = constantFrom<readonly [string, string, string]>(
      ['en', 'latn', ','],
      ['de', 'latn', '.'],
      ['fr', 'latn', ' '],
      ['ar-EG', 'arab', '٬'],
      ['fa', 'arabext', '٬'],
    );
    assert(
      property(bigInt({ min: 0n, max: 10n ** 15n - 1n }), integer({ min: 1, max: 8 }), styles, (minor, decimals, style) => {
        const [language, numberingSystem] = style;
        const digits = minor.toString().padStart(decimals + 1, '0');
        const plain = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` as const;
        const format = new Intl.NumberFormat(language, { numberingSystem, minimumFractionDigits: decimals });
        const written = format.format(plain as Intl.StringNumericLiteral).replace(/[\u200e\u200f]/g, '');
        // One comma before three last figures groups: who writes 1,250 in German has to write 1,25 or a figure more.
        if (/^[^.,]*,\d{3}$/.test(written) && !written.startsWith('0')) return;
        expect(sent(written, decimals)).toBe(plain);
      }),
    );
  });

  test('is held as it would be typed again', () => {
    const key = constantFrom(...'0123456789.,'.split(''));
    assert(
      property(integer({ min: 0, max: 8 }), key, key, (decimals, first, second) => {
        const texts = [first + second, `12${first}34${second}56`, `1${first}250${second}`];
        const held = texts.flatMap((text) => typedAmount(text, decimals) ?? []);
        expect(held.map((text) => typedAmount(text, decimals))).toEqual(held);
      }),
    );
  });
});

test('two balances are compared to their last digit', () => {
  expect(isMore('9007199254740993.01', '9007199254740993.00')).toBe(true);
  expect(isMore('-2', '-1.5')).toBe(false);
  expect(isMore('1', '1.00')).toBe(false);
});
