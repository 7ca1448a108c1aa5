import { currencies, type Currency } from '../../base/currency.ts';
import { divideRounded } from '../../base/money.ts';
import { dealActions, type GroupFacts } from './groups.ts';
import type { Market } from './market.ts';
import type { Position } from './rows.ts';
import { symbolByName, type SymbolFacts } from './symbols.ts';

/** Sums of the trade: whole minor units of the account's currency, made from points, volumes and the market's rates. */

/** As much of a position as its profit and worth depend on. */
export type Exposure = Pick<Position, 'symbol' | 'action' | 'volume' | 'price'>;

/** In whose currency and at which instant's rates a sum is made. */
export interface Counting {
  readonly market: Market;
  readonly currency: Currency;
  readonly atMs: number;
}

/** One lot in the server's volume units. */
const volumeUnit = 10_000n;
/** Of a contract a hundredth counts. */
export const contractUnit = 100n;
const lotUnit = volumeUnit * contractUnit;
/** Rates are times ten to the tenth. */
const rateUnit = 10n ** 10n;

/** What closing the exposure at a price (in points) brings. */
export function profitOf(exposure: Exposure, closePrice: number, counting: Counting): bigint {
  const symbol = factsOf(exposure.symbol);
  const points = exposure.action === dealActions.buy ? closePrice - exposure.price : exposure.price - closePrice;
  const units = BigInt(points) * BigInt(exposure.volume) * contractOf(symbol);
  return minorOf({ units, scale: lotUnit * 10n ** BigInt(symbol.digits), of: symbol.profit }, counting);
}

/** The whole value of an exposure: pairs and metals by their base, all else by their price. */
export function worthOf(exposure: Exposure, counting: Counting): bigint {
  const symbol = factsOf(exposure.symbol);
  const contracts = BigInt(exposure.volume) * contractOf(symbol);
  if (!symbol.own) return minorOf({ units: contracts, scale: lotUnit, of: symbol.base }, counting);
  const price = BigInt(counting.market.quote(symbol, counting.atMs).bid);
  return minorOf({ units: contracts * price, scale: lotUnit * 10n ** BigInt(symbol.digits), of: symbol.profit }, counting);
}

/** Margin by symbol, the larger of both sides: opposite positions of one symbol cover each other. */
export function marginOf(
  exposures: readonly Exposure[],
  account: { readonly leverage: number; readonly group: GroupFacts },
  counting: Counting,
): bigint {
  const sides = new Map<string, readonly [bigint, bigint]>();
  for (const exposure of exposures) {
    const leverage = leverageOf(factsOf(exposure.symbol), account);
    const needed = divideRounded(worthOf(exposure, counting), BigInt(Math.max(1, leverage)));
    const [buys, sells] = sides.get(exposure.symbol) ?? [0n, 0n];
    sides.set(exposure.symbol, exposure.action === dealActions.buy ? [buys + needed, sells] : [buys, sells + needed]);
  }
  return [...sides.values()].reduce((sum, [buys, sells]) => sum + (buys > sells ? buys : sells), 0n);
}

/** The account's leverage under the group's cap for the symbol's class; 0 when the class is not offered. */
export function leverageOf(symbol: SymbolFacts, account: { readonly leverage: number; readonly group: GroupFacts }): number {
  return Math.min(account.leverage, account.group.leverageCaps?.[symbol.marginClass] ?? account.leverage);
}

/** The commission of one side as it is posted: zero or negative. */
export function commissionOf(group: GroupFacts, volume: number): bigint {
  return -divideRounded((group.commissionPerLot ?? 0n) * BigInt(volume), volumeUnit);
}

/** Least, most and step of an order's volume: hundredths of a lot, tenths for shares and indices. */
export function volumeLimits(symbol: SymbolFacts): { readonly min: number; readonly max: number; readonly step: number } {
  return symbol.contractSize === 1 && symbol.marginClass !== 'crypto'
    ? { min: 1000, max: 5_000_000, step: 1000 }
    : { min: 100, max: 500_000, step: 100 };
}

export function isVolume(volume: number, symbol: SymbolFacts): boolean {
  const { min, max, step } = volumeLimits(symbol);
  return Number.isInteger(volume) && volume % step === 0 && volume >= min && volume <= max;
}

/** The contract's size in hundredths. */
export function contractOf({ contractSize }: SymbolFacts): bigint {
  return BigInt(Math.round(contractSize * Number(contractUnit)));
}

export function factsOf(name: string): SymbolFacts {
  const symbol = symbolByName.get(name);
  if (!symbol) throw new Error(`the server holds a position in the unknown symbol ${name}`);
  return symbol;
}

/** So many units of a currency, in minor units of the account's. */
export function minorOf(
  sum: { readonly units: bigint; readonly scale: bigint; readonly of: string },
  { market, currency, atMs }: Counting,
): bigint {
  const rate = market.rate(sum.of, currency, atMs);
  return divideRounded(sum.units * rate * 10n ** BigInt(currencies[currency].decimals), sum.scale * rateUnit);
}
