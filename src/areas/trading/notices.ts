import { pageLinks } from '../../protocol/pageLinks.ts';
import { leadsTo, notices } from '../../protocol/notice.ts';

const target = leadsTo(pageLinks.account, { id: 'number' });

/** What a client is told of an order whose answer the terminal did not see. */
export const tradingNotices = notices({
  order_filled_late: { level: 'success', channels: ['screen'], target },
  order_done_late: { level: 'success', channels: ['screen'], target },
  order_not_done: { level: 'warning', channels: ['screen'], target },
  order_not_filled: { level: 'warning', channels: ['screen'], target },
  // What came of an order that waited, unless its client ended it.
  waiting_order_filled: { level: 'success', channels: ['screen'], target },
  waiting_order_expired: { level: 'info', channels: ['screen'], target },
  waiting_order_cancelled: { level: 'warning', channels: ['screen'], target },
  waiting_order_rejected: { level: 'warning', channels: ['screen'], target },
  // Ours: the W-8BEN that it needs has lapsed.
  waiting_order_without_form: { level: 'warning', channels: ['screen', 'mail'], target: leadsTo(pageLinks.stockTrading) },
  // Ours: it follows no more.
  trailing_stop_refused: { level: 'warning', channels: ['screen', 'mail'], target },
  price_alert_reached: { level: 'info', channels: ['screen', 'mail', 'push'], target: leadsTo(pageLinks.webtrader) },
});
