import { leadsTo, notices } from '../../protocol/notice.ts';
import { pageLinks } from '../../protocol/pageLinks.ts';

export const exportsNotices = notices({
  personal_data_ready: { level: 'info', channels: ['screen', 'mail'], target: leadsTo(pageLinks.personalData) },
});
