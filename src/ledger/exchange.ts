import type { Currency } from '../base/currency.ts';
import type { Account } from './chart.ts';
import * as chart from './chart.ts';
import type { Leg } from './entries.ts';

/** Minor units of two currencies: what is given, and what arrives of it. */
export interface ExchangedAmounts {
  readonly company: number;
  /** What is given, the fee and what is left over among it. */
  readonly amount: bigint;
  readonly fee: bigint;
  /** What of the amount is not needed for what arrives, which is rounded down. */
  readonly leftOver: bigint;
  readonly currency: Currency;
  readonly arrives: bigint;
  readonly arrivesIn: Currency;
}

interface Ends {
  readonly from: Account;
  readonly to: Account;
}

/**
 * What is given becomes what arrives, in either direction between any two currencies, gold with its seven decimals among them. Two
 * currencies go through the broker's position, at the rate to the last unit; what rounding leaves over stands on an account of its
 * own, in the currency that was given. Legs of nothing are among them: whoever posts them leaves those out.
 */
export function exchangeLegs({ from, to }: Ends, exchanged: ExchangedAmounts): Leg[] {
  const { company, amount, fee, leftOver, currency, arrives, arrivesIn } = exchanged;
  const feeLeg = { from, to: chart.fees(company, currency), minor: fee };
  if (currency === arrivesIn) return [{ from, to, minor: amount - fee }, feeLeg];
  return [
    { from, to: chart.exchange(company, currency), minor: amount - fee - leftOver },
    { from: chart.exchange(company, arrivesIn), to, minor: arrives },
    { from, to: chart.rounding(company, currency), minor: leftOver },
    feeLeg,
  ];
}
