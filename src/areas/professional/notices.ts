import { pageLinks } from '../../protocol/pageLinks.ts';
import { leadsTo, notices } from '../../protocol/notice.ts';

const told = { channels: ['screen', 'mail'], target: leadsTo(pageLinks.professional) } as const;

/** What a client is told of their application to be treated as a professional. */
export const professionalNotices = notices({
  professional_approved: { level: 'success', ...told },
  professional_declined: { level: 'error', ...told },
});
