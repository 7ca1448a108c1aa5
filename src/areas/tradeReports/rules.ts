import { divideRounded } from '../../base/money.ts';
import { after, dayMs, utcDay } from '../../base/time.ts';
import { costKinds, type CostKind } from './contract.ts';

/** Negative where the client paid. */
export type Costs = Readonly<Record<CostKind, bigint>>;

export const noCosts: Costs = { spread: 0n, commission: 0n, swap: 0n, conversion: 0n, service: 0n };

export function plus(one: Costs, other: Costs): Costs {
  return {
    spread: one.spread + other.spread,
    commission: one.commission + other.commission,
    swap: one.swap + other.swap,
    conversion: one.conversion + other.conversion,
    service: one.service + other.service,
  };
}

export function sumOf(costs: Costs): bigint {
  return costKinds.reduce((sum, kind) => sum + costs[kind], 0n);
}

/** What a deal, or many of them, did to the account, and which costs are in it. Minor units of the account's currency. */
export interface Reckoned {
  /** Profit, swap and commission, as the platform has them: what stands in the account's statement. */
  readonly result: bigint;
  readonly costs: Costs;
}

/** What it would have come to without any costs: of that and the costs the result is the sum, always. */
export function beforeCosts({ result, costs }: Reckoned): bigint {
  return result - sumOf(costs);
}

interface EquityDay {
  /** yyyy-MM-dd. */
  readonly day: string;
  readonly equity: bigint;
}

/**
 * What stood on an account on the average of a period's days, both included: each day has what the last one before it had.
 * Undefined where nothing is known of any of them.
 */
export function averageEquity(
  points: readonly EquityDay[],
  { from, till }: { readonly from: string; readonly till: string },
): bigint | undefined {
  let [sum, days] = [0n, 0n];
  const inTime = points.filter(({ day }) => day <= till);
  for (const [place, { day, equity }] of inTime.entries()) {
    const begins = day < from ? from : day;
    const ends = inTime[place + 1]?.day ?? utcDay(after(midnight(till), dayMs));
    const lasted = BigInt(Math.max(0, Math.round((midnight(ends).getTime() - midnight(begins).getTime()) / dayMs)));
    sum += equity * lasted;
    days += lasted;
  }
  return days === 0n ? undefined : divideRounded(sum, days);
}

/** Days of UTC, both included. */
export function isTooLong({ from, till }: { readonly from: string; readonly till: string }, mostDays: number): boolean {
  return midnight(till).getTime() - midnight(from).getTime() >= mostDays * dayMs;
}

function midnight(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** A cost in per cent of what stood on the account, with two decimals; null where nothing did. */
export function percentOf(minor: bigint, equity: bigint | undefined): string | null {
  if (equity === undefined || equity <= 0n) return null;
  const points = divideRounded(minor * 10_000n, equity);
  const digits = String(points < 0n ? -points : points).padStart(3, '0');
  return `${points < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
