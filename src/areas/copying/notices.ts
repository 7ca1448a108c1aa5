import { leadsTo, notices } from '../../protocol/notice.ts';
import { copyingContract } from './contract.ts';

const target = leadsTo(copyingContract.pages.copies, { id: 'investment' });

/** What a follower is told of the copies of a strategy, beside the list of all decisions. */
export const copyingNotices = notices({
  copy_refused: { level: 'warning', channels: ['screen'], target },
  copies_protected: { level: 'warning', channels: ['screen', 'mail'], target },
});
