import { leadsTo, notices } from '../../protocol/notice.ts';
import { pageLinks } from '../../protocol/pageLinks.ts';

/** What is told of an account that its client has frozen. By mail too, all of these: whoever did it may be somebody else. */
export const freezingNotices = notices({
  account_frozen_by_client: { level: 'warning', channels: ['screen', 'mail'], target: leadsTo(pageLinks.freeze) },
  freeze_lift_asked: { level: 'warning', channels: ['screen', 'mail'], target: leadsTo(pageLinks.freeze) },
  freeze_given_back: { level: 'warning', channels: ['screen', 'mail', 'sms'], target: leadsTo(pageLinks.security) },
  freeze_lifted: { level: 'success', channels: ['screen', 'mail'] },
});
