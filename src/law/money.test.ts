import { describe, expect, test } from 'vitest';
import { currencyCodes, mainCurrency } from '../base/currency.ts';
import { formatMoney, formatRate, money, parseRate } from '../base/money.ts';
import { feeOf, methodCurrencies, methodOffered, methodsOffered, methodTerms, paymentMethods } from './methods.ts';
import {
  clientRate,
  defaultMarkups,
  insideReference,
  outsideReference,
  perMainUnit,
  rateBase,
  rateTableCurrencies,
} from './rates.ts';
import { regionKeys } from './regions/sheet.ts';

const rate = (text: string): bigint => parseRate(text) ?? 0n;

describe('Payment methods', () => {
  test.each(regionKeys)('in %s one deposits by card and transfers inside the house', (region) => {
    expect(methodsOffered('deposit', region).map((method) => method.id)).toEqual([340, 243]);
    expect(methodsOffered('transfer', region).map((method) => method.id)).toEqual([19]);
    expect(methodsOffered('withdraw', region)).toEqual([]);
  });

  test('a method that is not offered cannot be used by its number', () => {
    const place = { direction: 'deposit', region: 'global' } as const;
    expect(methodOffered(340, place)?.group).toBe(6);
    for (const id of [19, 78, 85, 89, 183, 318, 320, 337]) expect(methodOffered(id, place)).toBeUndefined();
  });

  test('local currencies are taken where the clients are', () => {
    const [cards] = paymentMethods;
    if (!cards) throw new Error('no method');
    const taken = (region: (typeof regionKeys)[number]) => methodCurrencies(cards, { direction: 'deposit', region });
    expect(taken('global')).toContain('NGN');
    expect(taken('eu')).not.toContain('NGN');
    expect(taken('kenya')).toContain('KES');
    expect(taken('china')).not.toContain('CNY');
  });

  test('every cell of the matrix is an amount: at least something, at most more', () => {
    for (const method of paymentMethods) {
      for (const direction of ['deposit', 'withdraw', 'transfer'] as const) {
        for (const region of regionKeys) {
          for (const currency of methodCurrencies(method, { direction, region })) {
            const terms = methodTerms(method, { direction, region, currency });
            expect(terms && terms.min.minor > 0n && terms.max.minor > terms.min.minor).toBe(true);
          }
        }
      }
    }
  });

  test('a card deposit starts at 100 and costs nothing', () => {
    const method = methodOffered(243, { direction: 'deposit', region: 'uk' });
    const terms = method && methodTerms(method, { direction: 'deposit', region: 'uk', currency: 'GBP' });
    if (!terms) throw new Error('not offered');
    expect(formatMoney(terms.min)).toBe('100.00');
    expect(feeOf(terms, money(12345n, 'GBP'))).toEqual(money(0n, 'GBP'));
    expect(feeOf({ ...terms, feeBasisPoints: 150 }, money(10000n, 'GBP'))).toEqual(money(150n, 'GBP'));
  });
});

describe('Conversion rates', () => {
  const question = { from: 'USD', to: 'NGN', original: rate('1500'), markups: defaultMarkups } as const;

  test.each([
    ['original', '1500'],
    ['transfer', '1500'],
    ['deposit', '1492.5'],
    ['withdraw', '1492.5'],
  ] as const)('the %s rate of 1500 is %s', (purpose, wanted) => {
    expect(formatRate(clientRate({ ...question, purpose }))).toBe(wanted);
  });

  test('cents are a hundred to one for every purpose, without a markup', () => {
    const cents = clientRate({
      from: 'USD',
      to: 'USC',
      original: perMainUnit('USC'),
      purpose: 'deposit',
      markups: defaultMarkups,
    });
    expect(formatRate(cents)).toBe('100');
    expect(perMainUnit('USD') * 100n).toBe(perMainUnit('NGC'));
  });

  test('the tables hold the fifteen currencies of document 1', () => {
    expect(rateTableCurrencies.join(' ')).toBe('USD EUR GBP NGN VND CNY BRL MXN INR EGP KES USC EUC GBC NGC');
  });

  test('every currency that a method takes has a source of its rate', () => {
    const sourced = new Set<string>([rateBase, ...insideReference, ...outsideReference]);
    const taken = paymentMethods.flatMap((method) =>
      regionKeys.flatMap((region) =>
        (['deposit', 'transfer'] as const).flatMap((direction) => methodCurrencies(method, { direction, region })),
      ),
    );
    expect(taken.filter((currency) => !sourced.has(mainCurrency(currency)))).toEqual([]);
    expect(new Set([...insideReference, ...outsideReference]).size).toBe(insideReference.length + outsideReference.length);
    expect(currencyCodes).toEqual(expect.arrayContaining([...sourced]));
  });
});
