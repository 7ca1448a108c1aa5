import { describe, expect, test } from 'vitest';
import {
  currencies,
  currencyCodes,
  isCentCurrency,
  isCoin,
  isCurrency,
  knownCurrency,
  mainCurrency,
  readCurrency,
} from './currency.ts';

/* Document 1 §3 has a map of currency codes; trade rules say which of them are accepted and never sent. Written by hand. */

/** Letters, the number of ISO 4217, decimals. */
const iso = [
  ['USD', 840, 2],
  ['EUR', 978, 2],
  ['GBP', 826, 2],
  ['NGN', 566, 2],
  ['VND', 704, 0],
  ['CNY', 156, 2],
  ['BRL', 986, 2],
  ['MXN', 484, 2],
  ['INR', 356, 2],
  ['EGP', 818, 2],
  ['KES', 404, 2],
  ['IDR', 360, 2],
  ['RUB', 643, 2],
  ['CZK', 203, 2],
  ['PLN', 985, 2],
  ['MYR', 458, 2],
  ['THB', 764, 2],
  ['ZAR', 710, 2],
  ['JPY', 392, 0],
  ['CHF', 756, 2],
  ['AUD', 36, 2],
  ['CAD', 124, 2],
] as const;
const cents = [
  ['USC', 'USD'],
  ['EUC', 'EUR'],
  ['GBC', 'GBP'],
  ['NGC', 'NGN'],
] as const;
const coins = ['BTC', 'ETH', 'USDT', 'USDC', 'BNB', 'XRP', 'TUSD', 'DOGE', 'MATIC', 'SHIB', 'LTC'] as const;

describe('a currency', () => {
  test.each(iso)('%s is read by its letters and as %i, and has %i decimals', (code, numeric, decimals) => {
    for (const written of [code, code.toLowerCase(), ` ${code} `, numeric, String(numeric), String(numeric).padStart(3, '0')])
      expect([written, readCurrency(written)]).toEqual([written, code]);
    expect(currencies[code]).toEqual({ decimals, numeric, kind: 'fiat' });
    expect([isCurrency(code), isCentCurrency(code), isCoin(code), mainCurrency(code)]).toEqual([true, false, false, code]);
  });

  test.each(cents)('%s counts the cents of %s, and has no number', (code, main) => {
    expect(currencies[code]).toEqual({ decimals: 2, centOf: main, kind: 'cent' });
    expect([readCurrency(code), mainCurrency(code), isCentCurrency(code), isCoin(code)]).toEqual([code, main, true, false]);
  });

  test.each(coins)('%s is a coin of eight decimals, and has no number', (code) => {
    expect(currencies[code]).toEqual({ decimals: 8, kind: 'crypto' });
    expect([readCurrency(code), mainCurrency(code), isCentCurrency(code), isCoin(code)]).toEqual([code, code, false, true]);
  });

  test('gold is kept in grams of seven decimals', () => {
    expect([currencies.XAU, readCurrency('XAU')]).toEqual([{ decimals: 7, kind: 'commodity' }, 'XAU']);
  });

  test('there is no other', () => {
    const named = [...iso, ...cents].map(([code]) => code);
    expect(currencyCodes.toSorted()).toEqual([...named, ...coins, 'XAU'].toSorted());
  });
});

describe('what the documents call otherwise', () => {
  // It is the kina's in ISO 4217, and the documents mean the euro.
  test('598 is accepted as the euro, and is nobody’s number', () => {
    for (const written of [598, '598', ' 598 ']) expect(readCurrency(written)).toBe('EUR');
    expect(currencyCodes.filter((code) => 'numeric' in currencies[code] && Number(currencies[code].numeric) === 598)).toEqual([]);
  });

  test('RUR is accepted as the rouble, which goes out as RUB', () => {
    for (const written of ['RUR', 'rur', 643, '643']) expect(readCurrency(written)).toBe('RUB');
    expect(isCurrency('RUR')).toBe(false);
    expect(() => knownCurrency('RUR')).toThrow('RUR is no currency');
  });

  test.each([197, '197', '', ' ', 'US', 'USDX', '8400', '0840', -840, 84.5, '999', 'toString', '__proto__'])(
    '%j is no currency: 197 is the label of a route',
    (written) => {
      expect(readCurrency(written)).toBeUndefined();
    },
  );
});
