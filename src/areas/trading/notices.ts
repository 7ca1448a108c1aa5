import { pageLinks } from '../../protocol/pageLinks.ts';
import { leadsTo, notices } from '../../protocol/notice.ts';

const target = leadsTo(pageLinks.account, { id: 'number' });

/** What a client is told of an order whose answer the terminal did not see. */
export const tradingNotices = notices({
  order_filled_late: { level: 'success', channels: ['screen'], target },
  order_done_late: { level: 'success', channels: ['screen'], target },
  order_not_done: { level: 'warning', channels: ['screen'], target },
  order_not_filled: { level: 'warning', channels: ['screen'], target },
});
