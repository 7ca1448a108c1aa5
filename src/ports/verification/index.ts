import type { Verification } from './port.ts';
import { openSumsub, type SumsubSettings } from './sumsub/index.ts';

export type VerificationSettings = { readonly provider: 'sumsub' } & SumsubSettings;

const providers = { sumsub: openSumsub };

/** The vendor of the settings. */
export function openVerification(settings: VerificationSettings): Verification {
  return providers[settings.provider](settings);
}
