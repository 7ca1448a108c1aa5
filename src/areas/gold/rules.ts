import { formatMinor, divideRounded, divideUp } from '../../base/money.ts';
import { weightUnits, type WeightUnit } from '../../base/weight.ts';

/** What the platform asks and bids for a troy ounce, in points of the price's last digit. */
export interface OuncePrice {
  readonly bid: bigint;
  readonly ask: bigint;
  readonly digits: number;
}

export type Side = 'buy' | 'sell';

/** What a purchase or a sale comes to: weight in tenths of a microgram, all else in cents. */
export interface GoldAmounts {
  readonly weight: bigint;
  /** What the gold is worth between bid and ask. */
  readonly metal: bigint;
  /** What is the broker's of the difference between that and the client's price. */
  readonly spread: bigint;
  /** On a purchase only. */
  readonly tax: bigint;
  /** What the client pays, or receives. */
  readonly total: bigint;
}

/** What the client's prices are made with, in basis points. */
export interface GoldTerms {
  readonly spread: bigint;
  readonly tax: bigint;
}

const whole = 10_000n;

/** Cents for one tenth of a microgram, as a fraction. */
interface Price {
  readonly of: bigint;
  readonly per: bigint;
}

/** At which the client buys or sells; `middle`: between bid and ask. */
function priceOf(market: OuncePrice, at: Side | 'middle', { spread }: Pick<GoldTerms, 'spread'>): Price {
  const per = weightUnits.oz.minor * 10n ** BigInt(market.digits) * whole;
  const points = {
    buy: market.ask * (whole + spread),
    sell: market.bid * (whole - spread),
    middle: ((market.bid + market.ask) * whole) / 2n,
  }[at];
  return { of: points * 100n, per };
}

/** What that weight costs: rounded up, what it is worth down, so that rounding is never the client's gain. */
export function buyWeight(weight: bigint, market: OuncePrice, terms: GoldTerms): GoldAmounts {
  const [asked, middle] = [priceOf(market, 'buy', terms), priceOf(market, 'middle', terms)];
  const gross = divideUp(weight * asked.of, asked.per);
  const metal = (weight * middle.of) / middle.per;
  const tax = divideUp(gross * terms.tax, whole);
  return { weight, metal, spread: gross - metal, tax, total: gross + tax };
}

/** The most gold whose cost, spread and tax included, is no more than that amount. */
export function buyFor(amount: bigint, market: OuncePrice, terms: GoldTerms): GoldAmounts {
  const asked = priceOf(market, 'buy', terms);
  const gross = (amount * whole) / (whole + terms.tax);
  return buyWeight((gross * asked.per) / asked.of, market, terms);
}

/** What that weight brings: rounded down. */
export function sellWeight(weight: bigint, market: OuncePrice, terms: GoldTerms): GoldAmounts {
  const [paid, middle] = [priceOf(market, 'sell', terms), priceOf(market, 'middle', terms)];
  const total = (weight * paid.of) / paid.per;
  const metal = divideUp(weight * middle.of, middle.per);
  return { weight, metal, spread: metal - total, tax: 0n, total };
}

/** The least gold that brings that amount. */
export function sellFor(amount: bigint, market: OuncePrice, terms: GoldTerms): GoldAmounts {
  const paid = priceOf(market, 'sell', terms);
  return sellWeight(divideUp(amount * paid.per, paid.of), market, terms);
}

/** The client's price of a unit, to be looked at: rounded to the cent against the client. */
export function unitPrice(
  { unit, side }: { readonly unit: WeightUnit; readonly side: Side },
  market: OuncePrice,
  terms: Pick<GoldTerms, 'spread'>,
): string {
  const { of, per } = priceOf(market, side, terms);
  const { minor } = weightUnits[unit];
  return formatMinor(side === 'buy' ? divideUp(minor * of, per) : (minor * of) / per, 'USD');
}

/** A price of an ounce as the price of a gram, to the nearest cent. */
export function gramPrice(ounce: bigint, digits: number): string {
  const cents = divideRounded(ounce * 100n * weightUnits.g.minor, weightUnits.oz.minor * 10n ** BigInt(digits));
  return formatMinor(cents, 'USD');
}

/** What is typed into the form: what it is asked by, and how much of that. */
export interface Wish {
  readonly by: string;
  readonly amount: string;
}

/** So many dollars are not as many grams: how much is asked anew with what it is asked by. */
export function wishAfter<Typed extends Wish>(next: Typed, before: Typed): Typed {
  return next.by !== before.by && next.amount === before.amount ? { ...next, amount: '' } : next;
}
