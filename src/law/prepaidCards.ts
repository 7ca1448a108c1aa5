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

/** By the currency of the account that it leaves; the least is our own rule: about ten dollars. What arrives is in the card's currency. */
const load = (min: string, max: string) => ({ min, max, feeBasisPoints: 0, arrives: 'within_an_hour' }) as const;
const loads = {
  USD: load('10', '10000'),
  EUR: load('10', '10000'),
  GBP: load('10', '10000'),
  USC: load('1000', '1000000'),
  EUC: load('1000', '1000000'),
  GBC: load('1000', '1000000'),
} as const;

export const prepaidCardMethods = [
  // Document 1 §2: topping up; the number 1014 is ours. A card in the client's own name takes the rest, as any destination of theirs does.
  {
    id: 1014,
    key: 'prepaid_card',
    group: 3,
    route: { provider: 'cardissuer', method: 'load' },
    offers: { withdraw: { ...forEveryRegion(() => loads), china: null } },
    paysRest: { to: 'card' },
  },
] as const;
