/**
 * What the United States withhold from dividends of their companies, in per cent. Without a W-8BEN that counts, and for residents of
 * a country without a treaty, 30 (Internal Revenue Code, sections 871 and 1441).
 */
export const withholdingUsual = 30;

/** By country of residence: IRS, "Tax Treaty Table 1", column "Dividends paid by U.S. corporations, general". */
export const withholdingByTreaty: Readonly<Record<string, number>> = {
  AU: 15,
  BB: 15,
  BD: 15,
  CN: 10,
  EG: 15,
  ID: 15,
  IL: 25,
  IN: 25,
  JM: 15,
  KR: 15,
  KZ: 15,
  LK: 15,
  MA: 15,
  MX: 10,
  PH: 25,
  TH: 15,
  TN: 20,
  TR: 20,
  UA: 15,
  VE: 15,
  ZA: 15,
};

/** What is withheld of a resident of that country, with a W-8BEN that counts or without one. */
export function withholdingOf(country: string, hasForm: boolean): number {
  return (hasForm ? withholdingByTreaty[country] : undefined) ?? withholdingUsual;
}

/** Trade rules: a W-8BEN is valid to 31 December of the third year after the one in which it was signed. As yyyy-MM-dd. */
export function w8benValidUntil(signed: Date): string {
  return `${signed.getUTCFullYear() + 3}-12-31`;
}
