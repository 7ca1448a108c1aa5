import { clientId, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { LanguageKey } from '../../law/languages.ts';
import { importances, mostAlerts, type EconomicEvent, type Importance, type Reminder } from './contract.ts';
import type { Span } from './rules.ts';

export interface FeedRow {
  readonly mark: string | null;
  readonly asOf: Date | null;
  readonly readAt: Date | null;
  readonly triedAt: Date | null;
}

const nothingRead: FeedRow = { mark: null, asOf: null, readAt: null, triedAt: null };
const feedColumns = `mark, as_of as "asOf", read_at as "readAt", tried_at as "triedAt"`;

export async function feedOf(sql: Sql): Promise<FeedRow> {
  return (await sql.maybe<FeedRow>(`select ${feedColumns} from calendar_feed`)) ?? nothingRead;
}

/** The row, locked until the end of the caller's transaction. */
export async function lockFeed(sql: Sql): Promise<FeedRow> {
  await sql.run('insert into calendar_feed default values on conflict do nothing');
  return sql.one<FeedRow>(`select ${feedColumns} from calendar_feed for update`);
}

export async function setFeed(sql: Sql, { mark, asOf, readAt, triedAt }: FeedRow): Promise<void> {
  await sql.run('update calendar_feed set mark = $1, as_of = $2, read_at = $3, tried_at = $4', [mark, asOf, readAt, triedAt]);
}

export interface EventRow {
  readonly id: string;
  readonly startsAt: Date;
  readonly state: EconomicEvent['state'];
  readonly country: string;
  readonly currency: string;
  readonly importance: number;
  readonly titles: Titles;
  readonly unit: EconomicEvent['unit'];
  readonly actual: string | null;
  readonly forecast: string | null;
  readonly previous: string | null;
  readonly actualBefore: string | null;
  readonly previousBefore: string | null;
  readonly movedFrom: Date | null;
  readonly changedAt: Date;
}
export interface Titles {
  readonly en: string;
  readonly ar?: string | undefined;
  readonly zh?: string | undefined;
}

/** An event as the vendor tells it. */
export interface ToldEvent extends Omit<EventRow, 'importance' | 'actualBefore' | 'previousBefore' | 'movedFrom' | 'changedAt'> {
  readonly revision: number;
  readonly importance: Importance;
}

const columns = `e.id, e.starts_at as "startsAt", e.state, e.country, e.currency, e.importance, e.titles, e.unit, e.actual, e.forecast,
  e.previous, e.actual_before as "actualBefore", e.previous_before as "previousBefore", e.moved_from as "movedFrom",
  e.changed_at as "changedAt"`;

/** As they stand, by their names. */
export async function eventsNamed(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, EventRow>> {
  const rows = await sql.many<EventRow>(`select ${columns} from calendar_event e where e.id = any($1::text[])`, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

export function importanceNumber(importance: Importance): number {
  return importances.indexOf(importance) + 1;
}

/** Keeps what is newer than what stands there; the others are left. Answers the names of what was kept. */
export async function keepEvents(sql: Sql, events: readonly ToldEvent[], now: Date): Promise<ReadonlySet<string>> {
  const told = events.map((event) => ({ ...event, importance: importanceNumber(event.importance) }));
  const rows = await sql.many<{ id: string }>(
    `insert into calendar_event as kept (id, revision, starts_at, state, country, currency, importance, titles, unit, actual, forecast,
         previous, changed_at)
       select id, revision, "startsAt", state, country, currency, importance, titles, unit, actual, forecast, previous, $2
         from jsonb_to_recordset($1::jsonb) as told (id text, revision integer, "startsAt" timestamptz, state text, country text,
           currency text, importance smallint, titles jsonb, unit text, actual text, forecast text, previous text)
         order by id
     on conflict (id) do update set revision = excluded.revision, starts_at = excluded.starts_at, state = excluded.state,
       country = excluded.country, currency = excluded.currency, importance = excluded.importance, titles = excluded.titles,
       unit = excluded.unit, actual = excluded.actual, forecast = excluded.forecast, previous = excluded.previous,
       actual_before = case when kept.actual <> excluded.actual then kept.actual else kept.actual_before end,
       previous_before = case when kept.previous <> excluded.previous then kept.previous else kept.previous_before end,
       moved_from = case when kept.starts_at <> excluded.starts_at then kept.starts_at else kept.moved_from end,
       changed_at = excluded.changed_at
     where excluded.revision > kept.revision
     returning id`,
    [JSON.stringify(told), now],
  );
  return new Set(rows.map(({ id }) => id));
}

export interface EventQuestion {
  readonly span: Span;
  readonly countries: readonly string[] | undefined;
  readonly importance: Importance;
  readonly client: ClientId;
  /** Behind that event. */
  readonly after?: { readonly at: Date; readonly id: string } | undefined;
  readonly limit: number;
}

export type OwnEventRow = EventRow & { readonly alertMinutes: Reminder | null };

/** In the order in which they come. */
export function eventsIn(sql: Sql, { span, countries, importance, client, after, limit }: EventQuestion): Promise<OwnEventRow[]> {
  return sql.many<OwnEventRow>(
    `select ${columns}, a.minutes as "alertMinutes" from calendar_event e
       left join calendar_alert a on a.event_id = e.id and a.client_id = $5 and a.removed_at is null
      where e.starts_at >= $1 and e.starts_at < $2 and ($3::text[] is null or e.country = any($3)) and e.importance >= $4
        and ($6::timestamptz is null or (e.starts_at, e.id) > ($6, $7::text))
      order by e.starts_at, e.id limit $8`,
    [span.from, span.to, countries ?? null, importanceNumber(importance), client, after?.at ?? null, after?.id ?? null, limit],
  );
}

/** Those that the calendar has figures of, as far back and ahead as anybody looks. */
export async function countriesIn(sql: Sql, { from, to }: Span): Promise<string[]> {
  const rows = await sql.many<{ country: string }>(
    `select distinct country from calendar_event where starts_at between $1 and $2 order by country limit 100`,
    [from, to],
  );
  return rows.map(({ country }) => country);
}

export interface AlertWish {
  readonly clientId: ClientId;
  readonly event: string;
  readonly minutes: Reminder;
  readonly now: Date;
}

/** Keeps the alert, or its other minutes. False when too many wait; one client's go one after the other. */
export async function keepAlert(sql: Sql, { clientId: client, event, minutes, now }: AlertWish): Promise<boolean> {
  await sql.run(`select pg_advisory_xact_lock(hashtext('calendar_alert'), $1)`, [client]);
  const { count } = await sql.one<{ count: number }>(
    `select count(*)::integer as count from calendar_alert a join calendar_event e on e.id = a.event_id
      where a.client_id = $1 and a.removed_at is null and a.event_id <> $2 and e.starts_at > $3
        and e.state in ('scheduled', 'tentative')`,
    [client, event, now],
  );
  if (count >= mostAlerts) return false;
  await sql.run(
    `insert into calendar_alert as kept (client_id, event_id, minutes, created_at) values ($1, $2, $3, $4)
     on conflict (client_id, event_id) do update set minutes = excluded.minutes, removed_at = null,
       created_at = case when kept.removed_at is null then kept.created_at else excluded.created_at end,
       reminded_for = case when kept.removed_at is null and kept.minutes = excluded.minutes then kept.reminded_for end`,
    [client, event, minutes, now],
  );
  return true;
}

export async function removeAlert(
  sql: Sql,
  { clientId: client, event, now }: { readonly clientId: ClientId; readonly event: string; readonly now: Date },
): Promise<void> {
  await sql.run(`update calendar_alert set removed_at = $3 where client_id = $1 and event_id = $2 and removed_at is null`, [
    client,
    event,
    now,
  ]);
}

/** Somebody who wants to be told of an event. */
export interface Waiting {
  readonly clientId: ClientId;
  readonly language: LanguageKey;
}

/** By their numbers, behind that one. */
export async function waitingFor(
  sql: Sql,
  { event, after, limit }: { readonly event: string; readonly after: number; readonly limit: number },
): Promise<Waiting[]> {
  const rows = await sql.many<{ id: number; language: LanguageKey }>(
    `select c.id, c.language from calendar_alert a join client c on c.id = a.client_id
      where a.event_id = $1 and a.removed_at is null and a.client_id > $2 order by a.client_id limit $3`,
    [event, after, limit],
  );
  return rows.map(({ id, language }) => ({ clientId: clientId(id), language }));
}

export type DueRow = EventRow & Waiting & { readonly minutes: number };

/** Whose reminder is due and was not given for this hour. What is over for longer than `since` is left. */
export async function dueReminders(
  sql: Sql,
  { now, since, limit }: { readonly now: Date; readonly since: Date; readonly limit: number },
): Promise<DueRow[]> {
  const rows = await sql.many<Omit<DueRow, 'clientId'> & { readonly client: number }>(
    `select ${columns}, a.minutes, c.id as client, c.language from calendar_event e
       join calendar_alert a on a.event_id = e.id and a.removed_at is null
       join client c on c.id = a.client_id
      where e.state = 'scheduled' and e.starts_at > $2 and e.starts_at <= $1::timestamptz + interval '60 minutes'
        and e.starts_at - a.minutes * interval '1 minute' <= $1 and a.reminded_for is distinct from e.starts_at
      order by e.starts_at, e.id, c.id limit $3`,
    [now, since, limit],
  );
  return rows.map(({ client, ...row }) => ({ ...row, clientId: clientId(client) }));
}

/** Notes that the reminder for that hour is given; false where it was already, or is not wanted any more. */
export async function takeReminder(sql: Sql, { clientId: client, id, startsAt }: DueRow): Promise<boolean> {
  const taken = await sql.run(
    `update calendar_alert set reminded_for = $3
      where client_id = $1 and event_id = $2 and removed_at is null and reminded_for is distinct from $3`,
    [client, id, startsAt],
  );
  return taken === 1;
}
