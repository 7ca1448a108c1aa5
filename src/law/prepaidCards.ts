import type { Currency } from '../base/currency.ts';
import { forEveryRegion, type RegionKey } from './regions/profile.ts';

/*
 * Document 1 §2: `/{brand}-mastercard`. No document says where cards are issued or what they cost: where, in which currencies and for which
 * fee is our own rule, as issuers of the trade have it. None is delivered to China.
 */

/** In minor units of the card's currency, once, with the application. */
export type CardFees = Readonly<Partial<Record<Currency, bigint>>>;

const dollarsAndEuros: CardFees = { USD: 1000n, EUR: 1000n };

/** Null: no cards are issued there. */
export const prepaidCards: Readonly<Record<RegionKey, CardFees | null>> = {
  ...forEveryRegion(() => dollarsAndEuros),
  uk: { GBP: 800n },
  eu: { EUR: 1000n },
  china: null,
};

/** The longest name that is embossed, in capital letters. */
export const mostOnCard = 26;
