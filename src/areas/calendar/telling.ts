import { after, hourMs } from '../../base/time.ts';
import type { Sql, Transact } from '../../base/sql.ts';
import type { Wording } from '../../base/wording.ts';
import type { CalendarEvent } from '../../ports/calendar/port.ts';
import { notify } from '../notices/face.ts';
import { calendarNotices } from './notices.ts';
import { dueReminders, takeReminder, waitingFor, type Titles } from './store.ts';

const atOnce = 500;
/** Nobody is reminded of what began so long ago: a worker that was away comes too late for it. */
const overMs = hourMs;

/** What an event is called in a language, in English where the vendor has no other word. */
export function titleIn(titles: Titles, language: string): string {
  if (language === 'ar') return titles.ar ?? titles.en;
  return language.startsWith('zh') || language === 'hk' ? (titles.zh ?? titles.en) : titles.en;
}

const noticeOf = {
  released: calendarNotices.calendar_event_released,
  revised: calendarNotices.calendar_event_revised,
  cancelled: calendarNotices.calendar_event_cancelled,
} as const;

export interface News {
  readonly event: CalendarEvent;
  readonly news: keyof typeof noticeOf;
  readonly now: Date;
}

/** Tells everybody who has an alert for it, each in the language that they read, with the change itself. */
export async function tellNews(sql: Sql, { event, news, now }: News): Promise<void> {
  for (let last = 0; ;) {
    const page = await waitingFor(sql, { event: event.id, after: last, limit: atOnce });
    for (const { clientId, language } of page) {
      const key = `calendar:${event.id}:${news}:${event.revision}`;
      await notify(sql, { clientId, notice: noticeOf[news], values: valuesOf(event, language), key, now });
    }
    last = page.at(-1)?.clientId ?? 0;
    if (page.length < atOnce) return;
  }
}

function valuesOf({ titles, country, unit, actual, forecast }: CalendarEvent, language: string): Wording {
  const figure = (value: string | null) => (value === null ? '–' : { phrase: `calendar.unit.${unit}`, values: { value } });
  return { title: titleIn(titles, language), country, actual: figure(actual), forecast: figure(forecast) };
}

/** Reminds of what begins soon: each once for the hour that it is planned for. Answers how many were reminded. */
export async function remind({
  sql,
  transact,
  now,
}: {
  readonly sql: Sql;
  readonly transact: Transact;
  readonly now: Date;
}): Promise<number> {
  const due = await dueReminders(sql, { now, since: after(now, -overMs), limit: atOnce });
  for (const row of due) {
    await transact(async (within) => {
      if (!(await takeReminder(within, row))) return;
      const { clientId, language, id, startsAt, titles, country } = row;
      await notify(within, {
        clientId,
        notice: calendarNotices.calendar_event_soon,
        values: { title: titleIn(titles, language), country, minutes: minutesTo(startsAt, now) },
        key: `calendar:${id}:soon:${startsAt.toISOString()}`,
        now,
      });
    });
  }
  return due.length;
}

/** Whole minutes; none where it has begun. */
function minutesTo(startsAt: Date, now: Date): number {
  return Math.max(0, Math.round((startsAt.getTime() - now.getTime()) / 60_000));
}
