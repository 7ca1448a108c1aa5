import { formatMinor } from '../../base/money.ts';
import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { InvestmentSource, ShownInvestment, ShownStatus } from '../../protocol/investment.ts';
import { accountsOf, type TradingAccount } from '../accounts/face.ts';
import { ownFundingAccountsOf } from '../payments/face.ts';
import { waitingFlows } from './flows.ts';
import { performanceShare, protectedEquity, type InvestmentStatus } from './rules.ts';
import { investmentsOf, strategyNames, type Investment } from './store.ts';

const statusOf: Readonly<Record<InvestmentStatus, ShownStatus>> = {
  opening: 'new',
  active: 'active',
  paused: 'paused',
  closing: 'closing',
  closed: 'closed',
};

/** Follows with what their accounts are worth, as calls show them. */
export async function shownInvestments(sql: Sql, client: ClientId, rows: readonly Investment[]): Promise<ShownInvestment[]> {
  const names = await strategyNames(
    sql,
    rows.map(({ strategyId }) => strategyId),
  );
  const accounts = new Map((await accountsOf(sql, client)).map((account) => [Number(account.number), account]));
  const shown: ShownInvestment[] = [];
  for (const row of rows) {
    const name = names.get(row.strategyId);
    if (!name) throw new Error(`strategy ${row.strategyId} is not there`);
    const flows = row.status === 'closed' ? [] : await waitingFlows(sql, { investment: row.id, limit: 20 });
    const underWay = flows.map(({ remittanceId }) => remittanceId);
    shown.push({ ...factsOf(row, accounts.get(row.number)), ...strategyFacts(row, name), under_way: underWay });
  }
  return shown;
}

function strategyFacts(row: Investment, name: { readonly name: string; readonly nickname: string; readonly providerId: number }) {
  return {
    strategy_id: row.strategyId,
    strategy_name: name.name,
    nickname: name.nickname,
    provider_id: name.providerId,
    leader_id: row.strategyNumber,
  };
}

/** What one is worth and by which terms, by what was told of its account last. */
export function factsOf(row: Investment, account: TradingAccount | undefined) {
  const { currency } = row;
  const amount = (minor: bigint) => formatMinor(minor, currency);
  const equity = equityOf(row, account);
  return {
    id: row.id,
    acc_no: row.number,
    currency,
    status: statusOf[row.status],
    remun_fee: row.share,
    safety_mode: row.safetyMode,
    protection: row.protection,
    protected_equity: amount(protectedEquity(row)),
    invested: amount(row.invested),
    high_water: amount(row.highWater),
    equity: amount(equity),
    result: amount(equity - row.invested),
    equity_as_of: account?.snapshot?.at.toISOString() ?? null,
    share_now: amount(performanceShare({ equity, highWater: row.highWater, share: row.share })),
    asked_at: row.askedAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}

/** What was told of its account last; until anything was told after its money came, the money itself. */
function equityOf(row: Investment, account: TradingAccount | undefined): bigint {
  if (row.status === 'closed' || row.status === 'opening') return 0n;
  const snapshot = account?.snapshot;
  const isNew = row.startedAt !== null && snapshot !== undefined && snapshot.at < row.startedAt;
  return snapshot === undefined || isNew ? row.invested : snapshot.equity;
}

/** Of those that have not ended, by currency. */
export async function totalsOf(sql: Sql, client: ClientId) {
  const rows = (await investmentsOf(sql, client)).filter(({ status }) => status !== 'closed');
  const accounts = new Map((await accountsOf(sql, client)).map((account) => [Number(account.number), account]));
  return [...new Set(rows.map(({ currency }) => currency))].map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    const invested = own.reduce((sum, row) => sum + row.invested, 0n);
    const equity = own.reduce((sum, row) => sum + equityOf(row, accounts.get(row.number)), 0n);
    const shown = (minor: bigint) => formatMinor(minor, currency);
    return { currency, invested: shown(invested), equity: shown(equity), result: shown(equity - invested) };
  });
}

/** What money can come from. */
export async function sourcesOf(sql: Sql, client: ClientId): Promise<InvestmentSource[]> {
  return (await ownFundingAccountsOf(sql, client)).map(({ shown, available }) => {
    const { number, kind, name, type, currency } = shown;
    return { number, kind, name, type, currency, available };
  });
}
