import { isCurrency, type Currency } from '../../src/base/currency.ts';
import { parseMinor } from '../../src/base/money.ts';

/* What forms of money and their quotes tell, as far as the drills look. */

export interface FormAccount {
  readonly number: number;
  readonly kind: 'trading' | 'wallet';
  readonly currency: string;
}

export interface Quote {
  readonly amount: string;
  readonly currency: string;
  readonly account_amount: string;
  readonly account_currency: string;
}

export function minorText(text: string, currency: string): string {
  const known: Currency | undefined = isCurrency(currency) ? currency : undefined;
  const minor = known && parseMinor(text, known);
  if (minor === undefined) throw new Error(`the quote says ${text} ${currency}`);
  return String(minor);
}

/** Skrill, and what it takes and pays (law/alternativeMethods.ts). */
export const walletMethod = 1011;
export const walletCurrencies: ReadonlySet<string> = new Set(['USD', 'EUR', 'GBP']);

/** Of which a thousand is less than ten dollars. */
export const isSmallMoney = (currency: string): boolean => currency === 'NGN' || currency === 'KES';
