import { isCurrency } from '../../base/currency.ts';
import { divideRounded, formatMinor, parseMinor } from '../../base/money.ts';
import type { Verdict } from '../../base/refusal.ts';
import { dayMs, minuteMs } from '../../base/time.ts';
import { accountTypeNamed, commissionOf } from '../../law/accountTypes.ts';
import type { OrderStatus, SymbolGroup, Timeframe } from './contract.ts';

/** An order goes on along these steps only. The platform's deal is the truth: it also mends an order that was given up. */
const nextStatuses: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  processing: ['filled', 'done', 'refused', 'failed'],
  filled: [],
  done: [],
  refused: [],
  failed: ['filled', 'done'],
};

/** The statuses from which an order may come to that one. */
export function statusesBefore(to: OrderStatus): OrderStatus[] {
  return (Object.keys(nextStatuses) as OrderStatus[]).filter((from) => nextStatuses[from].includes(to));
}

/** A stretch of one day of the week (0 is Sunday, UTC) in which a symbol trades. */
export interface TradingHours {
  readonly day: number;
  readonly fromMinute: number;
  readonly toMinute: number;
}

export type MarketState = { readonly isOpen: true } | { readonly isOpen: false; readonly opensAt: Date | undefined };

const daysAhead = 8;

/** Whether the hours hold that instant; if not, when the next ones begin. No hours mean that nothing is known: open. */
export function marketAt(hours: readonly TradingHours[], at: Date): MarketState {
  if (hours.length === 0) return { isOpen: true };
  const midnight = Math.floor(at.getTime() / dayMs) * dayMs;
  const starts: number[] = [];
  for (let ahead = 0; ahead < daysAhead; ahead++) {
    const dayStart = midnight + ahead * dayMs;
    for (const { day, fromMinute, toMinute } of hours) {
      if (day !== new Date(dayStart).getUTCDay()) continue;
      const start = dayStart + fromMinute * minuteMs;
      if (at.getTime() >= start && at.getTime() < dayStart + toMinute * minuteMs) return { isOpen: true };
      if (start > at.getTime()) starts.push(start);
    }
  }
  return { isOpen: false, opensAt: starts.length === 0 ? undefined : new Date(Math.min(...starts)) };
}

/** The platform's folders (`Forex\Major\EURUSD`) as the terminal groups them; the first that fits counts. */
const folders: readonly (readonly [RegExp, SymbolGroup])[] = [
  [/major/i, 'major'],
  [/minor|cross/i, 'minor'],
  [/exotic/i, 'exotic'],
  [/metal/i, 'metals'],
  [/energ|oil/i, 'energies'],
  [/ind(ex|ices)/i, 'indices'],
  [/share|stock|equit/i, 'shares'],
  [/crypto/i, 'crypto'],
];

export function groupOfPath(path: string): SymbolGroup {
  return folders.find(([pattern]) => pattern.test(path))?.[1] ?? 'other';
}

/** A price as whole points of its last digit: "1.08345" with five digits is 108345. */
export function pointsOf(price: string, digits: number): bigint {
  const [whole = '0', fraction = ''] = price.split('.');
  return BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'));
}

/** The same the other way round, with all digits. */
export function priceOfPoints(points: bigint, digits: number): string {
  const text = points.toString().padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** By how much a price stands above another, in per cent with two decimals; undefined where there is nothing to compare with. */
export function percentChange(price: bigint, before: bigint): string | undefined {
  if (before <= 0n) return undefined;
  const hundredths = divideRounded((price - before) * 10_000n, before);
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** What a volume must keep to. */
export interface LotLimits {
  readonly lots_min: string;
  readonly lots_max: string;
  readonly lots_step: string;
}

const lotDigits = 8;

/** Whether a volume is one that the symbol takes; if not, with the bounds as data. */
export function checkLots(lots: string, limits: LotLimits): Verdict<string, 'wrong_volume'> {
  const [asked, least, most, step] = [lots, limits.lots_min, limits.lots_max, limits.lots_step].map((text) =>
    /^\d+(\.\d+)?$/.test(text) ? pointsOf(text, lotDigits) : 0n,
  ) as [bigint, bigint, bigint, bigint];
  const fits = asked >= least && asked <= most && asked > 0n && (step <= 0n || asked % step === 0n);
  if (fits) return { ok: true, value: lots };
  const { lots_min, lots_max, lots_step } = limits;
  return { ok: false, code: 'wrong_volume', field: 'lots', data: { lots_min, lots_max, lots_step } };
}

/** "0.3" and "0.30" are one volume. */
export function isSameVolume(first: string, second: string): boolean {
  return pointsOf(first, lotDigits) === pointsOf(second, lotDigits);
}

/** The volume one step up or down, kept within the bounds. */
export function stepLots(lots: string, by: 1 | -1, limits: LotLimits): string {
  const [now, least, most, step] = [lots || '0', limits.lots_min, limits.lots_max, limits.lots_step].map((text) =>
    pointsOf(text, lotDigits),
  ) as [bigint, bigint, bigint, bigint];
  const unit = step > 0n ? step : 1n;
  // From between two steps the next step is the nearer one.
  const stepped = by > 0 ? (now / unit + 1n) * unit : ((now + unit - 1n) / unit - 1n) * unit;
  const kept = stepped < least ? least : stepped > most ? most : stepped;
  return writeLots(kept, limits.lots_step.split('.')[1]?.length ?? 0);
}

function writeLots(units: bigint, decimals: number): string {
  const text = units.toString().padStart(lotDigits + 1, '0');
  const whole = text.slice(0, -lotDigits);
  return decimals === 0 ? whole : `${whole}.${text.slice(-lotDigits).slice(0, decimals)}`;
}

export type CloseFilter = 'all' | 'profit' | 'loss' | 'buy' | 'sell';

/** Whether a position is one of those that are closed together; its result is profit and swap. */
export function fitsFilter(
  position: { readonly symbol: string; readonly side: 'buy' | 'sell'; readonly profit: string; readonly swap: string },
  { which, symbol }: { readonly which: CloseFilter; readonly symbol: string },
): boolean {
  if (symbol !== '' && symbol !== position.symbol) return false;
  if (which === 'buy' || which === 'sell') return position.side === which;
  const result = signedUnits(position.profit) + signedUnits(position.swap);
  return which === 'all' || (which === 'profit' ? result > 0n : result < 0n);
}

/** An amount of any currency as whole units of its eighth decimal. */
function signedUnits(amount: string): bigint {
  const units = pointsOf(amount.replace('-', ''), lotDigits);
  return amount.startsWith('-') ? -units : units;
}

/** What the spread costs on so many lots, in the symbol's own currency with two decimals; undefined where the volume is none. */
export function spreadCost(
  symbol: { readonly digits: number; readonly contract_size: string },
  spread: number,
  lots: string,
): string | undefined {
  if (lotUnits(lots) <= 0n) return undefined;
  const worth = BigInt(spread) * pointsOf(symbol.contract_size, contractDigits) * lotUnits(lots) * 100n;
  const cents = String(divideRounded(worth, 10n ** BigInt(symbol.digits + contractDigits + lotDigits))).padStart(3, '0');
  return `${cents.slice(0, -2)}.${cents.slice(-2)}`;
}

/** So many decimals a contract size is counted with; platforms tell no more. */
export const contractDigits = 12;

export type OrderType = 'market' | 'limit' | 'stop' | 'stop_limit';
export type LevelField = 'at' | 'limit' | 'stopLoss' | 'takeProfit';

/** An order with its prices as they are typed, empty where there is none, at the prices of now. */
export interface LevelOrder extends Readonly<Record<LevelField, string>> {
  readonly type: OrderType;
  readonly side: 'buy' | 'sell';
  readonly digits: number;
  readonly bid: string | undefined;
  readonly ask: string | undefined;
}

export interface LevelFault {
  readonly must: 'above' | 'below';
  readonly than: string;
}

/**
 * Which prices stand on the wrong side, as far as that can be seen from here; the platform decides by its own price. A limit waits for
 * a better price and a stop for a worse one; a position loses on one side of where it is opened and gains on the other.
 */
export function levelFaults(order: LevelOrder): Partial<Record<LevelField, LevelFault>> {
  const { type, side, digits, bid, ask } = order;
  const isBuy = side === 'buy';
  const [better, worse] = isBuy ? (['below', 'above'] as const) : (['above', 'below'] as const);
  const opening = type === 'market' ? (isBuy ? bid : ask) : type === 'stop_limit' ? order.limit : order.at;
  const rules: readonly (readonly [LevelField, LevelFault['must'], string | undefined])[] = [
    ...(type === 'market' ? [] : [['at', type === 'limit' ? better : worse, isBuy ? ask : bid] as const]),
    ...(type === 'stop_limit' ? [['limit', better, order.at] as const] : []),
    ['stopLoss', better, opening],
    ['takeProfit', worse, opening],
  ];
  const wrong = rules.flatMap(([field, must, than]) => {
    if (order[field] === '' || than === undefined || than === '') return [];
    const [typed, from] = [pointsOf(order[field], digits), pointsOf(than, digits)];
    return (must === 'above' ? typed > from : typed < from && typed > 0n) ? [] : [[field, { must, than }] as const];
  });
  return Object.fromEntries(wrong);
}

/** How much worse than the price on the screen an order may be filled, in points: twice the spread, and never less than this. */
export function toleratedPoints(spread: number): number {
  return Math.max(20, spread * 2);
}

const timeframeMinutes: Readonly<Record<Timeframe, number>> = {
  '1min': 1,
  '5min': 5,
  '15min': 15,
  '30min': 30,
  '1h': 60,
  '4h': 240,
  '1d': 1440,
  '1w': 10_080,
  '1mon': 43_200,
};

export function timeframeMs(timeframe: Timeframe): number {
  return timeframeMinutes[timeframe] * minuteMs;
}

/** An account, as far as what a trade costs on it depends on it. */
interface TradedOn {
  /** The type's name. */
  readonly type: string;
  readonly currency: string;
}

/** What an account pays and gets, as decimal strings of its currency, negative where it pays. */
export interface TradeMoney {
  readonly profit: string;
  readonly swap: string;
  readonly commission: string;
  /** All of it together. */
  readonly result: string;
}

/** What one side of so many lots costs on that account: zero or negative; undefined where its type is not known. */
export function commissionFor(account: TradedOn, lots: string): string | undefined {
  const side = sideCommission(account, lots);
  return side && formatMinor(side.minor, side.currency);
}

/**
 * What closing a part of a position brings at its price of now: the part's share of profit and swap, and the commission of both
 * sides, as the trade is told afterwards.
 */
export function resultOfClosing(
  account: TradedOn,
  position: { readonly lots: string; readonly profit: string; readonly swap: string },
  lots: string,
): TradeMoney | undefined {
  const [side, whole, part] = [sideCommission(account, lots), lotUnits(position.lots), lotUnits(lots)];
  if (!side || whole === 0n) return undefined;
  const { currency } = side;
  const share = (amount: string): bigint => divideRounded((parseMinor(amount, currency) ?? 0n) * part, whole);
  const [profit, swap, commission] = [share(position.profit), share(position.swap), side.minor * 2n];
  const told = (minor: bigint): string => formatMinor(minor, currency);
  return { profit: told(profit), swap: told(swap), commission: told(commission), result: told(profit + swap + commission) };
}

/** A position with what it was opened at and what it is worth now, as the platform tells both. */
interface Held {
  readonly side: 'buy' | 'sell';
  readonly lots: string;
  readonly open_price: string;
  readonly current_price: string;
  readonly profit: string;
  readonly swap: string;
}

/** Of two opposite positions the smaller volume: so much of both is closed. */
export function lotsOfPair(one: { readonly lots: string }, other: { readonly lots: string }): string {
  return lotUnits(one.lots) <= lotUnits(other.lots) ? one.lots : other.lots;
}

/**
 * What closing a position by an opposite one brings: the way between both opening prices, worth as much a point as the positions say
 * of themselves, with both shares of swap and the commission of both for opening and closing. Undefined while neither has moved.
 */
export function resultOfClosingBy(
  account: TradedOn,
  [position, by]: readonly [Held, Held],
  digits: number,
): TradeMoney | undefined {
  const lots = lotsOfPair(position, by);
  const [side, part] = [sideCommission(account, lots), lotUnits(lots)];
  const way = (of: Held, to: string): bigint =>
    (pointsOf(to, digits) - pointsOf(of.open_price, digits)) * (of.side === 'buy' ? 1n : -1n);
  const moved = [position, by].map((of) => ({ of, points: way(of, of.current_price) }));
  const [most] = moved.toSorted((one, other) => (size(one.points) < size(other.points) ? 1 : -1));
  if (!side || !most || most.points === 0n || part === 0n) return undefined;
  const { currency } = side;
  const minor = (amount: string): bigint => parseMinor(amount, currency) ?? 0n;
  const worth = minor(most.of.profit) * (most.points < 0n ? -1n : 1n) * part;
  const profit = divideRounded(worth * way(position, by.open_price), size(most.points) * lotUnits(most.of.lots));
  const swaps = [position, by].map((of) => divideRounded(minor(of.swap) * part, lotUnits(of.lots)));
  const swap = swaps.reduce((sum, each) => sum + each, 0n);
  const commission = side.minor * 4n;
  const told = (amount: bigint): string => formatMinor(amount, currency);
  return { profit: told(profit), swap: told(swap), commission: told(commission), result: told(profit + swap + commission) };
}

const size = (points: bigint): bigint => (points < 0n ? -points : points);

function sideCommission({ type: name, currency }: TradedOn, lots: string) {
  const type = accountTypeNamed(name);
  if (!type || !isCurrency(currency)) return undefined;
  const perLot = commissionOf(type, currency).minor;
  return { minor: -divideRounded(perLot * lotUnits(lots), 10n ** BigInt(lotDigits)), currency };
}

/** A volume as whole units of its last digit; what is no number is none. */
function lotUnits(lots: string): bigint {
  return /^\d+(\.\d+)?$/.test(lots) ? pointsOf(lots, lotDigits) : 0n;
}
