import type { Research } from './port.ts';
import { openSignedResearch, type SignedResearchSettings } from './signed/index.ts';

export type ResearchSettings = { readonly provider: 'signed' } & SignedResearchSettings;

const providers = { signed: openSignedResearch };

/** Whoever makes research for clients, by the settings. */
export function openResearch(settings: ResearchSettings): Research {
  return providers[settings.provider](settings);
}
