import { formatMinor } from '../../base/money.ts';
import type { Handlers } from '../../protocol/call.ts';
import { investmentById } from '../investments/face.ts';
import { strategyById } from '../strategies/face.ts';
import { copiesPage, copyCauses, copyReasons, type copyingContract, type CopyDecision } from './contract.ts';
import { countOpen, decisionsOf, type DecisionRow } from './listed.ts';

type Calls = Handlers<typeof copyingContract>;

export const calls = () =>
  ({
    copies: async ({ id, before }, { sql, client, refuse }) => {
      const follow = await investmentById(sql, id);
      if (!follow || follow.clientId !== client.id) return refuse('investment_not_found');
      const strategy = await strategyById(sql, follow.strategyId);
      if (!strategy) throw new Error(`the strategy of investment ${id} is gone`);
      const rows = await decisionsOf(sql, { investmentId: id, before, limit: copiesPage + 1 });
      const shown = rows.slice(0, copiesPage);
      return {
        direct: {
          follow: {
            id,
            status: follow.status,
            strategy: strategy.name,
            account: follow.number,
            currency: follow.currency,
            strategy_currency: strategy.currency,
            safety_mode: follow.safetyMode,
            open_copies: await countOpen(sql, id),
          },
          decisions: shown.map((row) => shownDecision(row, { own: follow.currency, strategy: strategy.currency })),
          next: rows.length > copiesPage ? (shown.at(-1)?.id ?? null) : null,
        },
      };
    },
  }) satisfies Calls;

type Currencies = Readonly<Record<'own' | 'strategy', Parameters<typeof formatMinor>[1]>>;

function shownDecision(row: DecisionRow, currencies: Currencies): CopyDecision {
  return {
    id: row.id,
    kind: row.kind,
    cause: copyCauses.find((each) => each === row.cause) ?? null,
    is_stop_out: row.isStopOut ?? false,
    symbol: row.symbol,
    side: row.side,
    strategy_lots: row.strategyLots,
    strategy_price: row.price,
    lots: row.lots,
    filled_lots: row.filledLots,
    filled_price: row.filledPrice,
    slippage_points: row.slippage,
    stop_loss: row.stopLoss,
    take_profit: row.takeProfit,
    equity: row.equity === null ? null : formatMinor(row.equity, currencies.own),
    strategy_equity: row.strategyEquity === null ? null : formatMinor(row.strategyEquity, currencies.strategy),
    state: row.state,
    reason: copyReasons.find((each) => each === row.reason) ?? null,
    decided_at: row.decidedAt.toISOString(),
    settled_at: row.settledAt?.toISOString() ?? null,
  };
}
