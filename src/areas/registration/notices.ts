import { notices } from '../../protocol/notice.ts';

/** What is written to an address that somebody signs up with. Each letter brings a link; none is shown on a screen. */
export const registrationNotices = notices({
  registration_code: { level: 'info', channels: ['mail'], letter: 'own', link: 'own' },
  // To a client's own address: nobody but its reader learns that it is known.
  registration_known: { level: 'info', channels: ['mail'], letter: 'own', link: 'own' },
  // To the address of somebody who had their data erased, while the law has it kept.
  registration_erased: { level: 'info', channels: ['mail'], letter: 'own', link: 'own' },
});
