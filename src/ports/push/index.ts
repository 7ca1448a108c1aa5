import type { Push } from './port.ts';
import { openWebPush, type WebPushSettings } from './webpush/index.ts';

export type PushSettings = { readonly provider: 'webpush' } & WebPushSettings;

const providers = { webpush: openWebPush };

/** Whoever brings messages to browsers that are closed, by the settings. */
export function openPush(settings: PushSettings): Push {
  return providers[settings.provider](settings);
}
