import type { EconomicCalendar } from '../../ports/calendar/port.ts';
import type { Jobs } from '../../protocol/call.ts';
import { readCalendar } from './reading.ts';
import { remind } from './telling.ts';

export interface Needs {
  readonly calendar?: EconomicCalendar | undefined;
  readonly log: { warn(facts: object, words: string): void };
}

/** Figures are on the screen within seconds of the vendor's telling them. */
export const jobs = ({ calendar, log }: Needs): Jobs => ({
  every: calendar
    ? [
        {
          name: 'calendar.reading',
          seconds: 10,
          dueBy: 'application',
          run: async ({ sql, transact, now, stale }) => {
            const { hasChanged, failure } = await readCalendar({ sql, transact, now, calendar });
            if (failure !== undefined) log.warn({ reason: failure }, 'the economic calendar could not be read');
            if (hasChanged) await stale(undefined, ['calendar']);
          },
        },
        {
          name: 'calendar.reminders',
          seconds: 10,
          dueBy: 'application',
          run: async (context) => {
            await remind(context);
          },
        },
      ]
    : [],
});
