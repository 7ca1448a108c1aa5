import { notices } from '../../protocol/notice.ts';

/** What a client is told of their sessions and of what they sign in with. */
export const securityNotices = notices({
  // By mail too: whoever ended it may be somebody else, at a device that the client has lost.
  session_ended: { level: 'info', channels: ['screen', 'mail'] },
  // By mail too, all of these: whoever did it may be somebody else.
  second_factor_changed: { level: 'warning', channels: ['screen', 'mail'] },
  new_device: { level: 'warning', channels: ['screen', 'mail'] },
});
