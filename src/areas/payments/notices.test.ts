import { expect, test } from 'vitest';
import { noticeOf } from './notices.ts';
import { everyPhase, isOpen, type Phase } from './rules.ts';

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
] as const)('a %s that is %s is told as %s', (type, phase, notice) => {
  expect(told(type, phase)).toBe(notice);
});

test('nothing else of a payment is told: what is under way shows in the list', () => {
  const underWay = everyPhase.filter((phase) => isOpen(phase) && phase !== 'on_review');
  expect(underWay.flatMap((phase) => [told('deposit', phase), told('transfer', phase), told('reversal', phase)])).toEqual(
    underWay.flatMap(() => [undefined, undefined, undefined]),
  );
});

test('a deposit that the platform would not take is told as being in the wallet, and as nothing else', () => {
  const refused = { type: 'deposit', reason: 'account_refused_wallet' } as const;
  expect(noticeOf(refused, 'completed')).toMatchObject({ type: 'deposit_in_wallet', level: 'warning' });
  expect(noticeOf(refused, 'received')).toBeUndefined();
});
