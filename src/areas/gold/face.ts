import { divideUp } from '../../base/money.ts';
import type { GoldMarket } from './market.ts';
import { sellWeight } from './rules.ts';

export { openGoldPrices, type GoldMarket, type GoldPrices, type MarketNeeds } from './market.ts';
export { sellFor, sellWeight, type GoldTerms, type OuncePrice } from './rules.ts';
export { sellAllOf } from './selling.ts';
export { drawGoldStatement, goldStatementTable } from './statement.ts';
export { shownWeight } from './shown.ts';
export { dollarWallet, goldCurrency } from './trades.ts';

/** What a weight is worth between the platform's bid and ask, in cents: rounded up. */
export function worthOf(weight: bigint, market: GoldMarket): bigint {
  return sellWeight(weight, market, { spread: 0n, tax: 0n }).metal;
}

/** So many hundredths of a per cent of an amount, rounded up. */
export function shareOf(minor: bigint, basisPoints: number): bigint {
  return divideUp(minor * BigInt(basisPoints), 10_000n);
}
