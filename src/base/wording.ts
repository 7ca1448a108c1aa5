import { currencies, isCurrency } from './currency.ts';
import { formatMinor, type Money } from './money.ts';

/** An amount in a sentence: it is written by the rules of the language in which the sentence is said. */
export interface AmountSaid {
  /** A decimal string. */
  readonly amount: string;
  readonly currency: string;
}

/** A sentence in a sentence, such as what a client calls an account: message id and its own values. */
export interface Phrase {
  readonly phrase: string;
  readonly values?: Wording | undefined;
}

export type Said = string | number | AmountSaid | Phrase;

/** Values for a sentence's places. They can be kept as JSON and said later, in whatever language is read then. */
export type Wording = Readonly<{ [place: string]: Said }>;

/** A sentence of the catalogs, by message id. */
export type Say = (id: string, values?: Wording) => string;

export function amountSaid({ minor, currency }: Money): AmountSaid {
  return { amount: formatMinor(minor, currency), currency };
}

/** How an amount's decimals are shown: as many as its currency has, and of many decimals at least two. */
export function decimalsShown(amount: string, currency: string): Intl.NumberFormatOptions {
  const decimals = isCurrency(currency) ? currencies[currency].decimals : decimalsOf(amount);
  return { minimumFractionDigits: Math.min(decimals, 2), maximumFractionDigits: decimals };
}

function decimalsOf(amount: string): number {
  return Math.min(8, amount.split('.')[1]?.length ?? 0);
}

/** "USD 1,250.00", by the rules of `locale` (BCP-47), to the last digit. */
export function writeAmount({ amount, currency }: AmountSaid, locale: string): string {
  const format = formatFor(locale, decimalsShown(amount, currency));
  // Intl takes decimal strings to their last digit; only its type is narrower than what it takes.
  return `${currency}\u00a0${format.format(amount as Intl.StringNumericLiteral)}`;
}

/** More than there are languages and numbers of decimals. */
const mostFormats = 500;
const formats = new Map<string, Intl.NumberFormat>();

/** Making one costs a hundred times what using it does. */
function formatFor(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${options.minimumFractionDigits} ${options.maximumFractionDigits}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, options);
  if (formats.size < mostFormats) formats.set(key, made);
  return made;
}
