import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';

export const importances = ['low', 'medium', 'high'] as const;
export type Importance = (typeof importances)[number];
export const eventStates = ['scheduled', 'tentative', 'released', 'cancelled'] as const;
export const eventUnits = ['index', 'percent', 'thousand', 'million', 'billion'] as const;
/** How long before its hour a client may be reminded of an event; 0 is at its hour. */
export const reminders = [0, 5, 15, 60] as const;
export type Reminder = (typeof reminders)[number];
export const mostAlerts = 50;
/** Document 3 §9: no date picker begins before. */
export const firstCalendarDay = '2017-01-01';
/** A question is about so many days at most. */
export const mostDays = 31;

const date = z.iso.date();
const instant = z.iso.datetime();
const figure = z.string().nullable();
const eventId = z.string().regex(/^[\w.:-]{1,64}$/);
const countries = z
  .string()
  .regex(/^[A-Z]{2}(,[A-Z]{2}){0,19}$/)
  .transform((text) => text.split(','));
/** A name of the IANA database; which there are the handler knows. */
const zone = z.string().max(64);

const asked = {
  /** Days of the zone, both included; today and the six behind it when left out. */
  from: date.optional(),
  till: date.optional(),
  zone: zone.default('UTC'),
  country: countries.optional(),
  /** That one and what is above it. */
  importance: z.enum(importances).default('low'),
};

const event = z.object({
  event_id: z.string(),
  starts_at: instant,
  /** The day that it falls on by the clocks of the zone. */
  local_date: date,
  /** How far those clocks are ahead of UTC then. */
  utc_offset_minutes: z.int(),
  country: z.string(),
  currency: z.string(),
  importance: z.enum(importances),
  title: z.string(),
  state: z.enum(eventStates),
  unit: z.enum(eventUnits),
  actual: figure,
  forecast: figure,
  previous: figure,
  /** What stood there before the figure was revised. */
  actual_before: figure,
  previous_before: figure,
  /** When it had been planned for, where it was moved. */
  moved_from: instant.nullable(),
  changed_at: instant,
  /** The client's own alert: so many minutes before; null where there is none. */
  alert_minutes: z.literal(reminders).nullable(),
});
export type EconomicEvent = z.infer<typeof event>;

const feed = z.object({
  /** Until when the vendor's calendar holds; null while none has been read. */
  as_of: instant.nullable(),
  /** Since when it could not be read, or the vendor has told nothing newer; null while all is well. */
  broken_since: instant.nullable(),
});
export type Feed = z.infer<typeof feed>;

const errors = {
  calendar_not_offered: 404,
  unknown_zone: 422,
  calendar_days_out_of_range: 422,
} as const;
const alerts = z.object({ event_id: z.string(), alert_minutes: z.literal(reminders).nullable() });

export const calendarContract = contract({
  area: 'calendar',
  calls: {
    events: {
      method: 'GET',
      path: 'api/economic-calendar',
      summary:
        'Economic figures of some days of a zone, in the order in which they come, with the age of the vendor’s calendar. At most a hundred; `next` brings the rest.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ ...asked, after: z.string().max(120).optional() }),
      output: z.object({
        events: z.array(event),
        next: z.string().nullable(),
        from: date,
        till: date,
        zone: z.string(),
        /** Those that the calendar has figures of. */
        countries: z.array(z.string()),
        feed,
      }),
      errors,
      reads: ['calendar'],
    },
    file: {
      method: 'GET',
      path: 'api/economic-calendar/file',
      summary: 'The same events as a calendar file (RFC 5545), at most five hundred.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object(asked),
      output: z.object({}),
      errors,
      answersFile: 'text/calendar',
    },
    setAlert: {
      method: 'POST',
      path: 'api/economic-calendar/alerts',
      summary:
        'Reminds the client of an event so many minutes before it, and tells of its figure, of its revision, and when it is called off. Asking again changes the minutes.',
      who: 'client',
      gate: 'use_tools',
      runs: 'transaction',
      input: z.object({ event_id: eventId, minutes: inDigits(z.literal(reminders)) }),
      output: alerts,
      errors: { calendar_event_not_found: 404, calendar_event_over: 422, too_many_calendar_alerts: 422 },
      stale: ['calendar'],
    },
    removeAlert: {
      method: 'DELETE',
      path: 'api/economic-calendar/alerts/{event_id}',
      summary: 'Takes the alert of an event away; where there is none nothing changes.',
      who: 'client',
      gate: 'view',
      runs: 'transaction',
      input: z.object({ event_id: eventId }),
      output: alerts,
      errors: {},
      stale: ['calendar'],
    },
  },
  pages: {
    economicCalendar: {
      path: 'economic-calendar',
      query: ['from', 'span', 'country', 'importance'],
      gate: 'view',
      title: 'calendar.title',
      group: 'tools',
    },
  },
});
