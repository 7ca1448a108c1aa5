import { leadsTo, notices } from '../../protocol/notice.ts';
import { pageLinks } from '../../protocol/pageLinks.ts';

/** What is told of what a client told. */
export const enrolmentNotices = notices({
  // By mail too: whoever changed it may be somebody else.
  records_updated: { level: 'info', channels: ['screen', 'mail'], target: leadsTo(pageLinks.profile) },
  // Whoever does not sign in is not asked.
  yearly_confirmation_due: { level: 'warning', channels: ['screen', 'mail'], target: leadsTo(pageLinks.home) },
  yearly_confirmation_overdue: { level: 'warning', channels: ['screen', 'mail'], target: leadsTo(pageLinks.home) },
});
