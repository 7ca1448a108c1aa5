import { expect, test } from 'vitest';
import { readAsked } from './asked.ts';
import { rateDigits, readableRate } from './rate.ts';

test('an address may say where, how much and in which currency, by letters or by the documents’ numbers', () => {
  expect(readAsked({ acc: '700123', currency: '978', amount: '250.50' })).toEqual({
    account: 700123,
    currency: 'EUR',
    amount: '250.50',
    method: undefined,
  });
});

test('minor units are counted in the currency’s own decimals and win over the amount', () => {
  expect(readAsked({ currency: 'VND', amount_in_minor_units: '2500000', amount: '1' }).amount).toBe('2500000');
  expect(readAsked({ amount_in_minor_units: '25050' }).amount).toBe('250.50');
});

test('form data are the fields of the call, and single parameters win over them', () => {
  const form_data = JSON.stringify({ account_number: 700123, pm_id: 340, amount: '100', currency: 'USD' });
  expect(readAsked({ form_data, amount: '250' })).toEqual({ account: 700123, currency: 'USD', amount: '250', method: 340 });
});

test.each([
  { acc: 'x' },
  { amount: '1e9' },
  { form_data: '{' },
  { form_data: '[1]' },
  { form_data: 'null' },
  { currency: '<b>' },
])('what cannot be read is left out: %j', (query) =>
  expect(readAsked(query)).toEqual({ account: undefined, currency: undefined, amount: undefined, method: undefined }),
);

test('a rate shows as many decimals as it takes to tell it', () => {
  expect([rateDigits('1.08345'), rateDigits('0.0006789123'), rateDigits('26300'), rateDigits('0.8')]).toEqual([5, 8, 0, 1]);
});

test('a rate too small to grasp is told the other way round', () => {
  expect(readableRate({ from: 'NGN', to: 'USD', rate: '0.0006862069' })).toEqual({
    from: 'USD',
    to: 'NGN',
    rate: '1457.2864248378',
  });
  expect(readableRate({ from: 'USD', to: 'EUR', rate: '0.8194' })).toEqual({ from: 'USD', to: 'EUR', rate: '0.8194' });
});
