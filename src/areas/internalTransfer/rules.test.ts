import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sourcesAmong, startOf, twoAccounts, type TransferAccount, type TransferWish } from './rules.ts';

const fundingAccount = (number: number, available: string): TransferAccount => ({
  number,
  kind: 'wallet',
  name: '',
  type: null,
  platform: null,
  currency: 'USD',
  first_deposit: null,
  available,
  available_as_of: null,
  is_promo: false,
  promotion_id: null,
  min: '0',
  min_exchanged: '0',
  max: '0',
  takes_in: true,
});
const fundingAccounts = [fundingAccount(1, '0.00'), fundingAccount(2, '10.00'), fundingAccount(3, '5.00')];
const wish = (account_number: string, target_account_number: string): TransferWish => ({
  account_number,
  target_account_number,
  amount: '',
});

test('a transfer begins where there is money, or where it was asked for', () => {
  expect(twoAccounts(fundingAccounts, wish('', ''), wish('', ''))).toEqual(wish('2', '1'));
  expect(twoAccounts(fundingAccounts, wish('1', ''), wish('1', ''))).toEqual(wish('1', '2'));
  expect(twoAccounts(fundingAccounts, wish('99', ''), wish('99', ''))).toEqual(wish('2', '1'));
});

test('choosing the same place twice turns the transfer round', () => {
  expect(twoAccounts(fundingAccounts, wish('3', '3'), wish('2', '3'))).toEqual(wish('3', '2'));
  expect(twoAccounts(fundingAccounts, wish('2', '2'), wish('2', '3'))).toEqual(wish('3', '2'));
});

test('there are always two different places, both the client’s, and what was just chosen is one of them', () => {
  const number = fc.constantFrom('', '1', '2', '3', '99');
  const profile = fc.tuple(number, number).map(([from, to]) => twoAccounts(fundingAccounts, wish(from, to), wish(from, to)));
  const known = new Set(fundingAccounts.map((each) => String(each.number)));
  const end = fc.constantFrom('account_number', 'target_account_number');
  fc.assert(
    fc.property(profile, end, number, (before, changed, chosen) => {
      const derived = twoAccounts(fundingAccounts, { ...before, [changed]: chosen }, before);
      expect(known).toContain(derived.account_number);
      expect(known).toContain(derived.target_account_number);
      expect(derived.account_number).not.toBe(derived.target_account_number);
      expect(derived[changed as keyof TransferWish] === chosen).toBe(known.has(chosen));
      expect(twoAccounts(fundingAccounts, derived, derived)).toEqual(derived);
    }),
  );
});

test('money leaves a wallet that nothing is moved into, and goes to none such', () => {
  const [dollars, rands] = [fundingAccount(1, '1.00'), { ...fundingAccount(7, '90.00'), currency: 'ZAR', takes_in: false }];
  expect(twoAccounts([dollars, rands], wish('', ''), wish('', ''))).toEqual(wish('7', '1'));
  // Turned round it would go where nothing goes.
  expect(twoAccounts([dollars, rands], wish('7', '7'), wish('7', '1'))).toEqual(wish('7', '1'));
  expect(twoAccounts([dollars, rands], wish('1', '1'), wish('7', '1'))).toEqual(wish('7', '1'));
  const euros = fundingAccount(2, '0.00');
  expect(twoAccounts([dollars, rands, euros], wish('1', '1'), wish('7', '1'))).toEqual(wish('1', '2'));
  expect(sourcesAmong([rands])).toEqual([]);
  expect(sourcesAmong([dollars, rands])).toEqual([rands]);
  expect(sourcesAmong([dollars, rands, euros])).toEqual([dollars, rands, euros]);
});

test('an address begins a transfer at the account or in the currency that it names', () => {
  const euros = [fundingAccount(4, '0.00'), fundingAccount(5, '7.00')].map((each) => ({ ...each, currency: 'EUR' }));
  const all = [...fundingAccounts, ...euros];
  expect(startOf(all, { account: undefined, currency: 'EUR' })).toBe('5');
  expect(startOf(all.slice(0, 4), { account: undefined, currency: 'EUR' })).toBe('4');
  expect(startOf(all, { account: 3, currency: 'EUR' })).toBe('3');
  expect(startOf(all, { account: 99, currency: 'EUR' })).toBe('5');
  expect(startOf(all, { account: undefined, currency: 'GBP' })).toBe('');
  expect(startOf(all, { account: undefined, currency: undefined })).toBe('');
});
