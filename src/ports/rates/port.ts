import type { Rate } from '../../base/money.ts';

/** The rates of one day: units of each currency for one euro. */
export interface RateDay {
  /** `yyyy-MM-dd` */
  readonly day: string;
  /** By ISO 4217 letters, as many as the source quotes; also currencies that the broker does not keep. */
  readonly rates: ReadonlyMap<string, Rate>;
}

export type RatesAnswer =
  | { readonly outcome: 'known'; /** Oldest first. */ readonly days: readonly RateDay[] }
  /** No answer, or none that can be read: what was known before stays, and asking again does no harm. */
  | { readonly outcome: 'unknown'; readonly reason: string };

/** How far back is asked: the latest day, about the last quarter, or everything. */
export type RatesSpan = 'latest' | 'quarter' | 'all';

/** A public source of reference rates, quoted against the euro and made once each working day. */
export interface ReferenceRates {
  read(span: RatesSpan): Promise<RatesAnswer>;
}
