import { isCurrency } from '../../base/currency.ts';
import { formatMinor, parseMinor } from '../../base/money.ts';
import { after, dayMs } from '../../base/time.ts';

/* What may become of a follow. */

export const investmentStatuses = ['opening', 'active', 'paused', 'closing', 'closed'] as const;
/** `opening`: its account or its first money is on the way. `closing`: copies are closed and what is left goes back. */
export type InvestmentStatus = (typeof investmentStatuses)[number];

/** Why a status has changed. */
export type InvestmentReason =
  | 'asked'
  | 'first_money'
  | 'not_opened'
  | 'not_funded'
  | 'paused_by_client'
  | 'resumed'
  | 'protection'
  | 'strategy_closed'
  | 'unsubscribed'
  | 'emptied';

const transitions: Readonly<Record<InvestmentStatus, readonly InvestmentStatus[]>> = {
  opening: ['active', 'closing', 'closed'],
  active: ['paused', 'closing'],
  paused: ['active', 'closing'],
  closing: ['closed'],
  closed: [],
};

export function mayBecome(from: InvestmentStatus, to: InvestmentStatus): boolean {
  return transitions[from].includes(to);
}

export interface Shares {
  /** What was put in, less what of it was taken out. */
  readonly invested: bigint;
  /** The equity above which profits are shared. */
  readonly highWater: bigint;
}

/** What money that comes makes of both: it is nobody's profit. */
export function withMoneyIn({ invested, highWater }: Shares, amount: bigint): Shares {
  return { invested: invested + amount, highWater: highWater + amount };
}

/**
 * What money that goes makes of both: the part of them that it is of the equity before it (trade rules: share × return × withdrawal /
 * equity), rounded so that the mark stays the higher.
 */
export function withMoneyOut(
  { invested, highWater }: Shares,
  { amount, equity }: { readonly amount: bigint; readonly equity: bigint },
): Shares {
  if (amount >= equity) return { invested: 0n, highWater: 0n };
  return { invested: invested - (invested * amount) / equity, highWater: highWater - (highWater * amount) / equity };
}

/** The equity at which an investment is paused: `protection` per cent of what was put in, rounded up. */
export function protectedEquity({ invested, protection }: { readonly invested: bigint; readonly protection: number }): bigint {
  return (invested * BigInt(protection) + 99n) / 100n;
}

/** What a share of profits would come to (trade rules, "Investing"), at an equity. */
export function performanceShare(of: {
  readonly equity: bigint;
  readonly highWater: bigint;
  /** In per cent. */
  readonly share: number;
}): bigint {
  const profit = of.equity - of.highWater;
  return profit <= 0n ? 0n : (profit * BigInt(of.share)) / 100n;
}

/** The same of a part that is taken out: share × return × (withdrawal / equity), rounded down. */
export function withdrawalShare(of: {
  readonly equity: bigint;
  readonly highWater: bigint;
  /** In per cent. */
  readonly share: number;
  /** All that is taken out. */
  readonly amount: bigint;
}): bigint {
  const profit = of.equity - of.highWater;
  if (profit <= 0n || of.equity <= 0n) return 0n;
  const amount = of.amount < of.equity ? of.amount : of.equity;
  return (profit * BigInt(of.share) * amount) / (100n * of.equity);
}

/** The mark once a share was paid: what is left of the equity that it was computed from. Where none was, losses are carried on. */
export function markAfterShare(of: { readonly equity: bigint; readonly highWater: bigint; readonly paid: bigint }): bigint {
  return of.paid <= 0n ? of.highWater : of.equity - of.paid;
}

/** Trade rules: every 30 days from activation. */
export const shareDays = 30;

export interface SharePeriod {
  /** The how-manieth since activation. */
  readonly nth: number;
  readonly dueAt: Date;
}

/** The last period that is over; what was due of those before it is in it, for the mark stands until a share is paid. */
export function lastPeriod(startedAt: Date, now: Date): SharePeriod | undefined {
  const nth = Math.floor((now.getTime() - startedAt.getTime()) / (shareDays * dayMs));
  return nth < 1 ? undefined : { nth, dueAt: after(startedAt, nth * shareDays * dayMs) };
}

export type ShareOccasion = 'period' | 'withdrawal' | 'closure';

/** Trade rules: 50 by default. The rest of the list is our own. */
export const protectionLevels = [20, 30, 40, 50, 60, 70, 80, 90] as const;
export const usualProtection = 50;

/** What a withdrawal would be divided into, of an amount as it is typed; undefined while that is none. */
export function simulatedWithdrawal(of: {
  readonly amount: string;
  readonly equity: string;
  readonly highWater: string;
  readonly share: number;
  readonly currency: string;
}): { readonly share: string; readonly arrives: string } | undefined {
  const currency = isCurrency(of.currency) ? of.currency : undefined;
  const read = (text: string): bigint | undefined => currency && parseMinor(text, currency);
  const [amount, equity, highWater] = [read(of.amount), read(of.equity), read(of.highWater)];
  if (currency === undefined || amount === undefined || equity === undefined || highWater === undefined) return undefined;
  if (amount <= 0n || amount > equity) return undefined;
  const share = withdrawalShare({ equity, highWater, share: of.share, amount });
  return { share: formatMinor(share, currency), arrives: formatMinor(amount - share, currency) };
}

interface Simulated {
  readonly equity: string;
  readonly highWater: string;
  readonly share: number;
  /** What is gained from now on, in per cent of the equity. */
  readonly percent: number;
  readonly currency: string;
}

/** What would be shared at another result; undefined where an amount is none of the currency. */
export function simulatedShare({ equity: now, highWater: mark, share: percentOfProfit, percent, currency: code }: Simulated) {
  const currency = isCurrency(code) ? code : undefined;
  const from = currency && parseMinor(now, currency);
  const highWater = currency && parseMinor(mark, currency);
  if (currency === undefined || from === undefined || highWater === undefined) return undefined;
  const equity = from + (from * BigInt(percent)) / 100n;
  const share = performanceShare({ equity, highWater, share: percentOfProfit });
  return {
    equity: formatMinor(equity, currency),
    share: formatMinor(share, currency),
    left: formatMinor(equity - share, currency),
  };
}

/** The equity at which everything would be closed, of an amount as it is typed; undefined while that is none. */
export function simulatedProtection(of: {
  readonly amount: string;
  readonly protection: number;
  readonly currency: string;
}): string | undefined {
  const { amount, protection, currency } = of;
  const invested = isCurrency(currency) ? parseMinor(amount, currency) : undefined;
  if (!isCurrency(currency) || invested === undefined || invested <= 0n) return undefined;
  return formatMinor(protectedEquity({ invested, protection }), currency);
}

/** Of four decimals two are shown; document 2 §9: a share under a hundredth of a per cent is told as less than that. */
export const shownShare = (percent: string): string => (Number(percent) < 0.01 ? '< 0.01' : percent.slice(0, -2));
