import { leadsTo, notices } from '../../protocol/notice.ts';
import { pageLinks } from '../../protocol/pageLinks.ts';
import { investmentsContract } from './contract.ts';

const { pages } = investmentsContract;

/** What an investor is told of what is followed. */
export const investmentsNotices = notices({
  investment_started: { level: 'success', channels: ['screen', 'mail'], target: leadsTo(pages.list) },
  /** A share of profits has left an investment. */
  share_paid: {
    level: 'info',
    channels: ['screen', 'mail'],
    target: leadsTo(pages.shares, { id: 'investment' }),
  },
  /** To the provider, once a day and strategy. */
  shares_received: { level: 'success', channels: ['screen', 'mail'], target: leadsTo(pageLinks.remunerations) },
  /** The provider of what is followed has closed it. */
  strategy_closed: {
    level: 'warning',
    channels: ['screen', 'mail'],
    target: leadsTo(pages.details, { id: 'investment' }),
  },
  investment_ended: { level: 'info', channels: ['screen', 'mail'], target: leadsTo(pages.list) },
});
