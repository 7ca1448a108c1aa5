import type { Sql, Transact } from '../../base/sql.ts';
import type { CalendarEvent, EconomicCalendar } from '../../ports/calendar/port.ts';
import { brokenSince, newsOf } from './rules.ts';
import { eventsNamed, feedOf, keepEvents, lockFeed, setFeed, type FeedRow } from './store.ts';
import { tellNews } from './telling.ts';

export interface Reading {
  readonly sql: Sql;
  readonly transact: Transact;
  readonly calendar: EconomicCalendar;
  /** Application time. */
  readonly now: Date;
}

export interface Read {
  /** Something that is shown has changed: events, or whether the calendar is to be relied on. */
  readonly hasChanged: boolean;
  /** Why it could not be read. */
  readonly failure?: string;
}

/** A vendor that has always more does not hold the job for ever. */
const mostPages = 40;

/** Reads what has changed since the last time, page by page; each is kept with its mark and with what clients are told, in one commit. */
export async function readCalendar(reading: Reading): Promise<Read> {
  const { sql, calendar, now } = reading;
  const before = await feedOf(sql);
  let hasChanged = false;
  let { mark } = before;
  for (let page = 0; page < mostPages; page++) {
    const answer = await calendar.read(mark);
    if (answer.outcome === 'unknown') {
      await noteFailure(reading);
      return { hasChanged: hasChanged || isOtherwise(before, await feedOf(sql), now), failure: answer.reason };
    }
    const kept = await keep(reading, mark, answer);
    hasChanged ||= kept > 0;
    ({ mark } = answer);
    if (!answer.hasMore) break;
  }
  return { hasChanged: hasChanged || isOtherwise(before, await feedOf(sql), now) };
}

type Answer = Extract<Awaited<ReturnType<EconomicCalendar['read']>>, { readonly outcome: 'done' }>;

/** How many events have become different. Whoever has read on meanwhile is left alone. */
async function keep({ transact, now }: Reading, asked: string | null, answer: Answer): Promise<number> {
  return transact(async (sql) => {
    const feed = await lockFeed(sql);
    if (feed.mark !== asked) return 0;
    // A vendor that names one twice in a page means its last word.
    const events = [...lastWords(answer.events).values()];
    const before = await eventsNamed(
      sql,
      events.map(({ id }) => id),
    );
    const kept = await keepEvents(sql, events, now);
    for (const event of events) {
      const news = kept.has(event.id) ? newsOf(before.get(event.id), event) : undefined;
      if (news) await tellNews(sql, { event, news, now });
    }
    await setFeed(sql, { mark: answer.mark, asOf: answer.asOf, readAt: now, triedAt: now });
    return kept.size;
  });
}

function lastWords(events: readonly CalendarEvent[]): ReadonlyMap<string, CalendarEvent> {
  const last = new Map<string, CalendarEvent>();
  for (const event of events) if ((last.get(event.id)?.revision ?? 0) < event.revision) last.set(event.id, event);
  return last;
}

async function noteFailure({ transact, now }: Reading): Promise<void> {
  await transact(async (sql) => {
    const feed = await lockFeed(sql);
    // While nothing was ever read, the first try is since when.
    await setFeed(sql, { ...feed, triedAt: feed.readAt ? now : (feed.triedAt ?? now) });
  });
}

/** Whether the screen says something else of its age than after the try before. */
function isOtherwise(before: FeedRow, after: FeedRow, now: Date): boolean {
  const said = brokenSince(before, before.triedAt ?? now);
  return said?.getTime() !== brokenSince(after, now)?.getTime();
}
