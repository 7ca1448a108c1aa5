import { leadsTo, notices } from '../../protocol/notice.ts';
import { pageLinks } from '../../protocol/pageLinks.ts';

const told = { channels: ['screen', 'mail'], target: leadsTo(pageLinks.transferAutomation) } as const;

/** What a client is told of standing orders. What they moved is told as every transfer is. */
export const transferAutomationNotices = notices({
  standing_order_skipped: { ...told, level: 'warning' },
  standing_order_paused: { ...told, level: 'warning' },
  /** One of its accounts has no other in the company that its client has moved to. */
  standing_order_ended: { ...told, level: 'warning' },
});
