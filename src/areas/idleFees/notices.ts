import { leadsTo, notices } from '../../protocol/notice.ts';
import { pageLinks } from '../../protocol/pageLinks.ts';

const told = { channels: ['screen', 'mail'], target: leadsTo(pageLinks.statements) } as const;

/** What a client is told of the fee for months in which nothing was done: before it is taken, and once it was. */
export const idleFeesNotices = notices({
  idle_fee_ahead: { ...told, target: leadsTo(pageLinks.accounts), level: 'warning' },
  idle_fee_taken: { ...told, level: 'info' },
});
