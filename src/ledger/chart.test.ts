import { accountNumber, clientId } from '../base/id.ts';
import { expect, test } from 'vitest';
import * as chart from './chart.ts';

const owner = { company: 3, clientId: clientId(100001) };

test('an account’s name cannot smuggle in another account', () => {
  expect(() => chart.provider(3, 'USD', 'x:y')).toThrow('not a name');
  expect(() => chart.provider(3, 'USD', '')).toThrow('not a name');
});

test('what is set aside stands on one account a currency, and a bonus on one a login', () => {
  expect(chart.hold(owner, 'USD').code).toBe('3:USD:client:100001:hold');
  expect(chart.bonusCredit(owner, 'USD', accountNumber(500001)).code).toBe('3:USD:client:100001:bonus:500001');
});
