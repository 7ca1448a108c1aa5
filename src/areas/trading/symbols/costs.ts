import { divideRounded } from '../../../base/money.ts';
import type { Swap, Tick, TradingSymbol } from '../../../ports/platform/port.ts';
import { contractDigits, pointsOf, priceOfPoints, spreadCost } from '../rules.ts';

/** Interest is counted by a year of 360 days, as money markets and the platforms do. */
const daysOfInterestYear = 360n;

/** What one lot costs: the spread once, the swap a night, each in points and in money of the symbol's own currency. */
export function costsOf({ digits, contractSize, swap, currencyProfit }: TradingSymbol, tick: Tick | undefined) {
  const spread = tick && Number(pointsOf(tick.ask, digits) - pointsOf(tick.bid, digits));
  const perLot = { digits, contractSize, bid: tick?.bid };
  const [long, short] = swap ? [swapCost(swap.long, { ...perLot, swap }), swapCost(swap.short, { ...perLot, swap })] : [];
  return {
    currency: currencyProfit,
    spread:
      spread === undefined
        ? null
        : { points: String(spread), money: spreadCost({ digits, contract_size: contractSize }, spread, '1') ?? '0.00' },
    swap: long && short ? { long, short, triple_day: swap?.tripleDay ?? null } : null,
  };
}

interface PerLot {
  readonly digits: number;
  readonly contractSize: string;
  readonly bid: string | undefined;
  readonly swap: Swap;
}

/** Interest is of the price of now; without one nothing can be told. */
export function swapCost(text: string, { digits, contractSize, bid, swap }: PerLot) {
  const hundredths = signed(text, 2);
  const interest = bid === undefined ? undefined : divideRounded(pointsOf(bid, digits) * hundredths, 100n * daysOfInterestYear);
  const points = swap.by === 'points' ? hundredths : interest;
  if (points === undefined) return undefined;
  const cents = divideRounded(points * pointsOf(contractSize, contractDigits), 10n ** BigInt(digits + contractDigits));
  return { points: written(points), money: written(cents) };
}

function signed(text: string, digits: number): bigint {
  return text.startsWith('-') ? -pointsOf(text.slice(1), digits) : pointsOf(text, digits);
}

function written(hundredths: bigint): string {
  return hundredths < 0n ? `-${priceOfPoints(-hundredths, 2)}` : priceOfPoints(hundredths, 2);
}
