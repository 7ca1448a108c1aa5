import type { Sms } from './port.ts';
import { openTwilio, type TwilioSettings } from './twilio/index.ts';

export type SmsSettings = { readonly provider: 'twilio' } & TwilioSettings;

const providers = { twilio: openTwilio };

/** The telephone gateway of the settings. */
export function openSms(settings: SmsSettings): Sms {
  return providers[settings.provider](settings);
}
