import type { ClosedTrade, Deal } from '../port.ts';

/** Pairs closing deals with the deals that opened their positions. `deals` is oldest first; deals of no trade are left out. */
export function pairTrades(deals: readonly Deal[]): ClosedTrade[] {
  const opened = new Map<string, Deal>();
  const trades: ClosedTrade[] = [];
  for (const deal of deals) {
    if (deal.position === undefined || deal.symbol === undefined) continue;
    const opening = opened.get(deal.position);
    if (deal.kind === 'split') {
      // A split is no trade: what is held goes on at another price.
      if (deal.entry === 'in' && opening) opened.set(deal.position, { ...opening, lots: deal.lots, price: deal.price });
      continue;
    }
    if (deal.entry === 'in') opened.set(deal.position, deal);
    if (deal.entry !== 'out') continue;
    trades.push(closedBy(deal, { symbol: deal.symbol, position: deal.position, opening }));
    // What opening cost is counted once, with the first part that is closed.
    if (opening) opened.set(deal.position, { ...opening, commission: 0n });
  }
  return trades;
}

function closedBy(
  deal: Deal,
  trade: { readonly symbol: string; readonly position: string; readonly opening: Deal | undefined },
): ClosedTrade {
  return {
    position: trade.position,
    ticket: deal.ticket,
    login: deal.login,
    symbol: trade.symbol,
    // A position is closed by a deal of the other side.
    side: deal.kind === 'buy' ? 'sell' : 'buy',
    lots: deal.lots,
    openPrice: deal.openPrice ?? trade.opening?.price,
    closePrice: deal.price,
    profit: deal.profit,
    swap: deal.swap,
    commission: deal.commission + (trade.opening?.commission ?? 0n),
    openedAt: trade.opening?.at,
    closedAt: deal.at,
  };
}
