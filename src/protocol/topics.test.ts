import { expect, test } from 'vitest';
import { paymentsProcess } from './payment.ts';
import { staleOf } from './topics.ts';

test('a quote changes nothing, so only what is saved makes balances and lists stale', () => {
  expect(staleOf(paymentsProcess, { action: 'confirm' })).toEqual([]);
  expect(staleOf(paymentsProcess, { action: 'save' })).toEqual(['accounts', 'transfers', 'wallets', 'dashboard']);
});

test('a call of one step makes stale whatever was sent', () => {
  expect(staleOf({ stale: ['inbox'] }, undefined)).toEqual(['inbox']);
  expect(staleOf({}, {})).toEqual([]);
});
