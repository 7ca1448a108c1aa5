import { expect, test } from 'vitest';
import { heldFaults, paidFaults, takenFaults, type KnownDeposit, type KnownPayout } from './provider.ts';

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

const payout: KnownPayout = { id: 3, names: ['w3', 'w3p'], currency: 'USD', minor: 1_700n, isCompleted: true };
const paid = { reference: 'w3p', currency: 'USD', minor: 1_700n };

test('a payout that the provider has made once under one of its names, and one that it has not made, are as they ought to be', () => {
  expect(paidFaults([payout], [paid])).toEqual([]);
  expect(paidFaults([{ ...payout, isCompleted: false }], [])).toEqual([]);
});

test.each([
  ['completed and never paid', [payout], []],
  ['paid under two of its names', [payout], [paid, { ...paid, reference: 'w3' }]],
  ['of another amount', [payout], [{ ...paid, minor: 1_701n }]],
  ['paid and given back to the client', [{ ...payout, isCompleted: false }], [paid]],
  ['known to the provider alone', [], [paid]],
])('the provider’s log beside the book shows a payout that is %s', (_what, payouts, payments) => {
  expect(paidFaults(payouts, payments)).toHaveLength(1);
});

test('what the provider holds moves by the same in its log and in the ledger', () => {
  const before = { log: { USD: '500' }, ledger: { USD: '90000' } };
  expect(heldFaults(before, { log: { USD: '700' }, ledger: { USD: '90200' } })).toEqual([]);
  expect(heldFaults(before, { log: { USD: '700' }, ledger: { USD: '90100' } })).toHaveLength(1);
  expect(heldFaults(before, { log: { USD: '500', EUR: '1' }, ledger: { USD: '90000' } })).toHaveLength(1);
});
