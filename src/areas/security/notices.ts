import { notices } from '../../protocol/notice.ts';

/** What a client is told of their sessions. */
export const securityNotices = notices({
  // By mail too: whoever ended it may be somebody else, at a device that the client has lost.
  session_ended: { level: 'info', channels: ['screen', 'mail'] },
});
