import { describe, expect, test } from 'vitest';
import { money, parseRate } from '../../base/money.ts';
import type { ClientProfile } from '../../law/gates.ts';
import { beginningOf, isInOneCurrency, nextStep, totalOf, type RateBetween } from './rules.ts';

const approved: ClientProfile = {
  status: 12,
  company: 3,
  country: 'ZA',
  category: 0,
  registeredAt: new Date('2024-01-01T00:00:00Z'),
  hasApprovedId: true,
  hasApprovedResidence: true,
  appropriatenessPassed: true,
};

describe('the next step of a client', () => {
  const empty = { profile: approved, liveCount: 0, hasMoney: false };
  const funded = { profile: approved, liveCount: 2, hasMoney: true };
  const withStatus = (status: ClientProfile['status']): ClientProfile => ({ ...approved, status });

  test.each([
    ['open_account', 'who is approved and has none', empty],
    ['deposit', 'whose account is empty', { ...empty, liveCount: 1 }],
    ['complete_registration', 'who has only registered', { ...empty, profile: withStatus(6) }],
    ['upload_documents', 'whose documents are missing', { ...empty, profile: withStatus(9) }],
    ['documents_under_review', 'whose documents are looked at', { ...empty, profile: withStatus(7) }],
    ['account_frozen', 'who is frozen', { ...funded, profile: withStatus(14) }],
    ['charged_back', 'whose payment is disputed', { ...funded, profile: { ...approved, isChargedBack: true } }],
    ['we_are_not_accept_hongkong_clients', 'in Hong Kong', { ...empty, profile: { ...approved, country: 'HK' } }],
  ])('is %s for one %s', (code, _who, of) => expect(nextStep(of)?.code).toBe(code));

  test('of one who has money in an account is nothing', () => {
    expect(nextStep({ profile: approved, liveCount: 1, hasMoney: true })).toBeNull();
    expect(nextStep({ profile: { ...approved, country: 'HK' }, liveCount: 1, hasMoney: true })).toBeNull();
  });
});

describe('what a newcomer has before them', () => {
  const begun = { profile: approved, liveCount: 0, hasDeposited: false, hasTraded: false };
  const open = (of: Parameters<typeof beginningOf>[0]) =>
    beginningOf(of)
      .filter(({ is_done: isDone }) => !isDone)
      .map(({ line }) => line);

  test.each([
    [
      'all but the e-mail',
      { ...begun, profile: { ...approved, status: 8 as const } },
      'registration papers account deposit trade',
    ],
    ['the papers', { ...begun, profile: { ...approved, status: 9 as const } }, 'papers account deposit trade'],
    ['an account', begun, 'account deposit trade'],
    ['money', { ...begun, liveCount: 1 }, 'deposit trade'],
    ['a trade', { ...begun, liveCount: 1, hasDeposited: true }, 'trade'],
    ['nothing any more', { ...begun, liveCount: 1, hasDeposited: true, hasTraded: true }, ''],
    ['nothing, as nothing may be begun', { ...begun, profile: { ...approved, status: 13 as const } }, ''],
    [
      'the test, where the law wants one',
      { ...begun, profile: { ...approved, company: 1 as const, country: 'DE', appropriatenessPassed: false } },
      'test account deposit trade',
    ],
  ])('is %s', (_what, of, lines) => expect(open(of).join(' ')).toBe(lines));
});

describe('what everything is worth', () => {
  const rates: Readonly<Record<string, string>> = {
    'EUR>USD': '1.2',
    'USD>EUR': '0.8333333333',
    'USC>USD': '0.01',
    'USD>USC': '100',
  };
  const rateBetween: RateBetween = (from, to) => parseRate(rates[`${from}>${to}`] ?? '');

  test('is told in the currency that most of it is in', () => {
    const parts = [money(100_00n, 'USD'), money(1000_00n, 'EUR')];
    expect(totalOf(parts, rateBetween)).toEqual(money(1083_33n, 'EUR'));
    expect(totalOf([money(5000_00n, 'USD'), money(1000_00n, 'EUR')], rateBetween)).toEqual(money(6200_00n, 'USD'));
  });

  test('counts cents as cents', () => {
    expect(totalOf([money(50_00n, 'USD'), money(1000_00n, 'USC')], rateBetween)).toEqual(money(60_00n, 'USD'));
  });

  test('needs no rate in one currency, and empty places in others do not count', () => {
    const parts = [money(100_00n, 'USD'), money(0n, 'GBP'), money(5_00n, 'USD')];
    expect(isInOneCurrency(parts)).toBe(true);
    expect(totalOf(parts, () => undefined)).toEqual(money(105_00n, 'USD'));
  });

  test('is not told when a part has no rate, nor when there is no place at all', () => {
    expect(totalOf([money(100_00n, 'USD'), money(1n, 'GBP')], rateBetween)).toBeUndefined();
    expect(totalOf([], rateBetween)).toBeUndefined();
  });

  test('of empty places is nothing, in their currency', () => {
    expect(totalOf([money(0n, 'EUR')], rateBetween)).toEqual(money(0n, 'EUR'));
  });
});
