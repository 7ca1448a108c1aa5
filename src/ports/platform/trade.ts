/** An order and what comes of it, in the port's words. Prices and lots are decimal strings. */

export type Side = 'buy' | 'sell';

export interface Trade {
  readonly login: number;
  readonly symbol: string;
  readonly side: Side;
  readonly lots: string;
}

/** At which prices a position is closed by itself: with a loss, with a profit. */
export interface Stops {
  readonly stopLoss?: string | undefined;
  readonly takeProfit?: string | undefined;
}

export interface Position extends Trade, Stops {
  readonly position: string;
  readonly openPrice: string;
  readonly currentPrice: string;
  /** Minor units of the account's currency, as swap is. */
  readonly profit: bigint;
  readonly swap: bigint;
  readonly openedAt: Date;
}

/** `limit` waits for a better price, `stop` for a worse one, `stop_limit` for a worse one and then for `limitPrice`. */
export const pendingKinds = ['limit', 'stop', 'stop_limit'] as const;
export type PendingKind = (typeof pendingKinds)[number];

interface Pending extends Trade, Stops {
  readonly kind: PendingKind;
  readonly price: string;
  /** Of a stop limit. */
  readonly limitPrice?: string | undefined;
  /** Until it is cancelled, when left out. */
  readonly expiresAt?: Date | undefined;
  readonly tag: string;
}

export type PendingPlacing = Pending;

export interface PendingOrder extends Pending {
  readonly order: string;
  readonly currentPrice: string;
  readonly placedAt: Date;
}

/** An order that waits no more. Its tag is ours where we placed it. */
export interface EndedOrder extends Omit<PendingOrder, 'currentPrice'> {
  readonly state: 'filled' | 'cancelled' | 'expired' | 'rejected';
  readonly endedAt: Date;
}

export interface OrderChange extends Stops, Pick<Pending, 'login' | 'price' | 'limitPrice' | 'expiresAt'> {
  readonly order: string;
}

export type OrderEnding = Pick<PendingOrder, 'login' | 'order'>;

export interface PositionStops extends Stops, Pick<Position, 'login' | 'position'> {}

/** Minor units: the margin that the order adds (nothing where it covers an opposite position), and what is free now and then; below zero it would be refused. */
export type MarginNeed = Readonly<Record<'margin' | 'marginFree' | 'marginFreeAfter', bigint>>;

export interface MarketOrder extends Trade, Stops {
  /** The price that the client saw and by how many points the fill may be worse; without it any price is taken. */
  readonly seen?: SeenPrice;
  readonly tag: string;
}

export type SeenPrice = Readonly<{ price: string; deviationPoints: number }>;

export interface PositionClosing {
  readonly login: number;
  readonly position: string;
  readonly lots?: string;
  readonly seen?: SeenPrice;
  readonly tag: string;
}

/** Closes a position by an opposite one of the same symbol, as far as both reach. */
export interface PositionsClosing extends Pick<PositionClosing, 'login' | 'position' | 'tag'> {
  readonly by: string;
}

export type Fill = Readonly<Record<'deal' | 'position' | 'price' | 'lots', string>>;

/** The market in the moment of a deal, as decimal strings: both prices, units of a lot, and the account's currency for one of the profit's. */
export type DealMarket = Readonly<Record<'bid' | 'ask' | 'contractSize' | 'rateProfit', string>>;

/** Of a night, in points or in per cent of the price a year, with two decimals at least; negative where the holder pays. */
export interface Swap {
  readonly by: 'points' | 'interest';
  readonly long: string;
  readonly short: string;
  /** The day of the week (0 is Sunday) whose night counts for three; undefined where none does. */
  readonly tripleDay: number | undefined;
}
