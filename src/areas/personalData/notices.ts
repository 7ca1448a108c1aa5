import { leadsTo, notices } from '../../protocol/notice.ts';
import { pageLinks } from '../../protocol/pageLinks.ts';

const page = { target: leadsTo(pageLinks.personalData) } as const;

/** By mail too, all of these: whoever asked may be somebody else, and who is erased reads nothing here any more. */
export const personalDataNotices = notices({
  erasure_asked: { level: 'warning', channels: ['screen', 'mail'], ...page },
  erasure_declined: { level: 'info', channels: ['screen', 'mail'], ...page },
  erasure_agreed: { level: 'info', channels: ['screen', 'mail'] },
});
