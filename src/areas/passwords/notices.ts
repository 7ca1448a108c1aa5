import { notices } from '../../protocol/notice.ts';

/** What is told of passwords. By mail too: whoever did not change it themselves must hear of it where they are. */
export const passwordsNotices = notices({
  password_changed: { level: 'success', channels: ['screen', 'mail'] },
  account_password_changed: { level: 'success', channels: ['screen', 'mail'] },
  /** Document 3 §4: whoever reset it on the site of another company is told whose client they are. */
  password_reset_elsewhere: { level: 'success', channels: ['screen', 'mail'] },
  // To an address that is nobody's: nobody but its reader learns so.
  reset_unknown: { level: 'info', channels: ['mail'], letter: 'own', link: 'own' },
});
