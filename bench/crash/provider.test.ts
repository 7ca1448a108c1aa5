import { expect, test } from 'vitest';
import { heldFaults, paidFaults, takenFaults, type KnownDeposit, type KnownPayout, type TakenPayment } from './provider.ts';

const deposit: KnownDeposit = { id: 7, provider: 'praxis', reference: 'r7', currency: 'USD', minor: 10_000n, isCompleted: true };
const taken: TakenPayment = { provider: 'praxis', reference: 'r7', currency: 'USD', minor: 10_000n };

test('a deposit that the provider has taken once, and one that it has not taken, are as they ought to be', () => {
  expect(takenFaults([deposit], [taken])).toEqual([]);
  expect(takenFaults([{ ...deposit, isCompleted: false }], [])).toEqual([]);
});

test.each([
  ['completed without a payment', [deposit], []],
  ['taken twice', [deposit], [taken, taken]],
  ['of another amount', [deposit], [{ ...taken, minor: 9_999n }]],
  ['in another currency', [deposit], [{ ...taken, currency: 'EUR' }]],
  ['taken by another provider', [deposit], [{ ...taken, provider: 'skrill' as const }]],
  ['taken and never booked', [{ ...deposit, isCompleted: false }], [taken]],
])('the provider’s log beside the book shows a deposit that is %s', (_what, deposits, payments) => {
  expect(takenFaults(deposits, payments)).toHaveLength(1);
});

const payout: KnownPayout = {
  id: 3,
  provider: 'skrill',
  names: ['w3', 'w3p'],
  currency: 'USD',
  minor: 1_700n,
  isCompleted: true,
};
const paid: TakenPayment = { provider: 'skrill', reference: 'w3p', currency: 'USD', minor: 1_700n };

test('a payout that the provider has made once under one of its names, and one that it has not made, are as they ought to be', () => {
  expect(paidFaults([payout], [paid])).toEqual([]);
  expect(paidFaults([{ ...payout, isCompleted: false }], [])).toEqual([]);
});

test.each([
  ['completed and never paid', [payout], []],
  ['paid under two of its names', [payout], [paid, { ...paid, reference: 'w3' }]],
  ['of another amount', [payout], [{ ...paid, minor: 1_701n }]],
  ['paid and given back to the client', [{ ...payout, isCompleted: false }], [paid]],
  ['paid by another provider', [payout], [{ ...paid, provider: 'praxis' as const }]],
  ['known to the provider alone', [], [paid]],
])('the provider’s log beside the book shows a payout that is %s', (_what, payouts, payments) => {
  expect(paidFaults(payouts, payments)).toHaveLength(1);
});

test('what the provider holds moves by the same in its log and in the ledger', () => {
  const before = { log: { 'USD at praxis': '500' }, ledger: { 'USD at praxis': '90000' } };
  const now = (log: object, ledger: string) => ({ log: { 'USD at praxis': '500', ...log }, ledger: { 'USD at praxis': ledger } });
  expect(heldFaults(before, now({ 'USD at praxis': '700' }, '90200'))).toEqual([]);
  expect(heldFaults(before, now({ 'USD at praxis': '700' }, '90100'))).toHaveLength(1);
  expect(heldFaults(before, now({ 'USD at skrill': '1' }, '90000'))).toHaveLength(1);
});
