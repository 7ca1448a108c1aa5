import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  leadsToTransfers,
  limitsOf,
  offeredWish,
  quickAmounts,
  termsOf,
  type DepositMethod,
  type DepositTarget,
} from './rules.ts';
import { percentOf } from '../../base/amount.ts';

const target = (number: number, currency: string): DepositTarget => ({
  number,
  kind: 'trading',
  name: '',
  type: null,
  platform: 'mt5',
  currency,
  first_deposit: null,
  balance: '0',
  balance_as_of: null,
});
const method = (pm_id: number, currencies: readonly string[]): DepositMethod => ({
  pm_id,
  key: 'card',
  group: 1,
  hours: null,
  document: null,
  coins: [],
  banks: pm_id === 340 ? { EUR: ['First', 'Second'] } : {},
  terms: currencies.map((currency) => ({ currency, min: '5', max: '100', fee_percent: '0', arrives: 'at_once' })),
});
const offer = {
  accounts: [target(1, 'EUR'), target(2, 'USD'), target(3, 'JPY')],
  methods: [method(340, ['USD', 'EUR']), method(243, ['GBP'])],
  last_method: null,
};

test('a deposit begins with what was asked for, else with the first place and its own currency', () => {
  const begin = (asked: object) =>
    offeredWish(offer, { account_number: '', pm_id: '', currency: '', amount: '', bank: '', crypto_network: '', ...asked });
  expect(begin({})).toEqual({ account_number: '1', pm_id: '340', currency: 'EUR', amount: '', bank: '', crypto_network: '' });
  expect(begin({ account_number: '2', amount: '50' })).toMatchObject({ currency: 'USD', amount: '50' });
  expect(begin({ account_number: '3' })).toMatchObject({ currency: 'USD' });
  expect(begin({ account_number: '2', currency: 'EUR' })).toMatchObject({ currency: 'EUR' });
  expect(begin({ pm_id: '243', currency: 'EUR' })).toMatchObject({ currency: 'GBP' });
});

test('a deposit begins with the method that the client paid by last, unless another is asked for', () => {
  const wish = { account_number: '', pm_id: '', currency: '', amount: '', bank: '', crypto_network: '' };
  expect(offeredWish({ ...offer, last_method: 243 }, wish)).toMatchObject({ pm_id: '243', currency: 'GBP' });
  expect(offeredWish({ ...offer, last_method: 243 }, { ...wish, pm_id: '340' })).toMatchObject({ pm_id: '340' });
  expect(offeredWish({ ...offer, last_method: 7 }, wish)).toMatchObject({ pm_id: '340' });
});

test('the amounts at one touch begin with the least and end before the most', () => {
  expect(quickAmounts({ min: '100.00', max: '50000.00' })).toEqual(['100', '250', '500', '1000']);
  expect(quickAmounts({ min: '2500000', max: '5000000' })).toEqual(['2500000']);
  expect(quickAmounts({ min: '0.01', max: '3.00' })).toEqual(['1', '2']);
  expect(quickAmounts({ min: '10.50', max: '100.00' })).toEqual(['11', '27', '55']);
});

test('a first deposit begins where its account asks it to, as far as that can be told in the currency that is paid', () => {
  const [terms] = method(340, ['USD']).terms;
  if (!terms) throw new Error('the method takes no currency');
  const pro = { ...target(1, 'USD'), first_deposit: '50' };
  expect(limitsOf(terms, undefined)).toEqual({ min: '5', max: '100' });
  expect(limitsOf(terms, target(1, 'USD'))).toEqual({ min: '5', max: '100' });
  expect(limitsOf(terms, pro)).toEqual({ min: '50', max: '100' });
  expect(limitsOf(terms, { ...pro, first_deposit: '4.50' })).toEqual({ min: '5', max: '100' });
  expect(limitsOf(terms, { ...pro, currency: 'EUR' })).toEqual({ min: '5', max: '100' });
});

test('whatever was typed, kept or asked for, what the form holds is on offer, and holds still', () => {
  const number = fc.constantFrom('', '1', '2', '3', '99', '-');
  const wish = fc.record({
    account_number: number,
    pm_id: fc.constantFrom('', '340', '243', '7'),
    currency: fc.constantFrom('', 'USD', 'EUR', 'GBP', 'JPY', 'xx'),
    amount: fc.string(),
    crypto_network: fc.constantFrom('', 'BTC', 'xx'),
    bank: fc.constantFrom('', 'First', 'None of them'),
  });
  fc.assert(
    fc.property(wish, (typed) => {
      const derived = offeredWish(offer, typed);
      expect(offer.accounts.map((account) => String(account.number))).toContain(derived.account_number);
      const chosen = offer.methods.find(({ pm_id }) => String(pm_id) === derived.pm_id);
      expect(termsOf(chosen, derived.currency)).toBeDefined();
      expect(derived.amount).toBe(typed.amount);
      expect(['', ...(chosen?.banks[derived.currency] ?? [])]).toContain(derived.bank);
      expect(offeredWish(offer, derived)).toEqual(derived);
      const isTaken = termsOf(chosen, typed.currency) !== undefined;
      expect(derived.currency === typed.currency).toBe(isTaken);
    }),
  );
});

test.each([
  [0, '0'],
  [250, '2.5'],
  [5, '0.05'],
  [1000, '10'],
])('%i basis points are %s per cent', (basisPoints, percent) => {
  expect(percentOf(basisPoints)).toBe(percent);
});

test.each([
  ['bank wire', 1010, true],
  ['local transfer', 1013, true],
  ['coins', 337, true],
  ['a card', 340, false],
  ['a Nigerian bank', 85, false],
  ['Skrill', 1011, false],
])('after the saving of a deposit by %s one comes to the transfers: %s', (_name, method, isLed) => {
  expect(leadsToTransfers(method)).toBe(isLed);
});
