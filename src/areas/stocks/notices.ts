import { leadsTo, notices } from '../../protocol/notice.ts';
import { pageLinks } from '../../protocol/pageLinks.ts';

const shared = {
  channels: ['screen', 'mail'],
  target: leadsTo(pageLinks.stockTrading),
  hiddenOn: [pageLinks.stockTrading],
} as const;

/** What a client is told of their W-8BEN. */
export const stocksNotices = notices({
  w8ben_ending: { ...shared, level: 'warning' },
  w8ben_lapsed: { ...shared, level: 'error' },
});
