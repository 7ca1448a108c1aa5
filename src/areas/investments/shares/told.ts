import { formatMinor } from '../../../base/money.ts';
import type { MarkChange, PerformanceShare } from '../../../protocol/investment.ts';
import type { Currency } from '../../../base/currency.ts';
import { markAfterShare } from '../rules.ts';
import type { MarkRow, Share, ShareState } from './rows.ts';

const statusOf: Readonly<Record<ShareState, PerformanceShare['status']>> = {
  asked: 'under_way',
  taken: 'under_way',
  paid: 'paid',
  nothing: 'nothing',
};

/** A share as its follower and its provider read it. */
export function toldShare(share: Share): PerformanceShare {
  const { currency, equity, highWater, amount: paid, withdrawn, occasion } = share;
  const said = (minor: bigint): string => formatMinor(minor, currency);
  // What was taken out took its part of the mark with it.
  const after =
    withdrawn === null
      ? markAfterShare({ equity, highWater, paid })
      : withdrawn >= equity
        ? 0n
        : highWater - (highWater * withdrawn) / equity;
  return {
    id: share.id,
    occasion,
    period: share.nth,
    transfer_id: share.remittanceId,
    withdrawn: withdrawn === null ? null : said(withdrawn),
    currency,
    due_at: share.dueAt.toISOString(),
    decided_at: share.decidedAt.toISOString(),
    equity: said(equity),
    high_water: said(highWater),
    profit: said(equity > highWater ? equity - highWater : 0n),
    remun_fee: share.percent,
    amount: said(paid),
    short: said(share.short),
    high_water_after: said(after),
    status: statusOf[share.state],
    paid_at: share.paidAt?.toISOString() ?? null,
  };
}

export function toldMark({ at, kind, amount, highWater }: MarkRow, currency: Currency): MarkChange {
  return { at: at.toISOString(), kind, amount: formatMinor(amount, currency), high_water: formatMinor(highWater, currency) };
}
