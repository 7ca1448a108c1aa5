import { forEveryRegion } from './regions/profile.ts';

/* What stays inside the broker's own books (document 1 §3): a row of the table in methods.ts. */

/** Document 1: internal transfers go by the wallet's method; the trade rules make them free and instant. */
const moved = (max: string, minExchanged: string) =>
  ({
    // One's last cent can always be moved; changed into another currency it would mostly be lost to rounding.
    min: '0.01',
    minExchanged,
    max,
    feeBasisPoints: 0,
    arrives: 'at_once',
  }) as const;

const brokerRateCurrencies = {
  USD: moved('1000000', '1'),
  EUR: moved('1000000', '1'),
  GBP: moved('1000000', '1'),
  NGN: moved('1000000000', '1000'),
  KES: moved('130000000', '100'),
  USC: moved('100000000', '100'),
  EUC: moved('100000000', '100'),
  GBC: moved('100000000', '100'),
  NGC: moved('100000000000', '100000'),
} as const;

/**
 * What other methods are paid in and pay, and no account is kept in: money that has come back lies in a wallet of it, and leaves that
 * for a currency of the above. The least and most are our own rule: about a dollar and a million.
 */
const leaving = (max: string, minExchanged: string) => ({ ...moved(max, minExchanged), isOutOnly: true }) as const;
const leftOnly = {
  VND: { ...leaving('25000000000', '25000'), min: '1' },
  CNY: leaving('7000000', '7'),
  BRL: leaving('5000000', '5'),
  MXN: leaving('20000000', '20'),
  INR: leaving('80000000', '80'),
  EGP: leaving('50000000', '50'),
  IDR: leaving('15000000000', '15000'),
  CZK: leaving('20000000', '20'),
  PLN: leaving('4000000', '4'),
  MYR: leaving('4000000', '4'),
  THB: leaving('30000000', '30'),
  ZAR: leaving('20000000', '20'),
} as const;

export const ownBooksMethods = [
  // Document 1 §3: 19 wallet.
  {
    id: 19,
    key: 'wallet',
    group: 1,
    route: 'own_books',
    offers: {
      // What stays inside our own books is the same everywhere.
      transfer: forEveryRegion(() => ({ ...brokerRateCurrencies, ...leftOnly })),
    },
  },
] as const;
