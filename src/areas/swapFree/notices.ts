import { leadsTo, notices } from '../../protocol/notice.ts';
import { pageLinks } from '../../protocol/pageLinks.ts';

const told = { channels: ['screen', 'mail'], target: leadsTo(pageLinks.accounts) } as const;

const ofAccount = leadsTo(pageLinks.accountSwapFree, { id: 'account' });

/** What a client is told of accounts without swap: what a position will cost, what was taken, and of the right itself. */
export const swapFreeNotices = notices({
  swap_free_ahead: { ...told, target: ofAccount, level: 'warning' },
  swap_free_charged: { ...told, target: ofAccount, level: 'info' },
  swap_free_withdrawn: { ...told, level: 'warning' },
  swap_free_returned: { ...told, level: 'info' },
});
