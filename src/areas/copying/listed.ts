import type { Sql } from '../../base/sql.ts';
import type { DecisionKind, DecisionState } from './decisions.ts';

export interface DecisionRow {
  readonly id: number;
  readonly kind: DecisionKind;
  readonly cause: string | null;
  readonly isStopOut: boolean | null;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly strategyLots: string | null;
  readonly price: string | null;
  readonly lots: string | null;
  readonly filledLots: string | null;
  readonly filledPrice: string | null;
  readonly slippage: number | null;
  readonly stopLoss: string | null;
  readonly takeProfit: string | null;
  readonly equity: bigint | null;
  readonly strategyEquity: bigint | null;
  readonly state: DecisionState;
  readonly reason: string | null;
  readonly decidedAt: Date;
  readonly settledAt: Date | null;
}

/** What was decided for one follower, the newest first; every page costs the same. */
export async function decisionsOf(
  sql: Sql,
  of: { readonly investmentId: number; readonly before: number | undefined; readonly limit: number },
): Promise<DecisionRow[]> {
  return sql.many(
    `select d.id::integer as id, d.kind, d.cause, g.is_stop_out as "isStopOut", d.symbol, d.side,
       trim_scale(g.lots)::text as "strategyLots", d.price, trim_scale(d.lots)::text as lots, trim_scale(d.filled_lots)::text as "filledLots",
       d.filled_price as "filledPrice", d.slippage, d.stop_loss as "stopLoss", d.take_profit as "takeProfit", d.equity,
       d.strategy_equity as "strategyEquity", d.state, d.reason, d.decided_at as "decidedAt", d.settled_at as "settledAt"
     from copy_decision d left join copy_signal g on g.id = d.signal_id
     where d.investment_id = $1 and ($2::bigint is null or d.id < $2) order by d.id desc limit $3`,
    [of.investmentId, of.before ?? null, of.limit],
  );
}

export async function countOpen(sql: Sql, investmentId: number): Promise<number> {
  const row = await sql.one<{ count: number }>(
    `select count(*)::integer as count from copy_decision where investment_id = $1 and kind = 'open' and open_lots > 0`,
    [investmentId],
  );
  return row.count;
}

/** Whether anything of it is open, or on its way. */
export async function hasCopies(sql: Sql, investmentId: number): Promise<boolean> {
  const row = await sql.one<{ found: boolean }>(
    `select exists (select from copy_decision
       where investment_id = $1 and (state in ('waiting', 'sent') or kind = 'open' and open_lots > 0)) as found`,
    [investmentId],
  );
  return row.found;
}
