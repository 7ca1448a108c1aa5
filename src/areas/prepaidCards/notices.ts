import { leadsTo, notices } from '../../protocol/notice.ts';
import { pageLinks } from '../../protocol/pageLinks.ts';

/** What a client is told of a prepaid card. */
export const prepaidCardsNotices = notices({
  prepaid_card_shipped: { level: 'info', channels: ['screen', 'mail'], target: leadsTo(pageLinks.prepaidCards) },
  prepaid_card_active: { level: 'success', channels: ['screen', 'mail'], target: leadsTo(pageLinks.prepaidCards) },
  prepaid_card_blocked: { level: 'warning', channels: ['screen', 'mail'], target: leadsTo(pageLinks.prepaidCards) },
  prepaid_card_declined: { level: 'warning', channels: ['screen', 'mail'], target: leadsTo(pageLinks.prepaidCards) },
});
