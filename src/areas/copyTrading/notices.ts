import { leadsTo, notices } from '../../protocol/notice.ts';
import { pageLinks } from '../../protocol/pageLinks.ts';

/** What a client is told of what they have subscribed to. */
export const copyTradingNotices = notices({
  signal_subscription_renewed: { level: 'info', channels: ['screen'], target: leadsTo(pageLinks.copyTrading) },
  signal_subscription_ended: { level: 'warning', channels: ['screen', 'mail'], target: leadsTo(pageLinks.copyTrading) },
});
