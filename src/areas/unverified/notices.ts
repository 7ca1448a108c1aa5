import { leadsTo, notices } from '../../protocol/notice.ts';
import { pageLinks } from '../../protocol/pageLinks.ts';

const told = { channels: ['screen', 'mail'], target: leadsTo(pageLinks.documents) } as const;

/** What a client is told of money that came in before the papers were approved. */
export const unverifiedNotices = notices({
  unverified_clock: { ...told, level: 'info' },
  unverified_ahead: { ...told, level: 'warning' },
  unverified_returned: { ...told, target: leadsTo(pageLinks.transfer, { id: 'id' }), level: 'warning' },
  unverified_extended: { ...told, level: 'info' },
  // It cannot go back by itself: somebody looks at it.
  unverified_waits: { ...told, level: 'warning' },
});
