import { openEcb, type EcbSettings } from './ecb/index.ts';
import type { ReferenceRates } from './port.ts';

export type RatesSettings = { readonly source: 'ecb' } & EcbSettings;

const sources = { ecb: openEcb };

/** The source of reference rates of the settings. */
export function openReferenceRates(settings: RatesSettings): ReferenceRates {
  return sources[settings.source](settings);
}
