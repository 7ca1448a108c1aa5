import { leadsTo, notices } from '../../protocol/notice.ts';
import { pageLinks } from '../../protocol/pageLinks.ts';

const told = { channels: ['screen', 'mail'], target: leadsTo(pageLinks.goldCollateral) } as const;

/** What a client is told of gold that is pledged: each change, so that one which somebody else made is noticed, and each level. */
export const goldCollateralNotices = notices({
  gold_pledged: { ...told, level: 'success', hiddenOn: [pageLinks.goldCollateral] },
  gold_pledge_refused: { ...told, level: 'warning' },
  gold_pledge_returned: { ...told, level: 'success', hiddenOn: [pageLinks.goldCollateral] },
  gold_pledge_sold: { ...told, level: 'warning' },
  gold_credit_warning: { ...told, level: 'warning' },
  gold_credit_call: { ...told, level: 'error' },
  /** The market is closed: what has to be done waits until it opens. */
  gold_credit_waits: { ...told, level: 'info' },
});
