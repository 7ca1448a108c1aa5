import type { Screening } from './port.ts';
import { openSignedScreening, type SignedScreeningSettings } from './signed/index.ts';

export type ScreeningSettings = { readonly provider: 'signed' } & SignedScreeningSettings;

const providers = { signed: openSignedScreening };

/** Whoever judges addresses of chains, by the settings. */
export function openScreening(settings: ScreeningSettings): Screening {
  return providers[settings.provider](settings);
}
