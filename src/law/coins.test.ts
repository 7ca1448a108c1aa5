import { expect, test } from 'vitest';
import { parseMinor } from '../base/money.ts';
import { coinAsked, coinNamed, coins } from './coins.ts';

/*
 * Readings: these twelve in this order, each with its network, its decimals, its memo, its confirmations and its minimum. Written by
 * hand: the decimals are the chains' own, confirmations and minima our rule.
 */
const rows = [
  ['BTC', 'BTC', 'Bitcoin', 8, false, 2, '0.0002'],
  ['ETH', 'ETH', 'Ethereum', 18, false, 12, '0.005'],
  ['BNB-BSC', 'BNB', 'BNB Smart Chain', 18, false, 15, '0.02'],
  ['USDT-OMNI', 'USDT', 'Omni', 8, false, 2, '20'],
  ['USDC-ETH', 'USDC', 'Ethereum', 6, false, 12, '20'],
  ['USDC-BSC', 'USDC', 'BNB Smart Chain', 18, false, 15, '10'],
  ['XRP', 'XRP', 'XRP Ledger', 6, true, 1, '20'],
  ['TUSD-ETH', 'TUSD', 'Ethereum', 18, false, 12, '20'],
  ['DOGE', 'DOGE', 'Dogecoin', 8, false, 30, '50'],
  ['MATIC-ETH', 'MATIC', 'Ethereum', 18, false, 12, '20'],
  ['SHIB-ETH', 'SHIB', 'Ethereum', 18, false, 12, '1000000'],
  ['LTC', 'LTC', 'Litecoin', 8, false, 6, '0.1'],
] as const;

test('the coins are these twelve, in the order of the documents', () => {
  expect(coins.map((each) => each.key)).toEqual(rows.map(([key]) => key));
});

test.each(rows)('%s is %s on %s: %i decimals, a tag: %s, %i confirmations, %s at least', (key, ...row) => {
  const [coin, network, decimals, hasMemo, confirmations, min] = row;
  expect(coinNamed(key)).toMatchObject({ coin, network, decimals, hasMemo, confirmations, min });
  // The ledger keeps the least of it whole.
  expect(parseMinor(min, coin)).toBeGreaterThan(0n);
});

test('what is not kept of a deposit was asked in no coin', () => {
  const worth = { amount: '250.00', currency: 'USD' } as const;
  expect(coinAsked({ coin: 'LTC', worth })).toMatchObject({ coin: { key: 'LTC' }, worth: { minor: 25_000n, currency: 'USD' } });
  for (const kept of [null, {}, { coin: 'LTC' }, { worth }, { coin: 'GOLD', worth }]) expect(coinAsked(kept)).toBeUndefined();
});
