import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import type { PlatformAccount } from '../../ports/platform/port.ts';
import type { Handlers } from '../../protocol/call.ts';
import { accountOf } from '../accounts/face.ts';
import { changeInvestment, investmentById, protectedEquity } from '../investments/face.ts';
import { strategyById } from '../strategies/face.ts';
import { copiesPage, copyCauses, copyReasons, type copyingContract, type CopyDecision } from './contract.ts';
import type { Needs } from './jobs.ts';
import { countOpen, decisionsOf, hasCopies, type DecisionRow } from './listed.ts';
import { mayResume } from './rules.ts';

type Calls = Handlers<typeof copyingContract>;

export const calls = (app: Pick<Needs, 'platforms'>) =>
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

    pause: async ({ id }, { sql, client, now, refuse }) => {
      const follow = await investmentById(sql, id);
      if (!follow || follow.clientId !== client.id) return refuse('investment_not_found');
      if (follow.status !== 'active') return refuse('investment_not_active');
      const isPaused = await changeInvestment(sql, { id, from: 'active', to: 'paused', why: 'paused_by_client', at: now });
      return isPaused ? { direct: { status: 'paused' } } : refuse('investment_not_active');
    },

    resume: async ({ id }, { sql, transact, client, now, refuse }) => {
      const follow = await investmentById(sql, id);
      if (!follow || follow.clientId !== client.id) return refuse('investment_not_found');
      if (follow.status !== 'paused') return refuse('investment_not_paused');
      if (await hasCopies(sql, id)) return refuse('copies_still_closing');
      const [manager, own] = [await toldOf(app, sql, follow.strategyNumber), await toldOf(app, sql, follow.number)];
      if (!manager || !own) return refuse('platform_unavailable');
      if (!mayResume(manager.marginLevel)) return refuse('manager_margin_low');
      // Whatever is copied next would be closed at once, and have cost its spread.
      if (follow.invested > 0n && own.equity - own.credit <= protectedEquity(follow)) return refuse('protection_reached');
      const isResumed = await transact(async (inner) =>
        changeInvestment(inner, { id, from: 'paused', to: 'active', why: 'resumed', at: now }),
      );
      return isResumed ? { direct: { status: 'active' } } : refuse('investment_not_paused');
    },
  }) satisfies Calls;

/** What the platform says of an account now; undefined where it does not answer. */
async function toldOf({ platforms }: Pick<Needs, 'platforms'>, sql: Sql, number: number): Promise<PlatformAccount | undefined> {
  const account = await accountOf(sql, number);
  if (!account) throw new Error(`account ${number} of a follow is gone`);
  const told = await platforms[account.platform].account(account.number);
  return told.outcome === 'done' ? told.account : undefined;
}

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
