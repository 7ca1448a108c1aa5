interface CurrencyFacts {
  /** Decimals of the minor unit: ISO 4217, or eight for crypto, or the application's own for commodities. */
  readonly decimals: number;
  /** ISO 4217 numeric code, as the documents send it. */
  readonly numeric?: number;
  /** For cent currencies: the currency that a hundred of them make one unit of. */
  readonly centOf?: string;
  readonly kind: 'fiat' | 'cent' | 'crypto' | 'commodity';
}

/**
 * Every currency that the application can keep. Cent currencies are ledger currencies of their own, 100:1.
 * A troy ounce of gold is exactly 311 034 768 tenths of a microgram, so XAU is kept in grams with seven decimals.
 */
export const currencies = {
  USD: { decimals: 2, numeric: 840, kind: 'fiat' },
  EUR: { decimals: 2, numeric: 978, kind: 'fiat' },
  GBP: { decimals: 2, numeric: 826, kind: 'fiat' },
  NGN: { decimals: 2, numeric: 566, kind: 'fiat' },
  VND: { decimals: 0, numeric: 704, kind: 'fiat' },
  CNY: { decimals: 2, numeric: 156, kind: 'fiat' },
  BRL: { decimals: 2, numeric: 986, kind: 'fiat' },
  MXN: { decimals: 2, numeric: 484, kind: 'fiat' },
  INR: { decimals: 2, numeric: 356, kind: 'fiat' },
  EGP: { decimals: 2, numeric: 818, kind: 'fiat' },
  KES: { decimals: 2, numeric: 404, kind: 'fiat' },
  IDR: { decimals: 2, numeric: 360, kind: 'fiat' },
  RUB: { decimals: 2, numeric: 643, kind: 'fiat' },
  CZK: { decimals: 2, numeric: 203, kind: 'fiat' },
  PLN: { decimals: 2, numeric: 985, kind: 'fiat' },
  MYR: { decimals: 2, numeric: 458, kind: 'fiat' },
  THB: { decimals: 2, numeric: 764, kind: 'fiat' },
  ZAR: { decimals: 2, numeric: 710, kind: 'fiat' },
  JPY: { decimals: 0, numeric: 392, kind: 'fiat' },
  CHF: { decimals: 2, numeric: 756, kind: 'fiat' },
  AUD: { decimals: 2, numeric: 36, kind: 'fiat' },
  CAD: { decimals: 2, numeric: 124, kind: 'fiat' },
  USC: { decimals: 2, centOf: 'USD', kind: 'cent' },
  EUC: { decimals: 2, centOf: 'EUR', kind: 'cent' },
  GBC: { decimals: 2, centOf: 'GBP', kind: 'cent' },
  NGC: { decimals: 2, centOf: 'NGN', kind: 'cent' },
  BTC: { decimals: 8, kind: 'crypto' },
  ETH: { decimals: 8, kind: 'crypto' },
  USDT: { decimals: 8, kind: 'crypto' },
  USDC: { decimals: 8, kind: 'crypto' },
  BNB: { decimals: 8, kind: 'crypto' },
  XRP: { decimals: 8, kind: 'crypto' },
  TUSD: { decimals: 8, kind: 'crypto' },
  DOGE: { decimals: 8, kind: 'crypto' },
  MATIC: { decimals: 8, kind: 'crypto' },
  SHIB: { decimals: 8, kind: 'crypto' },
  LTC: { decimals: 8, kind: 'crypto' },
  XAU: { decimals: 7, kind: 'commodity' },
} as const satisfies Record<string, CurrencyFacts>;

export type Currency = keyof typeof currencies;
export type FiatCurrency = { [Code in Currency]: (typeof currencies)[Code]['kind'] extends 'fiat' ? Code : never }[Currency];

export const currencyCodes = Object.keys(currencies) as Currency[];

const facts: Readonly<Record<Currency, CurrencyFacts>> = currencies;

/**
 * Numbers and letters that are accepted on input though they are not the ISO 4217 code of what is meant:
 * the documents use 598 (the kina) for the euro, and RUR for the rouble.
 */
const aliases: Readonly<Record<string, Currency>> = { '598': 'EUR', RUR: 'RUB' };

const byNumeric: ReadonlyMap<number, Currency> = new Map(
  currencyCodes.flatMap((code) => (facts[code].numeric === undefined ? [] : [[facts[code].numeric, code] as const])),
);

export function isCurrency(text: string): text is Currency {
  return Object.hasOwn(currencies, text);
}

/** Reads ISO letters or the documents' numbers ("USD", "840", 840). Undefined when unknown. */
export function readCurrency(value: string | number): Currency | undefined {
  const text = String(value).trim().toUpperCase();
  const alias = aliases[text];
  if (alias) return alias;
  if (isCurrency(text)) return text;
  return /^\d{1,3}$/.test(text) ? byNumeric.get(Number(text)) : undefined;
}

/** The currency that a cent currency is counted from (USC → USD); the currency itself otherwise. */
export function mainCurrency(code: Currency): Currency {
  const main = facts[code].centOf;
  return main !== undefined && isCurrency(main) ? main : code;
}

/** Whether it is kept on a chain of its own, at a rate that nobody holds for a day. */
export function isCoin(code: Currency): boolean {
  return facts[code].kind === 'crypto';
}

export function isCentCurrency(code: Currency): boolean {
  return facts[code].centOf !== undefined;
}

/** A currency as a row names it. One that we do not keep is a fault of ours and throws. */
export function knownCurrency(text: string): Currency {
  if (!isCurrency(text)) throw new Error(`${text} is no currency that we keep`);
  return text;
}
