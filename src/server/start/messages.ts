import { openPush } from '../../ports/push/index.ts';
import type { Push } from '../../ports/push/port.ts';
import { openSms } from '../../ports/sms/index.ts';
import type { Sms } from '../../ports/sms/port.ts';
import type { OutsideConfig } from './config.ts';

/** Who brings short messages to telephones. */
export function smsOf({ SMS_URL: address, SMS_ACCOUNT: accountSid, SMS_TOKEN: authToken, SMS_FROM: from }: OutsideConfig): Sms {
  return openSms({ provider: 'twilio', address, accountSid, authToken, from });
}

/** Who brings messages to browsers that are closed, where the broker has keys to push with. */
export function pushOf(config: OutsideConfig): Push | undefined {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_CONTACT: contact } = config;
  if (!publicKey || !privateKey || !contact) return undefined;
  return openPush({ provider: 'webpush', publicKey, privateKey, contact, hosts: pushHostsOf(config) });
}

/** Those of Chrome and of Edge on Android, of Firefox, Safari, and Edge on Windows. */
const usualPushHosts = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com', '*.notify.windows.com'];

export function pushHostsOf({ PUSH_HOSTS: hosts }: OutsideConfig): readonly string[] {
  return hosts ?? usualPushHosts;
}
