import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OfferedType } from '../contract.ts';
import {
  alongWith,
  depositQuery,
  firstPlatform,
  investorQuery,
  offeredHere,
  platformsOf,
  derivedFor,
  mayReadLevels,
  type Chosen,
} from './choice.ts';

interface Terms {
  readonly leverages: readonly number[];
  readonly usual: number;
  readonly currencies: readonly string[];
}

function type(name: string, { leverages, usual, currencies }: Terms): OfferedType {
  return {
    name,
    displayName: name,
    accountTypeId: 1,
    accountTitle: name,
    family: 'standard',
    platform: 'mt5',
    defaultLeverage: usual,
    maxLeverage: leverages.at(-1) ?? 1,
    swapFree: 'choice',
    spreadFromPips: '1',
    commissionPerLot: {},
    _embedded: {
      leverageList: { data: [...leverages] },
      minDeposit: { data: {} },
      account_currencies: [...currencies],
    },
  };
}

const types = [
  type('advantage', { leverages: [1, 30, 500], usual: 500, currencies: ['USD', 'EUR'] }),
  type('micro', { leverages: [1, 30, 500, 1000], usual: 1000, currencies: ['USC'] }),
  type('pro', { leverages: [30], usual: 30, currencies: ['EUR', 'USD'] }),
];
const wish = (account: string, currency: string, leverage: string): Chosen => ({ account, currency, leverage });
const derive = (next: Chosen, before = next): Chosen => derivedFor(types, next, before);

test('a form begins with the usual terms of its type, or with those that a link asks for', () => {
  expect(derive(wish('micro', '', ''))).toEqual(wish('micro', 'USC', '1000'));
  expect(derive(wish('advantage', 'eur', '30'))).toEqual(wish('advantage', 'EUR', '30'));
  expect(derive(wish('gone', 'JPY', '7'))).toEqual(wish('advantage', 'USD', '500'));
});

test('another type brings its usual leverage, unless another one was chosen that it has too', () => {
  const usual = derive(wish('advantage', 'USD', '500'));
  expect(derive({ ...usual, account: 'micro' }, usual)).toEqual(wish('micro', 'USC', '1000'));
  const chosen = wish('advantage', 'EUR', '30');
  expect(derive({ ...chosen, account: 'micro' }, chosen)).toEqual(wish('micro', 'USC', '30'));
  expect(derive({ ...chosen, leverage: '500' }, chosen)).toEqual(wish('advantage', 'EUR', '500'));
});

test('a link may leave only some types to choose from', () => {
  const terms = { leverages: [30], usual: 30, currencies: ['USD'] };
  const all = ['advantage mt5', 'ecn mt5', 'ecn zero', 'pro', 'standard'].map((name) => type(name, terms));
  const left = (wished: Parameters<typeof offeredHere>[1]) => offeredHere(all, wished).map(({ name }) => name);
  expect(left({})).toEqual(all.map(({ name }) => name));
  expect(left({ available_types: 'Pro, standard' })).toEqual(['pro', 'standard']);
  expect(left({ available_types: 'gone' })).toHaveLength(all.length);
  expect(left({ account: 'ecn mt5' })).toEqual(['ecn mt5', 'ecn zero', 'pro']);
  expect(left({ account: 'ECN', available_types: 'ecn zero,standard' })).toEqual(['ecn zero']);
  expect(left({ account: 'advantage mt5' })).toHaveLength(all.length);
});

test('a live account leads on to its deposit, and tells the mobile app so', () => {
  expect(depositQuery(7, {})).toEqual({ acc: 7 });
  expect(depositQuery(7, { mobileAppAction: 'openAccount' })).toEqual({ acc: 7, mobileAppAction: 'tradingAccountOpened' });
});

test('whatever is chosen after whatever, the terms are those of the type, and hold still', () => {
  const any = fc.record({
    account: fc.constantFrom('advantage', 'micro', 'pro', ''),
    currency: fc.constantFrom('USD', 'EUR', 'USC', '', 'x'),
    leverage: fc.constantFrom('1', '30', '500', '1000', '', '7'),
  });
  fc.assert(
    fc.property(any, any, (next, other) => {
      const derived = derive(next, derive(other));
      const chosen = types.find(({ name }) => name === derived.account);
      expect(chosen?.['_embedded'].account_currencies).toContain(derived.currency);
      expect(chosen?.['_embedded'].leverageList.data.map(String)).toContain(derived.leverage);
      expect(derive(derived)).toEqual(derived);
    }),
  );
});

test.each([
  ['ZA', 'en', true],
  ['CN', 'zh', true],
  ['HK', 'zh-tw', true],
  ['ZA', 'ar', false],
] as const)('account levels for a client from %s in %s: %s', (...[country, language, may]) => {
  expect(mayReadLevels({ country, language })).toBe(may);
});

test('`invest` leads to the form of investors, by the number of a strategy or to choose one', () => {
  expect(investorQuery({ invest: '430000001', currency: 'EUR' })).toEqual({ manager: '430000001', currency: 'EUR' });
  expect(investorQuery({ invest: 'true', name: 'steady' })).toEqual({ name: 'steady' });
  expect(investorQuery({ invest: '1' })).toEqual({});
  expect(investorQuery({ invest: '1', acc: '430000001', fee: '20' })).toEqual({ manager: '430000001', fee: '20' });
  expect(investorQuery({ manager: '430000001', fee: '20' })).toEqual({ manager: '430000001', fee: '20' });
  expect(investorQuery({ acc: '430000001' })).toBeUndefined();
  for (const invest of [undefined, '', '0', 'false'])
    expect(investorQuery({ ...(invest !== undefined && { invest }) })).toBeUndefined();
});

test('what else a link asks for goes along with the choice of a type, on the platform that it leaves', () => {
  const asked = { leverage: '100', currency: 'EUR', name: 'Gold', account: 'ecn', manager: '430000001' };
  expect(alongWith(asked)).toEqual({ leverage: '100', currency: 'EUR', name: 'Gold' });
  expect(platformsOf(types)).toEqual(['mt5']);
  expect(platformsOf([...types, { ...types[0], platform: 'mt4' } as OfferedType])).toEqual(['mt4', 'mt5']);
  expect(platformsOf([])).toEqual([]);
  expect(firstPlatform(types, 'mt5')).toBe('mt5');
  expect(firstPlatform(types, 'mt4')).toBe('mt5');
  expect(firstPlatform([], 'mt4')).toBe('mt4');
});
