import { expect, test } from 'vitest';
import { directionOf, pairOf } from './question.ts';

test('an address names the pair and the direction, and what it does not name is chosen', () => {
  expect(pairOf('NGN', '840')).toEqual({ from: 'NGN', to: 'USD' });
  expect(pairOf(undefined, undefined)).toEqual({ from: 'USD', to: 'EUR' });
  expect(pairOf('EUR', 'EUR')).toEqual({ from: 'EUR', to: 'USD' });
  expect(pairOf('BTC', '<b>')).toEqual({ from: 'USD', to: 'EUR' });
  expect([directionOf('withdraw'), directionOf('gift')]).toEqual(['withdraw', 'deposit']);
});
