import { knownCurrency } from '../../base/currency.ts';
import type { AccountNumber, ClientId } from '../../base/id.ts';
import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { shownName } from '../../law/accountTypes.ts';
import { offeredShares, providerReasons, toldProviderReason } from '../../law/strategies.ts';
import type { ClientIdentity } from '../../protocol/call.ts';
import type { Settings } from '../../settings/index.ts';
import { accountOf, accountsOf, type TradingAccount } from '../accounts/face.ts';
import { followersShown, shareSums, sourcesOf } from '../investments/face.ts';
import { archiveRequestsOf } from '../remunerations/face.ts';
import { strategiesOf, type StrategyRow } from '../strategies/face.ts';
import type { DeskRequest, Provider, ProviderStrategy } from './contract.ts';
import { isConvertible, isOffered, isOwnTrading, statusOf } from './rules.ts';
import { requestOf, tradingOf, type RequestRow } from './store.ts';

interface Showing {
  readonly sql: Sql;
  readonly client: ClientIdentity;
  readonly settings: Settings;
}

/** All that the provider's pages show of a client. */
export async function shownProvider({ sql, client, settings }: Showing): Promise<Provider> {
  const request = await requestOf(sql, client.id);
  const strategies = await strategiesOf(sql, client.id);
  const accounts = await accountsOf(sql, client.id);
  const live = accounts.filter(isOwnTrading);
  const taken = new Set(strategies.map(({ number }) => number));
  const isApproved = request?.status === 'approved';
  return {
    status: statusOf({ isApproved, strategies: strategies.length }),
    is_offered: isOffered(client.profile.company),
    nickname: isApproved ? request.nickname : null,
    request: request ? shownRequest(request) : null,
    own_accounts: live.map(shownAccount),
    trade_accounts: live.filter((account) => isConvertible(account) && !taken.has(account.number)).map(shownAccount),
    strategies: await Promise.all(
      strategies.map((strategy) =>
        shownStrategy(
          sql,
          strategy,
          accounts.find(({ number }) => number === strategy.number),
        ),
      ),
    ),
    offered_shares: [...offeredShares],
    remunerations: await earned(sql, client.id),
    add_funds_accounts: await sourcesOf(sql, client.id),
    least_amount: String(settings.strategies.leastAmount),
  };
}

function shownRequest({ status, askedAt, nickname, ownNumber, externalAccount, reason }: RequestRow): Provider['request'] {
  if (status === 'approved') return null;
  return {
    status,
    asked_at: askedAt.toISOString(),
    nickname,
    account_number: ownNumber,
    external_account: externalAccount,
    reason: status === 'declined' ? toldProviderReason(reason) : null,
  };
}

function shownAccount({ number, type, name, currency, snapshot }: TradingAccount) {
  return { number, title: shownName(type), name, currency, balance: formatMinor(snapshot?.balance ?? 0n, currency) };
}

/** What a provider's shares of profits came to, by currency. */
async function earned(sql: Sql, provider: ClientId): Promise<Provider['remunerations']> {
  const sums = await shareSums(sql, { provider, strategy: undefined, from: undefined, to: undefined });
  return sums.map(({ currency: code, count, paid, underWay }) => {
    const currency = knownCurrency(code);
    return { currency, count, paid: formatMinor(paid, currency), under_way: formatMinor(underWay, currency) };
  });
}

async function shownStrategy(sql: Sql, strategy: StrategyRow, account: TradingAccount | undefined): Promise<ProviderStrategy> {
  const { id, number, name, description, currency, status, share, minimum, since } = strategy;
  if (status === 'failed') throw new Error(`strategy ${id} has failed`);
  const follows = await followersShown(sql, { strategyId: id, page: 1, size: 1 });
  return {
    id,
    acc_no: number,
    name,
    description,
    currency,
    status,
    offer: { share, minimum: formatMinor(minimum, currency) },
    equity: formatMinor(account?.snapshot?.equity ?? 0n, currency),
    requests: follows.requests,
    archiveRequests: await archiveRequestsOf(sql, strategy, follows.open),
    investmentAccounts: follows.open,
    since: since?.toISOString() ?? null,
  };
}

/** What the desk reads of a request. */
export async function deskRequest(sql: Sql, row: RequestRow): Promise<DeskRequest> {
  return {
    id: row.id,
    client_id: row.clientId,
    nickname: row.nickname,
    own: row.ownNumber === null ? null : await ownTrading(sql, row.ownNumber),
    external_account: row.externalAccount,
    status: row.status,
    reason: providerReasons.find((each) => each === row.reason) ?? null,
    asked_at: row.askedAt.toISOString(),
    decided_at: row.decidedAt?.toISOString() ?? null,
    decided_by: row.decidedBy,
  };
}

async function ownTrading(sql: Sql, number: AccountNumber): Promise<DeskRequest['own']> {
  const account = await accountOf(sql, number);
  if (!account) return null;
  const { currency, type, snapshot, openedAt } = account;
  const { trades, result } = await tradingOf(sql, number);
  return {
    number,
    title: shownName(type),
    currency,
    balance: formatMinor(snapshot?.balance ?? 0n, currency),
    opened_at: openedAt.toISOString(),
    trades,
    result: formatMinor(result, currency),
  };
}
