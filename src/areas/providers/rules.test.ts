import { expect, test } from 'vitest';
import { managerName, managerNickname } from '../../law/strategies.ts';
import { providerStatuses } from './contract.ts';
import { isConvertible, leadsFrom, minimumOf, pageOfStatus, statusOf } from './rules.ts';

test('each status has its page, and whoever comes to another one is led there', () => {
  expect(pageOfStatus).toEqual({ form: 'approval', no_strategies: 'accountRequest', has_strategies: 'strategies' });
  for (const status of providerStatuses)
    for (const page of ['approval', 'accountRequest', 'strategies', 'strategy'] as const) {
      const own = pageOfStatus[status];
      const isOwn = page === own || (page === 'strategy' && own === 'strategies');
      expect([status, page, leadsFrom(page, { status, isAdding: false })]).toEqual([status, page, isOwn ? undefined : own]);
    }
});

test.each(providerStatuses)('a request for one more account is not redirected, in the status %s neither', (status) => {
  expect(leadsFrom('accountRequest', { status, isAdding: true })).toBeUndefined();
  expect(leadsFrom('strategies', { status: 'told_by_a_newer_server', isAdding: false })).toBe('unknown');
});

test('a status follows from the approval and the strategies', () => {
  expect(statusOf({ isApproved: false, strategies: 0 })).toBe('form');
  expect(statusOf({ isApproved: true, strategies: 0 })).toBe('no_strategies');
  expect(statusOf({ isApproved: true, strategies: 2 })).toBe('has_strategies');
});

test.each([
  ['abc', true, true],
  ['Night_owl-1', true, true],
  ['ab', false, false],
  ['sixteen-letters-', false, false],
  ['fifteen-letters', true, true],
  ['two words', false, true],
  [' lead', false, false],
  ['tail ', false, false],
  ['two  gaps', false, false],
  ['Ünlaut', false, false],
  ['a.b.c', false, false],
])('as the name of a strategy and of a manager, "%s" is %s and %s', (name, asName, asNickname) => {
  expect([managerName.test(name), managerNickname.test(name)]).toEqual([asName, asNickname]);
});

const ecn = {
  isDemo: false,
  isPromo: false,
  status: 'active',
  currency: 'USD',
  swapFree: false,
  type: { family: 'ecn', platform: 'mt4' },
} as const;

test('only an active ECN account with money of its client’s own becomes a strategy', () => {
  expect(isConvertible(ecn)).toBe(true);
  expect(isConvertible({ ...ecn, isDemo: true })).toBe(false);
  expect(isConvertible({ ...ecn, isPromo: true })).toBe(false);
  expect(isConvertible({ ...ecn, status: 'archived' })).toBe(false);
  expect(isConvertible({ ...ecn, currency: 'NGN' })).toBe(false);
  expect(isConvertible({ ...ecn, type: { family: 'standard', platform: 'mt4' } })).toBe(false);
  expect(isConvertible({ ...ecn, type: { family: 'ecn', platform: 'mt5' } })).toBe(false);
});

test('the least to follow with is 100 at least, in cents and not beyond eight digits', () => {
  const of = (typed: string) => minimumOf(typed, { currency: 'USD', least: 100 });
  expect(of('100')).toEqual({ ok: true, value: 10_000n });
  expect(of('99.99')).toMatchObject({ ok: false, code: 'minimum_too_small', values: { least: '100.00', currency: 'USD' } });
  for (const wrong of ['', '0', '-5', 'a', '1.234', '123456789'])
    expect(of(wrong)).toMatchObject({ ok: false, code: 'bad_amount', field: 'minimum' });
});
