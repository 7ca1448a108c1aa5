import { z } from 'zod';
import { calendarImportances, calendarStates, calendarUnits, type CalendarAnswer, type CalendarEvent } from '../port.ts';

const figure = z
  .string()
  .regex(/^-?\d{1,12}(\.\d{1,6})?$/)
  .nullable();
const title = z.string().trim().min(1).max(160);
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const event = z
  .object({
    id: z.string().regex(/^[\w.:-]{1,64}$/),
    revision: z.int().min(1).max(1_000_000),
    starts_at: instant,
    state: z.enum(calendarStates),
    country: z.string().regex(/^[A-Z]{2}$/),
    currency: z.string().regex(/^[A-Z]{3}$/),
    importance: z.enum(calendarImportances),
    titles: z.object({ en: title, ar: title.optional(), zh: title.optional() }),
    unit: z.enum(calendarUnits),
    actual: figure,
    forecast: figure,
    previous: figure,
  })
  // What is not out cannot have a figure.
  .refine(({ state, actual }) => actual === null || state === 'released', { error: 'a figure stands before its release' })
  .transform(({ starts_at: startsAt, ...told }): CalendarEvent => ({ ...told, startsAt }));

const changes = z.object({ as_of: instant, events: z.array(event), mark: z.string().min(1).max(200), more: z.boolean() });

/** An answer is taken whole or not at all; else what is wrong with it, in words. */
export function readChanges(
  text: string,
  mostEvents: number,
): Omit<Extract<CalendarAnswer, { readonly outcome: 'done' }>, 'outcome'> | string {
  const read = changes.safeParse(parsed(text));
  if (!read.success) return `the calendar came in an unknown form: ${read.error.issues[0]?.message ?? ''}`;
  const { as_of: asOf, events, mark, more: hasMore } = read.data;
  if (events.length > mostEvents) return 'the calendar holds more than was asked for';
  return { asOf, events, mark, hasMore };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
