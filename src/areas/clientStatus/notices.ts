import { notices } from '../../protocol/notice.ts';

const told = ['screen', 'mail'] as const;

/** What a client is told of what the desk has made of their account: by mail too, as they may be signed out by it. */
export const clientStatusNotices = notices({
  client_frozen: { level: 'warning', channels: told },
  client_declined: { level: 'error', channels: told },
  client_closed: { level: 'error', channels: told },
  client_reopened: { level: 'success', channels: told },
});
