import { pageLinks } from '../../protocol/pageLinks.ts';
import { leadsTo, notices } from '../../protocol/notice.ts';

const traded = {
  level: 'success',
  channels: ['screen', 'mail'],
  target: leadsTo(pageLinks.gold),
  hiddenOn: [pageLinks.gold],
} as const;

/** What a client is told of gold: each trade, so that one which somebody else made is noticed. */
export const goldNotices = notices({ gold_bought: traded, gold_sold: traded });
