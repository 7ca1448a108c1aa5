import type { Currency } from '../base/currency.ts';

/** Where local bank transfers pay out to: the country's banks, by the names that the cashier has for them, and how long its account numbers are. */
export interface LocalBanks {
  readonly banks: readonly string[];
  readonly digits: readonly [least: number, most: number];
}

/**
 * Readings, decision 27: local bank transfer. The rand's and the naira's banks are those that pay in (readings, decision 3); the lists
 * are ours. A naira account has ten digits (NUBAN, Central Bank of Nigeria); the other lengths are those in use.
 */
export const localBanks: Readonly<Partial<Record<Currency, LocalBanks>>> = {
  ZAR: { banks: ['ABSA', 'Capitec', 'FNB', 'Nedbank', 'Standard Bank'], digits: [7, 11] },
  NGN: { banks: ['GTBank', 'Access Bank', 'Zenith Bank', 'First Bank of Nigeria', 'United Bank for Africa'], digits: [10, 10] },
  MYR: { banks: ['Maybank', 'CIMB Bank', 'Public Bank', 'RHB Bank', 'Hong Leong Bank'], digits: [7, 16] },
  THB: { banks: ['Bangkok Bank', 'Kasikornbank', 'Krungthai Bank', 'Siam Commercial Bank'], digits: [10, 12] },
  VND: { banks: ['Vietcombank', 'VietinBank', 'BIDV', 'Techcombank'], digits: [6, 19] },
  IDR: { banks: ['Bank Central Asia', 'Bank Mandiri', 'BNI', 'BRI'], digits: [10, 16] },
};

/** Whether it can be the number of an account there; blanks and hyphens are for the eye. */
export function isAccountNumber(text: string, currency: Currency): boolean {
  const number = plainNumber(text);
  const [least, most] = localBanks[currency]?.digits ?? [1, 0];
  return /^\d{1,30}$/.test(number) && number.length >= least && number.length <= most;
}

export function plainNumber(text: string): string {
  return text.replaceAll(/[\s-]/g, '');
}
