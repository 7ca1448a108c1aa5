import { isCurrency, type Currency } from '../src/base/currency.ts';

/** The shapes of what seeded clients hold, and the words that the table says it in. */

/** A trading account; transfers name it by its key in the table. */
export interface AccountHolding {
  /** The type's name in law/accountTypes.ts. */
  readonly type: string;
  readonly currency: Currency;
  readonly openedDaysAgo: number;
  readonly isDemo?: true;
  /** What a demo account began with. */
  readonly playMoney?: string;
  readonly isSwapFree?: true;
  readonly leverage?: number;
  /** What its owner calls it. */
  readonly name?: string;
  readonly trades?: TradingPast;
  readonly positions?: readonly OpenPosition[];
  /** Put away: it can be looked at. */
  readonly archivedDaysAgo?: number;
  /** The bonus of a promo account. */
  readonly bonus?: string;
  /** Others can follow it. */
  readonly strategy?: StrategyHolding;
  /** It copies one since its first money. */
  readonly follows?: FollowHolding;
}

interface FollowHolding {
  /** Whose strategy: the persona, and its account's key. */
  readonly of: string;
  readonly strategy: string;
  /** In per cent of what was put in. */
  readonly protection: number;
  readonly isSafe?: true;
}

interface StrategyHolding {
  readonly name: string;
  readonly description: string;
  /** The share of profits, in per cent. */
  readonly share: number;
  /** The least to follow with. */
  readonly minimum: string;
}

interface TradingPast {
  readonly perWeek: number;
  /** Days ago on which it began and ended; until yesterday when left out. */
  readonly from: number;
  readonly to?: number;
  /** The balance after the last trade and the last transfer. */
  readonly end: string;
}

interface OpenPosition {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly lots: string;
  readonly daysAgo: number;
}

/** Where money can be: a wallet by its currency, or one of the client's accounts by its key. */
type Spot = string;

export interface TransferFact {
  readonly daysAgo: number;
  /** Undefined: from a card. */
  readonly from: Spot | undefined;
  readonly to: Spot;
  readonly amount: string;
  /** What a card was charged in; the target's own when left out. */
  readonly currency?: Currency;
  readonly outcome: 'completed' | 'declined' | 'cancelled';
}

export interface Holdings {
  readonly accounts?: Readonly<Record<string, AccountHolding>>;
  readonly transfers?: readonly TransferFact[];
  /** Grams of gold, brought in from before. */
  readonly gold?: string;
}

/** A spot that is a wallet answers its currency. */
export function walletCurrency(spot: Spot): Currency | undefined {
  return isCurrency(spot) ? spot : undefined;
}

type PaymentChange = Partial<Pick<TransferFact, 'currency' | 'outcome'>>;

/** `3000 > USD`: so much, into that spot. */
export function paid(daysAgo: number, words: string, change: PaymentChange = {}): TransferFact {
  const [, amount = '', to = ''] = /^(\S+) > (\S+)$/.exec(words) ?? [];
  return { daysAgo, from: undefined, to, amount, outcome: 'completed', ...change };
}

/** `2500 USD > mt5`: so much, from the one spot to the other. */
export function moved(daysAgo: number, words: string): TransferFact {
  const [, amount = '', from = '', to = ''] = /^(\S+) (\S+) > (\S+)$/.exec(words) ?? [];
  return { daysAgo, from, to, amount, outcome: 'completed' };
}

export function demo(openedDaysAgo: number, change: Partial<AccountHolding> = {}): AccountHolding {
  return { type: 'advantage mt5', currency: 'USD', openedDaysAgo, isDemo: true, playMoney: '10000', ...change };
}
