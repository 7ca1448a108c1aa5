import { describe, expect, test } from 'vitest';
import { formatRate, parseRate, shownRate, type Rate } from '../../base/money.ts';
import { brokerRates } from '../../law/brokerRates.ts';
import { outsideReference, rateTableCurrencies } from '../../law/rates.ts';
import { askedDay, conversionRates, converted, isFresh, originalRate, rateState, rateTable, type ReferenceRow } from './rules.ts';

const publishedAt = new Date('2026-03-02T15:00:00Z');
const reference: ReferenceRow[] = [
  ['USD', '1.16'],
  ['GBP', '0.87'],
  ['CNY', '8.236'],
  ['BRL', '6.206'],
  ['MXN', '21.344'],
  ['INR', '102.66'],
].map(([currency = '', rate = '']) => ({ currency, day: '2026-03-02', rate: rateOf(rate), publishedAt }));
const markups = { original: 0, deposit: 50, withdraw: 50, transfer: 0 };
const table = rateTable('2026-03-02', reference, []);

function rateOf(text: string): Rate {
  const rate = parseRate(text);
  if (rate === undefined) throw new Error(text);
  return rate;
}

function shownOf(of: typeof table, ...pair: [Parameters<typeof originalRate>[1], Parameters<typeof originalRate>[2]]) {
  const exact = of && originalRate(of, ...pair);
  const rate = exact && shownRate(exact);
  return rate === undefined ? undefined : formatRate(rate);
}

function original(from: Parameters<typeof originalRate>[1], to: Parameters<typeof originalRate>[2]): string | undefined {
  return shownOf(table, from, to);
}

describe('the rate between two currencies', () => {
  test('goes through the euro, which the source quotes against', () => {
    expect(original('EUR', 'USD')).toBe('1.16');
    expect(original('USD', 'GBP')).toBe('0.75');
    expect(original('EUR', 'ZAR')).toBeUndefined();
  });

  test('of cents is a hundredth, and between a currency and its own cents a hundred, whatever the day', () => {
    expect(original('USD', 'USC')).toBe('100');
    expect(original('USC', 'USD')).toBe('0.01');
    expect(original('EUC', 'USC')).toBe('1.16');
    expect(original('EUR', 'USC')).toBe('116');
  });

  test('of a currency that the source does not quote is the broker’s own for a dollar', () => {
    expect(original('USD', 'NGN')).toBe('1450');
    const changed = rateTable('2026-03-02', reference, [{ currency: 'NGN', day: '2026-03-02', rate: rateOf('1500') }]);
    expect(shownOf(changed, 'USD', 'NGN')).toBe('1500');
  });
});

describe('the table of a day', () => {
  test('has every pair of the documents’ currencies, once for each direction', () => {
    if (!table) throw new Error('no table');
    const rates = conversionRates(table, 'deposit', markups);
    expect(rates).toHaveLength(rateTableCurrencies.length * (rateTableCurrencies.length - 1));
    expect(rates.every(({ rate, original: source }) => rate > 0n && rate <= source)).toBe(true);
  });

  test('takes the markup off what arrives, but never off a currency’s own cents', () => {
    if (!table) throw new Error('no table');
    const find = (to: string) =>
      conversionRates(table, 'withdraw', markups).find((rate) => rate.from === 'USD' && rate.to === to);
    expect(formatRate(find('GBP')?.rate ?? 0n)).toBe('0.74625');
    expect(formatRate(find('USC')?.rate ?? 0n)).toBe('100');
  });

  test('is unknown while the source was never read', () => {
    expect(rateTable('2026-03-02', [], [])).toBeUndefined();
  });

  test('lets go of a currency that the source has stopped quoting', () => {
    const stopped = { currency: 'ZAR', day: '2026-02-12', rate: rateOf('20'), publishedAt: new Date('2026-02-12T15:00:00Z') };
    const later = rateTable('2026-03-02', [...reference, stopped], []);
    expect(later?.perEuro.has('ZAR')).toBe(false);
  });
});

describe('the rates of a day', () => {
  // The last working day before Easter 2026 was Thursday, 2 April; summer time began on 29 March.
  test.each([
    ['2026-03-27', '2026-03-27T14:00:00Z', 'current'],
    ['2026-03-27', '2026-03-29T23:00:00Z', 'current'],
    ['2026-03-27', '2026-03-30T12:09:59Z', 'current'],
    ['2026-03-27', '2026-03-30T12:10:00Z', 'awaited'],
    ['2026-03-27', '2026-03-31T12:09:59Z', 'awaited'],
    ['2026-03-27', '2026-03-31T12:10:00Z', 'missing'],
    ['2026-04-02', '2026-04-07T12:09:59Z', 'current'],
    ['2026-04-02', '2026-04-07T12:10:00Z', 'awaited'],
    ['2026-12-24', '2026-12-28T13:09:59Z', 'current'],
    ['2026-12-24', '2026-12-28T13:10:00Z', 'awaited'],
    // A table that is there before its time is nobody's loss.
    ['2026-03-30', '2026-03-30T08:00:00Z', 'current'],
  ])('%s stand at %s as %s', (day, at, standing) => expect(rateState(day, new Date(at))).toBe(standing));

  test.each([
    ['2026-04-02', '2026-04-07T15:59:59Z', true],
    ['2026-04-02', '2026-04-07T16:00:00Z', false],
    ['2026-04-07', '2026-04-07T16:00:00Z', true],
  ])('%s are not called late at %s: %s', (day, at, isGood) => expect(isFresh(day, new Date(at))).toBe(isGood));
});

test('rates are asked for between the first day and today', () => {
  expect(askedDay(undefined, '2026-03-02')).toEqual({ ok: true, value: '2026-03-02' });
  expect(askedDay('2017-01-01', '2026-03-02')).toMatchObject({ ok: true });
  for (const day of ['2016-12-31', '2026-03-03']) {
    expect(askedDay(day, '2026-03-02')).toMatchObject({ ok: false, code: 'date_out_of_range', field: 'date' });
  }
});

test('the converter rounds to the minor unit of what arrives', () => {
  const rates = [{ from: 'USD', to: 'VND', original: '26300', rate: '26168.5' }] as const;
  const ask = (amount: string) => converted({ amount, from: 'USD', to: 'VND', rates });
  expect(ask('250.55')).toEqual({ amount: '6556518', rate: '26168.5' });
  expect(ask('')).toBeUndefined();
  expect(ask('0')).toBeUndefined();
  expect(converted({ amount: '1', from: 'VND', to: 'USD', rates })).toBeUndefined();
});

test('the broker’s own rates that ship are whole, in order, and begin before the first day of the page', () => {
  for (const currency of outsideReference) {
    const days = brokerRates[currency].map((rate) => rate.day);
    expect(days).toEqual(days.toSorted());
    expect(days[0]).toBe('2016-12-30');
  }
});
