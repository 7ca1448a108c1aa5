import { notices } from '../../protocol/notice.ts';

/** What a client is told of what was dealt with over the page. */
export const interposingNotices = notices({
  // By mail too: whoever did not do it themselves must hear of it where they are.
  password_changed: { level: 'success', channels: ['screen', 'mail'] },
});
