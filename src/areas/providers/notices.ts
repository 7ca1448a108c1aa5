import { leadsTo, notices } from '../../protocol/notice.ts';
import { providersContract } from './contract.ts';

const { pages } = providersContract;

/** What a provider is told. */
export const providersNotices = notices({
  provider_taken: { level: 'success', channels: ['screen', 'mail'], target: leadsTo(pages.accountRequest) },
  provider_declined: { level: 'error', channels: ['screen', 'mail'], target: leadsTo(pages.approval) },
  // Document 3 §8: the account has been converted to an ECN manager account.
  strategy_ready: { level: 'success', channels: ['screen', 'mail'], target: leadsTo(pages.strategies) },
  strategy_refused: { level: 'error', channels: ['screen', 'mail'], target: leadsTo(pages.accountRequest) },
});
