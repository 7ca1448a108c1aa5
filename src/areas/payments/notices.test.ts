import { expect, test } from 'vitest';
import { noticeOf } from './notices.ts';
import { everyPhase, isOpen, toldPhases, type Phase } from './rules.ts';

const told = (type: 'deposit' | 'transfer' | 'reversal', phase: Phase) => noticeOf({ type, reason: null }, phase)?.type;

test.each([
  ['deposit', 'on_review', 'deposit_on_review'],
  ['deposit', 'completed', 'deposit_completed'],
  ['deposit', 'declined', 'deposit_declined'],
  ['deposit', 'cancelled', 'deposit_cancelled'],
  ['deposit', 'failed', 'deposit_failed'],
  ['transfer', 'completed', 'transfer_completed'],
  ['transfer', 'declined', 'transfer_declined'],
  ['transfer', 'failed', 'transfer_failed'],
  ['reversal', 'completed', 'reversal_completed'],
  // What fits no payment is looked at first.
  ['reversal', 'awaiting_approval', 'reversal_on_review'],
] as const)('a %s that is %s is told as %s', (type, phase, notice) => {
  expect(told(type, phase)).toBe(notice);
});

test('nothing else of a payment is told: what is under way shows in the list', () => {
  const underWay = everyPhase.filter((phase) => isOpen(phase) && phase !== 'on_review');
  const asked = underWay.flatMap((phase) => [told('deposit', phase), told('transfer', phase)]);
  const takenBack = underWay.filter((phase) => phase !== 'awaiting_approval').map((phase) => told('reversal', phase));
  expect([...asked, ...takenBack].filter((notice) => notice !== undefined)).toEqual([]);
});

test('every phase that has a notice is one that jobs are told of', () => {
  const types = ['deposit', 'transfer', 'reversal'] as const;
  const noticed = everyPhase.filter((phase) => types.some((type) => told(type, phase) !== undefined));
  expect(noticed.toSorted()).toEqual([...toldPhases].toSorted());
});

test('a deposit that the platform would not take is told as being in the wallet, and as nothing else', () => {
  const refused = { type: 'deposit', reason: 'account_refused_wallet' } as const;
  expect(noticeOf(refused, 'completed')).toMatchObject({ type: 'deposit_in_wallet', level: 'warning' });
  expect(noticeOf(refused, 'received')).toBeUndefined();
});

test.each([
  ['deposit', 'debt_first_wallet', 'deposit_to_debt'],
  ['reversal', 'taken_back_in_part', 'debt_opened'],
  ['reversal', 'won_back', 'payment_won_back'],
  ['reversal', 'payout_returned', 'payout_returned'],
] as const)('a %s that ended for the reason %s is told as %s', (type, reason, notice) => {
  expect(noticeOf({ type, reason }, 'completed')?.type).toBe(notice);
});
