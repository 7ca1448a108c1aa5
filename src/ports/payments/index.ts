import type { Payments } from './port.ts';
import { openPraxis, type PraxisSettings } from './praxis/index.ts';

export type PaymentsSettings = { readonly provider: 'praxis' } & PraxisSettings;

const providers = { praxis: openPraxis };

/** The payment provider of the settings. One provider is one line here and one folder beside this file. */
export function openPayments(settings: PaymentsSettings): Payments {
  return providers[settings.provider](settings);
}
