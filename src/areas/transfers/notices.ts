import { leadsTo, notices } from '../../protocol/notice.ts';
import { pageLinks } from '../../protocol/pageLinks.ts';

/** What staff asks of a client about a transfer: nothing goes on before it is there. */
export const transfersNotices = notices({
  paper_asked: { level: 'warning', channels: ['screen', 'mail'], target: leadsTo(pageLinks.transfer, { id: 'id' }) },
});
