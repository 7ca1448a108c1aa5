import { openClamd, type ClamdSettings } from './clamd/index.ts';
import type { Scanner } from './port.ts';

export type ScannerSettings = { readonly provider: 'clamd' } & ClamdSettings;

const providers = { clamd: openClamd };

/** The virus scanner of the settings. */
export function openScanner(settings: ScannerSettings): Scanner {
  return providers[settings.provider](settings);
}
