import type { Currency } from '../../base/currency.ts';
import { formatMinor } from '../../base/money.ts';
import { secondMs } from '../../base/time.ts';
import { shownName } from '../../law/accountTypes.ts';
import { serverName } from '../../law/platforms.ts';
import type { Settings } from '../../settings/index.ts';
import type { EndedOrder, PendingOrder, Position } from '../../ports/platform/port.ts';
import type { Account, OpenPosition } from '../../protocol/account.ts';
import type { PastOrder, Waiting } from '../../protocol/order.ts';
import type { TradingAccount } from './found.ts';

/** What showing an account depends on besides itself. */
export interface Showing {
  /** Application time, as snapshots are. */
  readonly now: Date;
  readonly settings: Settings;
}

/** The account as every call shows it (interfaces §4), with the age of its amounts. */
export function shownAccount(account: TradingAccount, { now, settings }: Showing): Account {
  const { snapshot, currency } = account;
  const amount = (minor: bigint | undefined) => formatMinor(minor ?? 0n, currency);
  const staleMs = settings.platform.staleBalanceSeconds * secondMs;
  return {
    number: account.number,
    type: account.type.name,
    type_id: account.type.id,
    title: shownName(account.type),
    family: account.type.family,
    platform: account.platform,
    server: serverName({ brandName: settings.brand.name, platform: account.platform, isDemo: account.isDemo }),
    currency,
    is_demo: account.isDemo,
    name: account.name,
    balance: amount(snapshot?.balance),
    equity: amount(snapshot?.equity),
    margin: amount(snapshot?.margin),
    margin_free: amount(snapshot?.marginFree),
    credit: amount(snapshot?.credit),
    floating: amount(snapshot?.floating),
    leverage: account.leverage,
    leverage_pending: account.leverageWanted ?? null,
    swap_free: account.swapFree,
    status: account.status,
    is_promo: account.isPromo,
    promotion_id: account.promotionId,
    opened_at: account.openedAt.toISOString(),
    as_of: snapshot?.at.toISOString() ?? null,
    is_stale: snapshot !== undefined && now.getTime() - snapshot.at.getTime() > staleMs,
  };
}

/** A position that is open on an account of that currency. */
export function shownPosition(position: Position, currency: Currency): OpenPosition {
  return {
    position: position.position,
    symbol: position.symbol,
    side: position.side,
    lots: position.lots,
    open_price: position.openPrice,
    current_price: position.currentPrice,
    stop_loss: position.stopLoss ?? null,
    take_profit: position.takeProfit ?? null,
    profit: formatMinor(position.profit, currency),
    swap: formatMinor(position.swap, currency),
    opened_at: position.openedAt.toISOString(),
  };
}

/** An order that waits, as every call shows it. */
export function shownPending(order: PendingOrder): Waiting {
  return { ...shownTerms(order), current_price: order.currentPrice, expires_at: order.expiresAt?.toISOString() ?? null };
}

function shownTerms(order: Omit<PendingOrder, 'currentPrice'>) {
  return {
    order: order.order,
    symbol: order.symbol,
    side: order.side,
    lots: order.lots,
    type: order.kind,
    price: order.price,
    limit_price: order.limitPrice ?? null,
    stop_loss: order.stopLoss ?? null,
    take_profit: order.takeProfit ?? null,
    placed_at: order.placedAt.toISOString(),
  };
}

/** One that waits no more. */
export function shownEnded(order: EndedOrder): PastOrder {
  return { ...shownTerms(order), state: order.state, ended_at: order.endedAt.toISOString() };
}
