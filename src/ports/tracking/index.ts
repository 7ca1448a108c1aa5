import { openMatomo, type MatomoSettings } from './matomo/index.ts';
import type { Tracking } from './port.ts';

export type TrackingSettings = { readonly provider: 'matomo' } & MatomoSettings;

const providers = { matomo: openMatomo };

/** Whoever counts how the portal is used, by the settings. */
export function openTracking(settings: TrackingSettings): Tracking {
  return providers[settings.provider](settings);
}
