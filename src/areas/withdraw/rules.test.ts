import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isOutside,
  offeredWish,
  startOf,
  termsFor,
  type WithdrawMethod,
  type WithdrawOffer,
  type WithdrawSource,
} from './rules.ts';

const source = (number: number, currency: string, available: string): WithdrawSource => ({
  number,
  kind: 'wallet',
  name: '',
  type: null,
  platform: null,
  currency,
  first_deposit: null,
  available,
  available_as_of: null,
  is_promo: false,
  promotion_id: null,
});
type Destinations = Pick<WithdrawMethod, 'destination' | 'destinations'>;
const method = (pm_id: number, currencies: readonly string[], to: Destinations): WithdrawMethod => ({
  pm_id,
  key: 'card',
  group: 6,
  hours: null,
  document: null,
  terms: currencies.map((currency) => ({
    currency,
    min: '10.00',
    max: '100.00',
    fee_percent: '0',
    arrives: 'within_days' as const,
  })),
  left: [],
  ...to,
  banks: [],
  coins: [],
});

const offers = fc.record({
  accounts: fc.uniqueArray(
    fc
      .record({
        number: fc.integer({ min: 1, max: 6 }),
        currency: fc.constantFrom('USD', 'EUR', 'GBP'),
        available: fc.constantFrom('0.00', '5.00'),
      })
      .map(({ number, currency, available }) => source(number, currency, available)),
    { selector: ({ number }) => number, minLength: 1 },
  ),
  methods: fc.uniqueArray(
    fc
      .record({
        id: fc.integer({ min: 1, max: 4 }),
        currencies: fc.subarray(['USD', 'EUR', 'GBP']),
        destination: fc.constantFrom(null, 'wallet' as const, 'wire' as const),
        used: fc.subarray([11, 12, 13]),
      })
      .map(({ id, currencies, destination, used }) => {
        const destinations = used.map((each) => ({ id: each, name: 'm•••@wallet.test', is_cooling: false }));
        return method(id, currencies, { destination, destinations: destination ? destinations : [] });
      }),
    { selector: ({ pm_id }) => pm_id, minLength: 1 },
  ),
}) satisfies fc.Arbitrary<WithdrawOffer>;
const text = fc.constantFrom('', '1', '2', '3', '9', 'x');
const destination = fc.constantFrom('', '11', '12', '99', 'new_wallet', 'new_wire', 'new_coin');
const wishes = fc.record({ account_number: text, pm_id: text, amount: fc.string(), destination });

test('whatever is typed, what is held is on offer, takes the account’s currency where any does, and holds still', () => {
  fc.assert(
    fc.property(offers, wishes, (offer, wish) => {
      const held = offeredWish(offer, wish);
      const account = offer.accounts.find(({ number }) => String(number) === held.account_number);
      const chosen = offer.methods.find((each) => String(each.pm_id) === held.pm_id);
      expect(account).toBeDefined();
      expect(chosen).toBeDefined();
      expect(held.amount).toBe(wish.amount);
      expect(termsFor(chosen, account) !== undefined).toBe(offer.methods.some((each) => termsFor(each, account)));
      const named = [
        ...(chosen?.destinations ?? []).map(({ id }) => String(id)),
        chosen?.destination ? `new_${chosen.destination}` : '',
      ];
      expect(named).toContain(held.destination);
      expect(held.destination === wish.destination || !named.includes(wish.destination)).toBe(true);
      expect(offeredWish(offer, held)).toEqual(held);
    }),
  );
});

test('an address begins with the account that it names, else with one of its currency that has money', () => {
  const accounts = [source(1, 'USD', '0.00'), source(2, 'EUR', '0.00'), source(3, 'EUR', '5.00')];
  expect(startOf({ accounts }, { account: 2, currency: undefined })).toBe('2');
  expect(startOf({ accounts }, { account: undefined, currency: 'EUR' })).toBe('3');
  expect(startOf({ accounts }, { account: 77, currency: 'GBP' })).toBe('');
});

test('an amount is outside what a method takes below its least and above its most', () => {
  const limits = { min: '10.00', max: '100.00' };
  expect(['9.99', '10', '100.00', '100.01'].map((amount) => isOutside(amount, limits))).toEqual([true, false, false, true]);
});
