import { leadsTo, notices } from '../../protocol/notice.ts';
import { remunerationsContract } from './contract.ts';

const target = leadsTo(remunerationsContract.pages.followers, { id: 'strategy' });

/** What a provider is told who wants a strategy closed. */
export const remunerationsNotices = notices({
  strategy_closing: { level: 'success', channels: ['screen', 'mail'], target },
  strategy_goes_on: { level: 'warning', channels: ['screen', 'mail'], target },
});
