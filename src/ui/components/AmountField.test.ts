import { describe, expect, test } from 'vitest';
import { amountText, typedAmount } from './AmountField.tsx';
import { isMore } from './Money.tsx';

describe('an amount that is typed', () => {
  test.each([
    ['250', '250'],
    ['250.', '250.'],
    ['.5', '.5'],
    ['0250', '250'],
    ['12,50', '12.50'],
    ['1,250.00', '1250.00'],
    ['1 250.5', '1250.5'],
    ['٢٥٠٫٥', '250.5'],
    ['۱۲', '12'],
    ['', ''],
  ])('%j is taken as %j', (typed, taken) => expect(typedAmount(typed, 2)).toBe(taken));

  test.each(['1.2.3', '12a', '-5', '1e5', '1.234', '1234567890123456'])('%j has no effect', (typed) =>
    expect(typedAmount(typed, 2)).toBeUndefined(),
  );

  test('has no point in a currency without decimals', () => {
    expect(typedAmount('250.', 0)).toBeUndefined();
    expect(typedAmount('250', 0)).toBe('250');
  });

  test('goes to the server as a whole decimal string', () => {
    expect(amountText('.5')).toBe('0.5');
    expect(amountText('12.')).toBe('12');
    expect(amountText('.')).toBe('');
  });
});

test('two balances are compared to their last digit', () => {
  expect(isMore('9007199254740993.01', '9007199254740993.00')).toBe(true);
  expect(isMore('-2', '-1.5')).toBe(false);
  expect(isMore('1', '1.00')).toBe(false);
});
