import { expect, test } from 'vitest';
import { displayOf, isShown, statusBeside } from './rules.ts';

test('a deposit suggestion shows only for live accounts', () => {
  expect(isShown({ type: 'deposit_suggestion', typeGroup: 'live' })).toBe(true);
  expect(isShown({ type: 'deposit_suggestion', typeGroup: 'demo' })).toBe(false);
  expect(isShown({ type: 'account_opened', typeGroup: 'demo' })).toBe(true);
});

test('a batch transfer is declined beside a UK login', () => {
  const types = new Set(['mv_to_uk_b2b_transfer', 'login_to_new_uk_account']);
  expect(statusBeside('mv_to_uk_b2b_transfer', types)).toBe('decline');
  expect(statusBeside('login_to_new_uk_account', types)).toBe('open');
  expect(statusBeside('mv_to_uk_b2b_transfer', new Set(['mv_to_uk_b2b_transfer']))).toBe('open');
});

test('what the documents show once is displayed once', () => {
  expect(displayOf('appropriateness')).toBe('once');
  expect(displayOf('account_opened')).toBe('always');
});
