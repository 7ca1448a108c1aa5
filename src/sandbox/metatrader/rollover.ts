import { divideRounded } from '../../base/money.ts';
import { dayMs } from '../../base/time.ts';
import { dealActions, type GroupFacts } from './groups.ts';
import type { Market } from './market.ts';
import type { Position } from './rows.ts';
import type { SymbolFacts } from './symbols.ts';
import { factsOf, worthOf } from './worth.ts';

/** Interest is counted by a year of 360 days, as money markets do. */
const daysOfInterestYear = 360n;

/** The swap of a position over every night from its last rollover up to `today` (days since 1970), negative when the client pays. */
export function swapUpTo(today: number, position: Position, of: { readonly group: GroupFacts; readonly market: Market }): bigint {
  if (of.group.isSwapFree) return 0n;
  const symbol = factsOf(position.symbol);
  const yearly = position.action === dealActions.buy ? symbol.swapBuyBasisPoints : symbol.swapSellBasisPoints;
  let swap = 0n;
  for (let day = position.rolledDay; day < today; day++) {
    const nights = BigInt(nightsAfter(day, symbol));
    if (nights === 0n) continue;
    const worth = worthOf(position, { market: of.market, currency: of.group.currency, atMs: (day + 1) * dayMs - 1000 });
    swap += divideRounded(worth * BigInt(yearly) * nights, 10_000n * daysOfInterestYear);
  }
  return swap;
}

/** One night follows each trading day; the one after Wednesday counts for the weekend too, as settlement takes two days. */
function nightsAfter(day: number, symbol: SymbolFacts): number {
  // 1 January 1970 was a Thursday.
  const weekday = (day + 4) % 7;
  if (symbol.session.days.length === 7) return 1;
  if (!symbol.session.days.includes(weekday)) return 0;
  return weekday === 3 ? 3 : 1;
}
