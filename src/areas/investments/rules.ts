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
