import { after, minuteMs, secondMs } from '../../../base/time.ts';
import type { OrderError } from '../contract.ts';
import { pointsOf, priceOfPoints } from '../rules.ts';

/** Whether a bid, or a stretch of bids between its lowest and its highest, has come to an alert's price. */
export function isReached(
  alert: { readonly price: string; readonly direction: 'rises' | 'falls'; readonly digits: number },
  bids: { readonly low: string; readonly high: string },
): boolean {
  const [at, low, high] = [alert.price, bids.low, bids.high].map((price) => pointsOf(price, alert.digits)) as [
    bigint,
    bigint,
    bigint,
  ];
  return alert.direction === 'rises' ? high >= at : low <= at;
}

/** A stop that follows the price, with the position's price of now and the stop that it has. */
export interface Trailed {
  readonly side: 'buy' | 'sell';
  readonly digits: number;
  readonly distancePoints: number;
  readonly best: string;
  readonly price: string;
  readonly stop: string | undefined;
}

/**
 * The best price so far, and the stop that follows from it: `distancePoints` behind it. Undefined where the position's stop is as good
 * already, or where the price has come so far back that a platform would refuse it.
 */
export function trailed(of: Trailed): { readonly best: string; readonly stop: string | undefined } {
  const { side, digits } = of;
  const sign = side === 'buy' ? 1n : -1n;
  const [before, price] = [pointsOf(of.best, digits) * sign, pointsOf(of.price, digits) * sign];
  const best = price > before ? price : before;
  const wanted = best - BigInt(of.distancePoints);
  const isBetter = of.stop === undefined || wanted > pointsOf(of.stop, digits) * sign;
  const isPossible = wanted < price && wanted * sign > 0n;
  const told = (points: bigint): string => priceOfPoints(points * sign, digits);
  return { best: told(best), stop: isBetter && isPossible ? told(wanted) : undefined };
}

/** So often in a row a move is refused before its stop follows no more: for where it would stand, or for any other lasting reason. */
const mostWrongStops = 5;
const mostRefusals = 12;
const shortestRestMs = 15 * secondMs;
const longestRestMs = 15 * minuteMs;
/** Where nobody says when a market opens. */
const closedRestMs = 5 * minuteMs;

export interface Rest {
  /** In a row, as far as they say something about the stop. */
  readonly refusals: number;
  readonly until: Date;
  readonly isGivenUp: boolean;
}

/** When a move that was refused may be asked for again, each time later; a shut market and a passing fault say nothing about the stop. */
export function afterRefusal(
  code: OrderError | undefined,
  of: { readonly refusals: number; readonly now: Date; readonly opensAt: Date | undefined },
): Rest {
  const { refusals: before, now } = of;
  if (code === 'market_closed') return { refusals: before, until: of.opensAt ?? after(now, closedRestMs), isGivenUp: false };
  if (code === undefined || code === 'platform_unavailable')
    return { refusals: before, until: after(now, shortestRestMs), isGivenUp: false };
  const refusals = before + 1;
  const restMs = Math.min(longestRestMs, shortestRestMs * 2 ** before);
  return { refusals, until: after(now, restMs), isGivenUp: refusals >= (code === 'wrong_stops' ? mostWrongStops : mostRefusals) };
}
