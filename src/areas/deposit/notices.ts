import { pageLinks } from '../../protocol/pageLinks.ts';
import { leadsTo, notices } from '../../protocol/notice.ts';

/** What a client is told of a deposit that is not paid yet. */
export const depositNotices = notices({
  // The client has asked for it, to have it at hand where the bank is.
  transfer_details: {
    level: 'info',
    channels: ['screen', 'mail'],
    target: leadsTo(pageLinks.transfer, { id: 'id' }),
    letter: 'own',
  },
});
