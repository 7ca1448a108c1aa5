import { leadsTo, notices } from '../../protocol/notice.ts';
import { strategyNewsContract } from './contract.ts';

const target = leadsTo(strategyNewsContract.pages.own, { id: 'strategy' });

/** What a manager is told of what they wrote. */
export const strategyNewsNotices = notices({
  strategy_news_shown: { level: 'success', channels: ['screen'], target },
  strategy_news_declined: { level: 'warning', channels: ['screen', 'mail'], target },
});
