import { dayMs, hourMs, minuteMs, secondMs } from '../../base/time.ts';
import { decimalsShown } from '../../base/wording.ts';

/** Numbers and dates by a language's own rules; `formats` of law/languages says which. */
export interface Format {
  /** A decimal string or a number, with so many decimals (as many as it has, up to eight, when left out). */
  number(value: string | number, decimals?: number): string;
  /** A decimal string in the decimals of its currency, without the currency: "1,250.00". A gain may carry its plus. */
  amount(value: string, currency: string, sign?: 'always' | 'negative'): string;
  /** "USD 1,250.00". */
  money(value: string, currency: string): string;
  /** A decimal string such as "0.125" as "12.5%". */
  percent(share: string | number, decimals?: number): string;
  date(instant: string | Date): string;
  /** Day and month, for axes and lists of one year. */
  day(instant: string | Date): string;
  /** "November 2026". */
  month(instant: string | Date): string;
  time(instant: string | Date): string;
  dateTime(instant: string | Date): string;
  /** A country of ISO 3166. */
  country(iso2: string): string;
  /** The name of a month, 1 to 12. */
  monthName(month: number): string;
  /** "3 minutes ago", "in 2 days". */
  relative(instant: string | Date, now: Date): string;
}

export function makeFormat(locale: string): Format {
  const numberOf = memo((options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
  const dateOf = memo((options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));
  const regionsOf = memo((options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options));
  const relativeOf = memo((options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options));

  const amount: Format['amount'] = (value, currency, sign = 'negative') => {
    return numberOf({ ...decimalsShown(value, currency), signDisplay: sign === 'always' ? 'exceptZero' : 'negative' }).format(
      exact(value),
    );
  };
  return {
    number: (value, decimals) =>
      numberOf(decimals === undefined ? { maximumFractionDigits: 8 } : fixed(decimals)).format(exact(value)),
    amount,
    money: (value, currency) => `${currency}\u00a0${amount(value, currency)}`,
    percent: (share, decimals = 2) => numberOf({ style: 'percent', maximumFractionDigits: decimals }).format(exact(share)),
    date: (instant) => dateOf({ dateStyle: 'medium' }).format(new Date(instant)),
    day: (instant) => dateOf({ day: 'numeric', month: 'short' }).format(new Date(instant)),
    month: (instant) => dateOf({ month: 'long', year: 'numeric' }).format(new Date(instant)),
    time: (instant) => dateOf({ timeStyle: 'short' }).format(new Date(instant)),
    dateTime: (instant) => dateOf({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant)),
    country: (iso2) => regionsOf({ type: 'region', fallback: 'code' }).of(iso2) ?? iso2,
    monthName: (month) => dateOf({ month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, month - 1, 1)),
    relative: (instant, now) => {
      const [count, unit] = distance(new Date(instant).getTime() - now.getTime());
      return relativeOf({ numeric: 'auto' }).format(count, unit);
    },
  };
}

/** Intl takes decimal strings to their last digit; only its type is narrower than what it takes. */
function exact(value: string | number): Intl.StringNumericLiteral | number {
  return value as Intl.StringNumericLiteral | number;
}

function fixed(decimals: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
}

function distance(ms: number): [number, Intl.RelativeTimeFormatUnit] {
  const size = Math.abs(ms);
  if (size < minuteMs) return [Math.round(ms / secondMs), 'second'];
  if (size < hourMs) return [Math.round(ms / minuteMs), 'minute'];
  if (size < dayMs) return [Math.round(ms / hourMs), 'hour'];
  if (size < 30 * dayMs) return [Math.round(ms / dayMs), 'day'];
  return size < 365 * dayMs ? [Math.round(ms / (30 * dayMs)), 'month'] : [Math.round(ms / (365 * dayMs)), 'year'];
}

function memo<Options extends object, Made>(make: (options: Options) => Made): (options: Options) => Made {
  const made = new Map<string, Made>();
  return (options) => {
    const key = JSON.stringify(options);
    const known = made.get(key);
    if (known !== undefined) return known;
    const fresh = make(options);
    made.set(key, fresh);
    return fresh;
  };
}
