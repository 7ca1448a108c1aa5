import { readCurrency, type Currency } from '../../../base/currency.ts';
import { rateTableCurrencies } from '../../../law/rates.ts';
import { rateDirections, type RateDirection } from '../contract.ts';

export interface Pair {
  readonly from: Currency;
  readonly to: Currency;
}

export function directionOf(text: string | undefined): RateDirection {
  return rateDirections.find((known) => known === text) ?? 'deposit';
}

/** The pair that an address names; dollars into euros where it names none that there are rates for. */
export function pairOf(from: string | undefined, to: string | undefined): Pair {
  const first = tableCurrency(from) ?? 'USD';
  const second = tableCurrency(to);
  return { from: first, to: second !== undefined && second !== first ? second : first === 'EUR' ? 'USD' : 'EUR' };
}

function tableCurrency(text: string | undefined): Currency | undefined {
  const read = readCurrency(text ?? '');
  return rateTableCurrencies.find((known) => known === read);
}
