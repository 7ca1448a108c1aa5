import type { AddressNetwork } from '../base/chainAddress.ts';
import type { Currency } from '../base/currency.ts';
import { money, parseMinor, type Money } from '../base/money.ts';

/** A coin on one of its networks, as clients choose it. */
export interface Coin {
  /** As readings and the query `crypto_network` write it. */
  readonly key: string;
  readonly coin: Currency;
  readonly network: AddressNetwork;
  /** What NOWPayments calls it (`pay_currency`). */
  readonly code: string;
  /** The chain's own; the ledger keeps eight at most. */
  readonly decimals: number;
  /** Whether an address there takes a tag besides, without which a payment is nobody's. */
  readonly hasMemo: boolean;
  /** After so many blocks a payment counts. */
  readonly confirmations: number;
  /** The least that the network's own charge leaves something of, in the coin. */
  readonly min: string;
}

const coin = (key: string, on: Pick<Coin, 'coin' | 'network' | 'code' | 'min'> & Partial<Coin>): Coin => ({
  key,
  decimals: 18,
  hasMemo: false,
  confirmations: 12,
  ...on,
});

/** Readings: these twelve, in this order (document 2 §9). The decimals are the chains' own; confirmations and minima are ours. */
export const coins: readonly Coin[] = [
  coin('BTC', { coin: 'BTC', network: 'Bitcoin', code: 'btc', decimals: 8, confirmations: 2, min: '0.0002' }),
  coin('ETH', { coin: 'ETH', network: 'Ethereum', code: 'eth', min: '0.005' }),
  coin('BNB-BSC', { coin: 'BNB', network: 'BNB Smart Chain', code: 'bnbbsc', confirmations: 15, min: '0.02' }),
  coin('USDT-OMNI', { coin: 'USDT', network: 'Omni', code: 'usdt', decimals: 8, confirmations: 2, min: '20' }),
  coin('USDC-ETH', { coin: 'USDC', network: 'Ethereum', code: 'usdc', decimals: 6, min: '20' }),
  coin('USDC-BSC', { coin: 'USDC', network: 'BNB Smart Chain', code: 'usdcbsc', confirmations: 15, min: '10' }),
  coin('XRP', { coin: 'XRP', network: 'XRP Ledger', code: 'xrp', decimals: 6, hasMemo: true, confirmations: 1, min: '20' }),
  coin('TUSD-ETH', { coin: 'TUSD', network: 'Ethereum', code: 'tusd', min: '20' }),
  coin('DOGE', { coin: 'DOGE', network: 'Dogecoin', code: 'doge', decimals: 8, confirmations: 30, min: '50' }),
  coin('MATIC-ETH', { coin: 'MATIC', network: 'Ethereum', code: 'matic', min: '20' }),
  coin('SHIB-ETH', { coin: 'SHIB', network: 'Ethereum', code: 'shib', min: '1000000' }),
  coin('LTC', { coin: 'LTC', network: 'Litecoin', code: 'ltc', decimals: 8, confirmations: 6, min: '0.1' }),
];

export function coinNamed(key: string | undefined): Coin | undefined {
  return coins.find((each) => each.key === key);
}

/** What is kept of a deposit that was asked in a coin. */
export interface CoinDetails {
  readonly coin?: string;
  /** A decimal string. */
  readonly worth?: { readonly amount: string; readonly currency: Currency };
}

/** The coin that a deposit was asked in and what it was to be worth; undefined where it is no deposit of a coin. */
export function coinAsked(details: CoinDetails | null): { readonly coin: Coin; readonly worth: Money } | undefined {
  const coin = coinNamed(details?.coin);
  const minor = details?.worth && parseMinor(details.worth.amount, details.worth.currency);
  return coin && details?.worth && minor !== undefined ? { coin, worth: money(minor, details.worth.currency) } : undefined;
}
