import { leadsTo, notices } from '../../protocol/notice.ts';
import { pageLinks } from '../../protocol/pageLinks.ts';

/** What a client is told who has done nothing for long. By mail, all of these: whoever does nothing does not look at the screen. */
export const dormancyNotices = notices({
  dormancy_ahead: { level: 'warning', channels: ['screen', 'mail'], target: leadsTo(pageLinks.accounts) },
  dormancy_begun: {
    level: 'warning',
    channels: ['screen', 'mail'],
    target: leadsTo(pageLinks.wake),
    hiddenOn: [pageLinks.wake],
  },
  // Whoever came back may be somebody else.
  dormancy_ended: { level: 'warning', channels: ['screen', 'mail', 'sms'], target: leadsTo(pageLinks.security) },
});
