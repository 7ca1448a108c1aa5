import { after, hourMs, minuteMs } from '../../base/time.ts';
import { ownComments } from '../../law/platforms.ts';

/* How large a copy is, and what of it is closed. Lots count in hundred-millionths, prices in points. */

const lotDigits = 8;

/** Undefined where it is no number of lots. */
function lotUnits(lots: string): bigint | undefined {
  const match = /^(\d{1,12})(?:\.(\d+))?$/.exec(lots);
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  return BigInt(whole + fraction.slice(0, lotDigits).padEnd(lotDigits, '0'));
}

function unitsOf(lots: string): bigint {
  const units = lotUnits(lots);
  if (units === undefined) throw new Error(`"${lots}" is no number of lots`);
  return units;
}

/** With two decimals at least, as platforms write them. */
function lotsOfUnits(units: bigint): string {
  const digits = units.toString().padStart(lotDigits + 1, '0');
  const fraction = digits.slice(-lotDigits);
  let kept = lotDigits;
  while (kept > 2 && fraction[kept - 1] === '0') kept -= 1;
  return `${digits.slice(0, -lotDigits)}.${fraction.slice(0, kept)}`;
}

export function isNothing(lots: string): boolean {
  return unitsOf(lots) === 0n;
}

/** What a symbol may be traded in. */
export interface LotLimits {
  readonly lotsMin: string;
  readonly lotsMax: string;
  readonly lotsStep: string;
}

/** What one account is worth without the broker's credit, both in minor units of one currency. */
export interface Worth {
  readonly follower: bigint;
  readonly strategy: bigint;
}

export type NoCopy = 'no_equity' | 'below_minimum';
export type CopySize =
  | { readonly ok: true; readonly lots: string; readonly isCapped: boolean }
  | { readonly ok: false; readonly reason: NoCopy };

/**
 * In proportion by equity, at half of it in safety mode (trade rules, "Investing"); rounded down to the symbol's step, so that no
 * copy is larger than its part. What is less than the least lot is not copied; what is more than the most is that.
 */
export function copySize(of: {
  readonly lots: string;
  readonly worth: Worth;
  readonly isSafe: boolean;
  readonly limits: LotLimits;
}): CopySize {
  const { worth, isSafe, limits } = of;
  if (worth.follower <= 0n || worth.strategy <= 0n) return { ok: false, reason: 'no_equity' };
  const [least, most, step] = [unitsOf(limits.lotsMin), unitsOf(limits.lotsMax), unitsOf(limits.lotsStep)];
  const exact = (unitsOf(of.lots) * worth.follower) / (worth.strategy * (isSafe ? 2n : 1n));
  const isCapped = exact > most;
  const lots = onStep(isCapped ? most : exact, step);
  return lots < least || lots === 0n ? { ok: false, reason: 'below_minimum' } : { ok: true, lots: lotsOfUnits(lots), isCapped };
}

function onStep(units: bigint, step: bigint): bigint {
  return step > 0n ? units - (units % step) : units;
}

export interface Closing {
  /** Of the copy: what was filled, and what is open of it. */
  readonly filled: string;
  readonly open: string;
  /** Of the strategy's position: what is left of how much; both nothing closes all. */
  readonly left: string;
  readonly of: string;
  readonly limits: Pick<LotLimits, 'lotsMin' | 'lotsStep'>;
}

/**
 * What has to be closed so that no larger part of the copy is left than of the strategy's position; '0.00' where that is so already.
 * A closing is never refused for its size: it is rounded up, and takes all where the rest or itself would be less than the least lot.
 */
export function closingSize({ filled, open, left, of, limits }: Closing): string {
  const [least, step, whole, now] = [unitsOf(limits.lotsMin), unitsOf(limits.lotsStep), unitsOf(of), unitsOf(open)];
  const target = whole === 0n ? 0n : onStep((unitsOf(filled) * unitsOf(left)) / whole, step);
  const kept = target < least ? 0n : target;
  if (kept >= now) return lotsOfUnits(0n);
  const closes = now - kept;
  const whichCan = closes < least ? least : closes;
  return lotsOfUnits(whichCan >= now || now - whichCan < least ? now : whichCan);
}

export function lessLots(lots: string, taken: string): string {
  const [all, off] = [unitsOf(lots), unitsOf(taken)];
  return lotsOfUnits(off >= all ? 0n : all - off);
}

export function isLess(lots: string, than: string): boolean {
  return unitsOf(lots) < unitsOf(than);
}

/** So many points the follower's price was worse than the strategy's; below zero where it was better. */
export function slippageOf(of: {
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly filledPrice: string;
  readonly digits: number;
}): number {
  const points = (price: string): number => Math.round(Number(price) * 10 ** of.digits);
  const worse = points(of.filledPrice) - points(of.price);
  return of.side === 'buy' ? worse : -worse;
}

/** Prices that a platform writes with all its digits, or without. */
export function isSamePrice(one: string | null | undefined, other: string | null | undefined): boolean {
  return Number(one ?? 0) === Number(other ?? 0);
}

/** What the comment of a deal that nobody here asked for says of why the platform closed it. */
export function causeOfEnd(comment: string): EndCause {
  if (isStopOut(comment)) return 'stopped_out';
  if (comment.startsWith(ownComments.stopLoss)) return 'stop_loss';
  return comment.startsWith(ownComments.takeProfit) ? 'take_profit' : 'closed_elsewhere';
}
export type EndCause = 'stopped_out' | 'stop_loss' | 'take_profit' | 'closed_elsewhere';

export function isStopOut(comment: string): boolean {
  return comment.startsWith(ownComments.stopOut);
}

/** Not while the manager's margin level is under 100 % (trade rules, "Investing"); without a margin there is no level. */
export function mayResume(managersMarginLevel: string | undefined): boolean {
  return managersMarginLevel === undefined || Number(managersMarginLevel) >= 100;
}

/** The wait for a closing that is refused again and again grows to so much. */
const longestWaitMs = 5 * minuteMs;
/** Hours are told in UTC as of now: where a clock is changed over a weekend, its market opens an hour before they say. */
const clockChangeMs = hourMs;

/**
 * When a closing that was refused is asked for again: over a shut market towards its opening, else after a wait that doubles each
 * time. Each asking leaves a row behind for good.
 */
export function askedAgainAt(of: {
  readonly now: Date;
  readonly attempt: number;
  readonly retryMs: number;
  readonly market: { readonly isOpen: true } | { readonly isOpen: false; readonly opensAt: Date | undefined } | undefined;
}): Date {
  const { now, attempt, retryMs, market } = of;
  if (market && !market.isOpen && market.opensAt) {
    const early = after(market.opensAt, -clockChangeMs);
    return early > now ? early : market.opensAt;
  }
  return after(now, Math.min(retryMs * 2 ** Math.min(attempt - 1, 30), Math.max(retryMs, longestWaitMs)));
}
