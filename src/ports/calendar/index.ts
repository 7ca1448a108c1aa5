import type { EconomicCalendar } from './port.ts';
import { openSignedCalendar, type SignedCalendarSettings } from './signed/index.ts';

export type CalendarSettings = { readonly provider: 'signed' } & SignedCalendarSettings;

const providers = { signed: openSignedCalendar };

/** Whoever keeps the calendar of economic figures, by the settings. */
export function openCalendar(settings: CalendarSettings): EconomicCalendar {
  return providers[settings.provider](settings);
}
