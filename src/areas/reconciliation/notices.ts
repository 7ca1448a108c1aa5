import { leadsTo, notices } from '../../protocol/notice.ts';
import { pageLinks } from '../../protocol/pageLinks.ts';

const told = { channels: ['screen', 'mail'], target: leadsTo(pageLinks.account, { id: 'account' }) } as const;

/** What a client is told of an account that has lost more than stood there. Why it waits is told to staff alone (readings, 29). */
export const reconciliationNotices = notices({
  negative_balance_waits: { ...told, level: 'warning' },
  negative_balance_paid_back: { ...told, level: 'success' },
  negative_balance_stays: { ...told, level: 'warning' },
});
