import { pageLinks } from '../../protocol/pageLinks.ts';
import { leadsTo, notices } from '../../protocol/notice.ts';

const told = { channels: ['screen', 'mail'], target: leadsTo(pageLinks.account, { id: 'number' }) } as const;

/** What a client is told of leverages that follow the result of the test. */
export const appropriatenessNotices = notices({
  leverage_lowers: { level: 'warning', ...told },
  leverage_lowered: { level: 'info', ...told },
});
