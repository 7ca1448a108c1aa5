import { formatRate, invertRate, parseRate } from '../../base/money.ts';

/** A rate as a person reads it. */
export interface RateRead {
  readonly from: string;
  readonly to: string;
  /** A decimal string: units of `to` for one unit of `from`. */
  readonly rate: string;
}

/** Below this a rate is told the other way round: "USD 1 = NGN 1,450" instead of "NGN 1 = USD 0.00069". */
const smallest = parseRate('0.05') ?? 0n;

/** The same rate in the direction in which its figures can be grasped. */
export function readableRate({ from, to, rate }: RateRead): RateRead {
  const exact = parseRate(rate);
  if (exact === undefined || exact >= smallest) return { from, to, rate };
  return { from: to, to: from, rate: formatRate(invertRate(exact)) };
}

/** Enough decimals that five figures of any rate are seen, and no more than it has. */
export function rateDigits(rate: string): number {
  const [whole = '', fraction = ''] = rate.split('.');
  const zeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  return Math.min(fraction.length, whole.length > 3 ? 2 : zeros + 5);
}
