import { leadsTo, notices } from '../../protocol/notice.ts';
import { pageLinks } from '../../protocol/pageLinks.ts';

/** What a retail client of the EU or the UK is told of what an account has lost. */
export const accountLossesNotices = notices({
  account_loss: {
    level: 'warning',
    channels: ['screen', 'mail'],
    target: leadsTo(pageLinks.account, { id: 'number' }),
  },
});
