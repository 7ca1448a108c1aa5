import { notices } from '../../protocol/notice.ts';

/** What a client is told of a restriction: that there is one and what stays open, never why (readings, 29). */
export const restrictionsNotices = notices({
  trading_restricted: { level: 'warning', channels: ['screen', 'mail'] },
  trading_restriction_lifted: { level: 'success', channels: ['screen', 'mail'] },
});
