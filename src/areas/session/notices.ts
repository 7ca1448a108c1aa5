import { notices } from '../../protocol/notice.ts';

/** What is sent to who signs in or confirms something. */
export const sessionNotices = notices({
  // By mail, SMS or a call, as its owner has chosen; never on a screen.
  pin: { level: 'info', channels: ['mail', 'sms'], letter: 'own', text: 'own' },
});
