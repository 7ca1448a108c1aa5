import { leadsTo, notices } from '../../protocol/notice.ts';
import { investmentsContract } from './contract.ts';

const { pages } = investmentsContract;

/** What an investor is told of what is followed. */
export const investmentsNotices = notices({
  investment_started: { level: 'success', channels: ['screen', 'mail'], target: leadsTo(pages.list) },
  investment_ended: { level: 'info', channels: ['screen', 'mail'], target: leadsTo(pages.list) },
});
