import { expect, test } from 'vitest';
import { takenFaults, type KnownDeposit } from './books.ts';

const deposit: KnownDeposit = { id: 7, reference: 'r7', currency: 'USD', minor: 10_000n, isCompleted: true };
const taken = { reference: 'r7', currency: 'USD', minor: 10_000n };

test('a deposit that the provider has taken once, and one that it has not taken, are as they ought to be', () => {
  expect(takenFaults([deposit], [taken])).toEqual([]);
  expect(takenFaults([{ ...deposit, isCompleted: false }], [])).toEqual([]);
});

test.each([
  ['completed without a payment', [deposit], []],
  ['taken twice', [deposit], [taken, taken]],
  ['of another amount', [deposit], [{ ...taken, minor: 9_999n }]],
  ['in another currency', [deposit], [{ ...taken, currency: 'EUR' }]],
  ['taken and never booked', [{ ...deposit, isCompleted: false }], [taken]],
])('the provider’s log beside the book shows a deposit that is %s', (_what, deposits, payments) => {
  expect(takenFaults(deposits, payments)).toHaveLength(1);
});
