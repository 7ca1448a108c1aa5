import type { Mail } from './port.ts';
import { openSmtp, type SmtpSettings } from './smtp/index.ts';

export type MailSettings = { readonly provider: 'smtp' } & SmtpSettings;

const providers = { smtp: openSmtp };

/** The mail provider of the settings. */
export function openMail(settings: MailSettings): Mail {
  return providers[settings.provider](settings);
}
