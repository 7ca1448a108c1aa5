import fc from 'fast-check';
import { expect, test } from 'vitest';
import { twoPlaces, type TransferPlace, type TransferWish } from './rules.ts';

const place = (number: number, available: string): TransferPlace => ({
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
  min: '0',
  min_exchanged: '0',
  max: '0',
});
const places = [place(1, '0.00'), place(2, '10.00'), place(3, '5.00')];
const wish = (account_number: string, target_account_number: string): TransferWish => ({
  account_number,
  target_account_number,
  amount: '',
});

test('a transfer begins where there is money, or where it was asked for', () => {
  expect(twoPlaces(places, wish('', ''), wish('', ''))).toEqual(wish('2', '1'));
  expect(twoPlaces(places, wish('1', ''), wish('1', ''))).toEqual(wish('1', '2'));
  expect(twoPlaces(places, wish('99', ''), wish('99', ''))).toEqual(wish('2', '1'));
});

test('choosing the same place twice turns the transfer round', () => {
  expect(twoPlaces(places, wish('3', '3'), wish('2', '3'))).toEqual(wish('3', '2'));
  expect(twoPlaces(places, wish('2', '2'), wish('2', '3'))).toEqual(wish('3', '2'));
});

test('there are always two different places, both the client’s, and what was just chosen is one of them', () => {
  const number = fc.constantFrom('', '1', '2', '3', '99');
  const standing = fc.tuple(number, number).map(([from, to]) => twoPlaces(places, wish(from, to), wish(from, to)));
  const known = new Set(places.map((each) => String(each.number)));
  const end = fc.constantFrom('account_number', 'target_account_number');
  fc.assert(
    fc.property(standing, end, number, (before, changed, chosen) => {
      const settled = twoPlaces(places, { ...before, [changed]: chosen }, before);
      expect(known).toContain(settled.account_number);
      expect(known).toContain(settled.target_account_number);
      expect(settled.account_number).not.toBe(settled.target_account_number);
      expect(settled[changed as keyof TransferWish] === chosen).toBe(known.has(chosen));
      expect(twoPlaces(places, settled, settled)).toEqual(settled);
    }),
  );
});
