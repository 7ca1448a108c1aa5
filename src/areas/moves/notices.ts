import { leadsTo, notices } from '../../protocol/notice.ts';
import { pageLinks } from '../../protocol/pageLinks.ts';

const told = { channels: ['screen', 'mail'] } as const;
const page = leadsTo(pageLinks.companyMove);

/** What a client is told of a move to another company. */
export const movesNotices = notices({
  /** It may be made: stays until it is, or is not wanted any more (document 3 §4). */
  company_move_offered: { ...told, level: 'warning', target: page, isClosable: false, hiddenOn: [pageLinks.companyMove] },
  company_move_declined: { ...told, level: 'error', target: page },
  company_moved: { ...told, level: 'success', target: leadsTo(pageLinks.accounts) },
  company_move_given_up: { ...told, level: 'error', target: page },
  /** The other company's platform would not take what an account held. */
  company_move_to_wallet: { ...told, level: 'warning', target: leadsTo(pageLinks.accounts) },
});
