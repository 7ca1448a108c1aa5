import { pageLinks } from '../../protocol/pageLinks.ts';
import { leadsTo, notices } from '../../protocol/notice.ts';

/** What is told of a client's profile. */
export const profileNotices = notices({
  // By mail too: whoever changed it may be somebody else.
  contact_changed: { level: 'warning', channels: ['screen', 'mail'], target: leadsTo(pageLinks.profile) },
  // To the address or the number before: its reader may be the one whose account it is.
  contact_left: { level: 'warning', channels: ['mail', 'sms'], letter: 'own', text: 'own' },
  // To an address that is another client's: nobody but its reader learns so.
  contact_taken: { level: 'info', channels: ['mail'], letter: 'own' },
});
