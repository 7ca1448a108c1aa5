import { leadsTo, notices } from '../../protocol/notice.ts';
import { pageLinks } from '../../protocol/pageLinks.ts';
import { investorsContract } from './contract.ts';

const { pages } = investorsContract;

/** What an investor is told of the questionnaire. */
export const investorsNotices = notices({
  investor_approved: { level: 'success', channels: ['screen', 'mail'], target: leadsTo(pages.approved) },
  investor_declined: { level: 'error', channels: ['screen', 'mail'], target: leadsTo(pages.questionnaire) },
  investor_contact: { level: 'warning', channels: ['screen', 'mail'], target: leadsTo(pageLinks.investments) },
});
