import { pageLinks } from '../../protocol/pageLinks.ts';
import { leadsTo, notices } from '../../protocol/notice.ts';

const told = { channels: ['screen', 'mail'], target: leadsTo(pageLinks.documents) } as const;

/** What a client is asked for by a review: which papers and until when, never that or how risky they are held to be (readings, 29). */
export const riskNotices = notices({
  papers_asked: { ...told, level: 'info' },
  papers_ahead: { ...told, level: 'warning' },
  // It goes away once the review is done.
  papers_overdue: { ...told, level: 'error', isClosable: false },
});
