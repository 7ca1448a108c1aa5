import { notices } from '../../protocol/notice.ts';

/** What is written to an address that somebody signs up with. Both letters bring a link; neither is shown on a screen. */
export const registrationNotices = notices({
  registration_code: { level: 'info', channels: ['mail'], letter: 'own', link: 'own' },
  // To a client's own address: nobody but its reader learns that it is known.
  registration_known: { level: 'info', channels: ['mail'], letter: 'own', link: 'own' },
});
