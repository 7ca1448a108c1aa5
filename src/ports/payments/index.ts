import type { Payments } from './port.ts';
import { openPraxis, type PraxisSettings } from './praxis/index.ts';

/** What each provider has to be told. One provider is one folder beside this file and a line in each of these two. */
export interface PaymentsSettings {
  readonly praxis: PraxisSettings;
}

/** Every payment provider of the broker, by its name in law/methods.ts. */
export function openPayments(settings: PaymentsSettings): Readonly<Record<keyof PaymentsSettings, Payments>> {
  return { praxis: openPraxis(settings.praxis) };
}
