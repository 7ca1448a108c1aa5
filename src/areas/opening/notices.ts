import { pageLinks } from '../../protocol/pageLinks.ts';
import { leadsTo, notices } from '../../protocol/notice.ts';

const opened = {
  level: 'success',
  channels: ['screen', 'mail'],
  target: leadsTo(pageLinks.account, { id: 'number' }),
  // The form itself shows the new account there, with its passwords.
  hiddenOn: [pageLinks.openLive, pageLinks.openDemo],
} as const;

/** What a client is told of an account that was asked for. */
export const openingNotices = notices({
  account_opened: { ...opened, letter: 'own' },
  account_opened_late: opened,
  account_not_opened: { level: 'error', channels: ['screen'], target: leadsTo(pageLinks.open) },
});
