import type { TradingAccount } from '../accounts/face.ts';
import type { Operation } from '../platformOperations/face.ts';
import type { KeptOrder, OrderKind } from './store.ts';

/** Orders that are filled, by the market or by a position of one's own; all others change what waits. */
export function isAtMarket({ kind }: { readonly kind: OrderKind }): boolean {
  return kind === 'open' || kind === 'close' || kind === 'close_by';
}

/** An order as the platform is asked for it. */
export function operationFor(
  order: KeptOrder,
  { platform, companyId }: Pick<TradingAccount, 'platform' | 'companyId'>,
): Operation {
  const { id, number: login, clientId, symbol, side, lots, position = '', ticket = '', tag, seen, terms } = order;
  const facts = { tag, purpose: 'order', subject: `order:${id}`, platform, login, clientId, companyId } as const;
  const stops = { stopLoss: terms.stopLoss, takeProfit: terms.takeProfit };
  const expiresAt = terms.expiresAt === undefined ? undefined : new Date(terms.expiresAt);
  const waiting = { ...stops, price: terms.price ?? '', limitPrice: terms.limitPrice, expiresAt };
  const trade = { symbol, side, lots, ...(seen ? { seen } : {}) };
  switch (order.kind) {
    case 'open':
      return { ...facts, kind: 'market_order', trade: { ...trade, ...stops } };
    case 'close':
      return { ...facts, kind: 'close_position', trade: { ...trade, position } };
    case 'close_by':
      return { ...facts, kind: 'close_by', trade: { ...trade, position, by: terms.by ?? '' } };
    case 'pending':
      return { ...facts, kind: 'pending_order', pending: { symbol, side, lots, kind: terms.type ?? 'limit', ...waiting } };
    case 'change':
      return { ...facts, kind: 'change_order', change: { order: ticket, ...waiting } };
    case 'cancel':
      return { ...facts, kind: 'cancel_order', order: ticket };
    case 'stops':
      return { ...facts, kind: 'position_stops', stops: { position, ...stops } };
  }
}
