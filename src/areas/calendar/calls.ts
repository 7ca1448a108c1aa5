import type { RefusalDetail } from '../../base/refusal.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs } from '../../base/time.ts';
import type { Zone } from '../../base/zone.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { EconomicCalendar } from '../../ports/calendar/port.ts';
import type { ClientIdentity, Handlers } from '../../protocol/call.ts';
import type { Say } from '../../base/wording.ts';
import {
  firstCalendarDay,
  importances,
  mostDays,
  type calendarContract,
  type EconomicEvent,
  type Importance,
} from './contract.ts';
import { icsOf } from './ics.ts';
import { addDays, brokenSince, daysBetween, localDate, spanOf, zoneNamed, type Span } from './rules.ts';
import { countriesIn, eventsIn, eventsNamed, feedOf, keepAlert, removeAlert, type OwnEventRow } from './store.ts';
import { titleIn } from './telling.ts';

export interface Needs {
  readonly calendar?: EconomicCalendar | undefined;
  readonly words: { in(language: LanguageKey): Say };
}

const pageSize = 100;
const mostInFile = 500;
/** Figures of which countries there are: of the weeks around now. */
const countriesMs = 35 * dayMs;
const lastDaysAhead = 366;

export function calls(app: Needs) {
  return {
    async events(input, context) {
      const { sql, now, client, language } = context;
      const { zone, from, till, span } = daysOf(app, input, context);
      const rows = await eventsIn(sql, {
        span,
        countries: input.country,
        importance: input.importance,
        client: client.id,
        after: positionOf(input.after),
        limit: pageSize + 1,
      });
      const shown = rows.slice(0, pageSize);
      const last = rows.length > pageSize ? shown.at(-1) : undefined;
      const around = { from: after(now, -countriesMs), to: after(now, countriesMs) };
      return {
        events: shown.map((row) => shownEvent(row, zone, language)),
        next: last ? `${last.startsAt.toISOString()}~${last.id}` : null,
        from,
        till,
        zone: input.zone,
        countries: await countriesIn(sql, around),
        feed: await shownFeed(sql, now),
      };
    },

    async file(input, context) {
      const { sql, client, language } = context;
      const { from, till, span } = daysOf(app, input, context);
      const say = app.words.in(language);
      const rows = await eventsIn(sql, {
        span,
        countries: input.country,
        importance: input.importance,
        client: client.id,
        limit: mostInFile,
      });
      const events = rows.map((row) => ({
        ...row,
        isCancelled: row.state === 'cancelled',
        title: `${row.country}: ${titleIn(row.titles, language)}`,
        text: factsOf(row, say),
      }));
      return { fileName: `economic-calendar-${from}-${till}.ics`, body: whole(icsOf(say('calendar.title'), events)) };
    },

    async setAlert({ event_id: event, minutes }, { sql, client, now, refuse }) {
      const row = (await eventsNamed(sql, [event])).get(event) ?? refuse('calendar_event_not_found');
      if (row.state === 'released' || row.state === 'cancelled' || row.startsAt <= now) return refuse('calendar_event_over');
      if (!(await keepAlert(sql, { clientId: client.id, event, minutes, now })))
        return refuse('too_many_calendar_alerts', { field: 'event_id' });
      return { event_id: event, alert_minutes: minutes };
    },

    async removeAlert({ event_id: event }, { sql, client, now }) {
      await removeAlert(sql, { clientId: client.id, event, now });
      return { event_id: event, alert_minutes: null };
    },
  } satisfies Handlers<typeof calendarContract>;
}

interface Asked {
  readonly from?: string | undefined;
  readonly till?: string | undefined;
  readonly zone: string;
  readonly country?: readonly string[] | undefined;
  readonly importance: Importance;
}

interface Of {
  readonly now: Date;
  readonly client: ClientIdentity;
  readonly refuse: (
    code: 'calendar_not_offered' | 'unknown_zone' | 'calendar_days_out_of_range',
    detail?: RefusalDetail,
  ) => never;
}

/** The days that are asked about, by the clocks of the zone; a week from today on when none are named. */
function daysOf(
  { calendar }: Needs,
  asked: Asked,
  { now, refuse }: Of,
): { readonly zone: Zone; readonly from: string; readonly till: string; readonly span: Span } {
  if (!calendar) return refuse('calendar_not_offered');
  const zone = zoneNamed(asked.zone) ?? refuse('unknown_zone', { field: 'zone' });
  const today = localDate(zone, now);
  const from = asked.from ?? today;
  const till = asked.till ?? addDays(from, 6);
  const last = addDays(today, lastDaysAhead);
  const days = daysBetween(from, till);
  if (from < firstCalendarDay || till > last || days < 1 || days > mostDays)
    return refuse('calendar_days_out_of_range', {
      field: from < firstCalendarDay ? 'from' : 'till',
      values: { days: mostDays, from: firstCalendarDay, till: last },
    });
  return { zone, from, till, span: spanOf(zone, from, till) };
}

/** What a page before has named as its end; anything else begins anew. */
function positionOf(text: string | undefined): { readonly at: Date; readonly id: string } | undefined {
  const [, instant = '', id = ''] = /^(\d{4}-\d{2}-\d{2}T[\d:.]{8,12}Z)~([\w.:-]{1,64})$/.exec(text ?? '') ?? [];
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? undefined : { at, id };
}

function shownEvent(row: OwnEventRow, zone: Zone, language: LanguageKey): EconomicEvent {
  return {
    event_id: row.id,
    starts_at: row.startsAt.toISOString(),
    local_date: localDate(zone, row.startsAt),
    utc_offset_minutes: Math.round(zone.offsetMs(row.startsAt.getTime()) / 60_000),
    country: row.country,
    currency: row.currency,
    importance: importances[row.importance - 1] ?? 'low',
    title: titleIn(row.titles, language),
    state: row.state,
    unit: row.unit,
    actual: row.actual,
    forecast: row.forecast,
    previous: row.previous,
    actual_before: row.actualBefore,
    previous_before: row.previousBefore,
    moved_from: row.movedFrom?.toISOString() ?? null,
    changed_at: row.changedAt.toISOString(),
    alert_minutes: row.alertMinutes,
  };
}

async function shownFeed(sql: Sql, now: Date) {
  const feed = await feedOf(sql);
  return { as_of: feed.asOf?.toISOString() ?? null, broken_since: brokenSince(feed, now)?.toISOString() ?? null };
}

/** "Forecast: 0.2%", a line for each figure that there is. */
function factsOf({ unit, ...row }: OwnEventRow, say: Say): string {
  return (['actual', 'forecast', 'previous'] as const)
    .flatMap((name) => {
      const value = row[name];
      return value === null ? [] : [`${say(`calendar.${name}`)}: ${say(`calendar.unit.${unit}`, { value })}`];
    })
    .join('\n');
}

async function* whole(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
