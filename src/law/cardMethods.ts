import type { RegionKey } from './regions/profile.ts';

/* Cards over the cashier (document 1 §3; document 2 §9; readings §2): rows of the table in methods.ts. */

/** Here already, so that a region without a line is named where the line is missing. */
type ByRegion = Readonly<Record<RegionKey, object>>;

/** A card payment: free, at once. Document 2 §9: the minimum is 100; elsewhere about as much in the local currency. */
const card = (min: string, max: string) => ({ min, max, feeBasisPoints: 0, arrives: 'at_once' }) as const;

const mainCurrencies = { USD: card('100', '50000'), EUR: card('100', '50000'), GBP: card('100', '50000') };

const globalCards = {
  ...mainCurrencies,
  NGN: card('100000', '50000000'),
  ZAR: card('2000', '1000000'),
  INR: card('8500', '4000000'),
  IDR: card('1500000', '800000000'),
  MYR: card('450', '220000'),
  THB: card('3500', '1700000'),
  VND: card('2500000', '1200000000'),
  BRL: card('500', '270000'),
  MXN: card('1800', '900000'),
  EGP: card('5000', '2500000'),
  CZK: card('2300', '1100000'),
  PLN: card('400', '200000'),
};

const cardOffers = {
  deposit: {
    eu: { ...mainCurrencies, CZK: card('2300', '1100000'), PLN: card('400', '200000') },
    uk: mainCurrencies,
    global: globalCards,
    kenya: { ...mainCurrencies, KES: card('13000', '6500000') },
    // Document 2 §9: CNY (156) is special for deposits and does not go by card.
    china: mainCurrencies,
  } satisfies ByRegion,
};

/** What goes back to cards, by the currency of the account that it leaves. The least is our own rule: about ten dollars. */
const cardBack = (min: string, max: string) => ({ min, max, feeBasisPoints: 0, arrives: 'within_days' }) as const;

const mainPayouts = {
  USD: cardBack('10', '50000'),
  EUR: cardBack('10', '50000'),
  GBP: cardBack('10', '50000'),
};

const globalPayouts = {
  ...mainPayouts,
  NGN: cardBack('10000', '50000000'),
  USC: cardBack('1000', '5000000'),
  EUC: cardBack('1000', '5000000'),
  GBC: cardBack('1000', '5000000'),
  NGC: cardBack('1000000', '5000000000'),
};

const cardPayouts = {
  eu: mainPayouts,
  uk: mainPayouts,
  global: globalPayouts,
  kenya: { ...mainPayouts, KES: cardBack('1300', '6500000') },
  china: globalPayouts,
} satisfies ByRegion;

/** Praxis names its methods in words, the same in requests and notifications (doc.praxiscashier.com, `payment_method`). */
const praxisCards = { provider: 'praxis', method: 'Credit Card' } as const;

export const cardMethods = [
  // Document 1 §3: 340 credit/debit cards. It goes by the Praxis card route, which document 2 §9 gives the id 78.
  {
    id: 340,
    key: 'cards',
    group: 6,
    route: praxisCards,
    document: 'card',
    offers: cardOffers,
  },
  // Document 2 §9: 78 is the route of 340, by which some know it. Readings, decision 2: no form shows it beside 340.
  {
    id: 78,
    key: 'card_route',
    group: 6,
    unlistedIn: ['deposit'],
    route: praxisCards,
    document: 'card',
    offers: cardOffers,
  },
  // Document 1 §3: 243 card. Readings §2: it pays out to a saved card and pays again with one, and no form shows two cards that nobody
  // can tell apart.
  {
    id: 243,
    key: 'card',
    group: 6,
    unlistedIn: ['deposit'],
    route: praxisCards,
    document: 'card',
    offers: { ...cardOffers, withdraw: cardPayouts },
    // Card schemes take a refund for about half a year; what is older goes out as a payout to the same card.
    paysOut: { to: 'source', of: [340, 78, 243], rank: 1, refundDays: 180 },
  },
] as const;
