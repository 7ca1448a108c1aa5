import type { ClientId, RemittanceId } from '../../base/id.ts';
import type { Rate } from '../../base/money.ts';
import { gathered, inTheirOrder } from '../../base/gather.ts';
import type { Sql } from '../../base/sql.ts';
import { utcDay } from '../../base/time.ts';
import { rateTable, type BrokerRateRow, type RateTable, type ReferenceRow } from './rules.ts';

/** What every currency was worth at an instant; undefined when nothing is known of that time. */
export async function readTable(sql: Sql, at: Date): Promise<RateTable | undefined> {
  const { reference, app } = await ratesAt(sql, at);
  return rateTable(utcDay(at), reference, app);
}

/** What was read of a database, and of which version its rates were then. */
interface Kept {
  /** Undefined while it was read by nobody who knew. */
  readonly version: bigint | undefined;
  readonly at: Date;
  /** On its way while the first is reading it: others wait for the same. */
  readonly table: Promise<RateTable | undefined>;
}

const kept = new WeakMap<Sql, Kept>();
/** So that rates which were added ahead of their time are taken up when it has come. */
const keptMs = 1000;

/**
 * The same for whoever has just read `rate_version` along with something else: what was read at that version, at most a second
 * ago, is still so.
 */
export function tableOfVersion(sql: Sql, at: Date, version: bigint): Promise<RateTable | undefined> {
  const known = kept.get(sql);
  return known?.version === version && isRecent(known, at) ? known.table : readAndKeep(sql, at, version);
}

/** The same for what need not be to the second: as it was at most a second ago. */
export function recentTable(sql: Sql, at: Date): Promise<RateTable | undefined> {
  const known = kept.get(sql);
  return known && isRecent(known, at) ? known.table : readAndKeep(sql, at, undefined);
}

function isRecent(known: Kept, at: Date): boolean {
  const ageMs = at.getTime() - known.at.getTime();
  return ageMs >= 0 && ageMs < keptMs;
}

function readAndKeep(sql: Sql, at: Date, version: bigint | undefined): Promise<RateTable | undefined> {
  const reading: Kept = { version, at, table: readTable(sql, at) };
  kept.set(sql, reading);
  // What could not be read is read again by whoever asks next.
  void reading.table.catch(() => {
    if (kept.get(sql) === reading) kept.delete(sql);
  });
  return reading.table;
}

/** What was known of an instant: one statement, since quotes wait for it. */
async function ratesAt(sql: Sql, at: Date): Promise<{ readonly reference: ReferenceRow[]; readonly app: BrokerRateRow[] }> {
  const rows = await sql.many<BrokerRateRow & { publishedAt: Date | null }>(
    `(select distinct on (currency) currency, day, rate, published_at as "publishedAt" from reference_rate
       where published_at <= $1 and day > ($1 at time zone 'UTC')::date - 30 and day <= ($1 at time zone 'UTC')::date
       order by currency, day desc limit 200)
     union all
     (select distinct on (currency) currency, day, rate, null from house_rate where day <= ($1 at time zone 'UTC')::date
       order by currency, day desc, id desc limit 200)`,
    [at],
  );
  return {
    // The latest reference rate of each currency that was published by then, as far back as a month.
    reference: rows.flatMap(({ publishedAt, ...row }) => (publishedAt === null ? [] : [{ ...row, publishedAt }])),
    // The broker's own rates that held on that day.
    app: rows.filter(({ publishedAt }) => publishedAt === null),
  };
}

export interface NewReference {
  readonly currency: string;
  readonly day: string;
  readonly rate: Rate;
  readonly publishedAt: Date;
}

/**
 * Keeps reference rates. A rate that is known already stays as it is: the source does not change what it published. The lists are
 * written out here, since none of their values needs quotes and the whole history has tens of thousands of each.
 */
export async function keepReference(sql: Sql, rows: readonly NewReference[]): Promise<number> {
  const list = (of: (row: NewReference) => string | number | Rate) => `{${rows.map(of).join(',')}}`;
  return sql.run(
    `insert into reference_rate (currency, day, rate, published_at)
     select currency, day, rate, to_timestamp(published_ms / 1000.0)
       from unnest($1::text[], $2::date[], $3::bigint[], $4::bigint[]) as told (currency, day, rate, published_ms)
     on conflict (currency, day) do nothing`,
    [list((row) => row.currency), list((row) => row.day), list((row) => row.rate), list((row) => row.publishedAt.getTime())],
  );
}

/** The first and the last day with reference rates. */
export async function referenceSpan(sql: Sql): Promise<{ readonly first: string | null; readonly last: string | null }> {
  return sql.one('select min(day) as first, max(day) as last from reference_rate');
}

/** Keeps a rate of the broker's own, from a day on. */
export async function keepBrokerRate(
  sql: Sql,
  given: { readonly currency: string; readonly day: string; readonly rate: Rate; readonly author: string; readonly at: Date },
): Promise<void> {
  await sql.run('insert into house_rate (currency, day, rate, author, created_at) values ($1, $2, $3, $4, $5)', [
    given.currency,
    given.day,
    given.rate,
    given.author,
    given.at,
  ]);
}

export interface BrokerRateVersion extends BrokerRateRow {
  readonly id: number;
  readonly author: string;
  readonly createdAt: Date;
}

/** What was set of the broker's own rates, the latest first. */
export function brokerRateVersions(sql: Sql, limit: number): Promise<BrokerRateVersion[]> {
  return sql.many(
    `select id::integer as id, currency, day, rate, author, created_at as "createdAt" from house_rate order by id desc limit $1`,
    [limit],
  );
}

/** What a client has exchanged on a day, in US cents. */
export const exchangedOn = gathered<{ readonly clientId: ClientId; readonly day: string }, bigint>(async (sql, asked) => {
  const rows = await sql.many<{ place: number; worth: bigint }>(
    `select place::integer, exchange_used(client, day, 0) as worth
       from unnest($1::integer[], $2::date[]) with ordinality a (client, day, place)`,
    [asked.map(({ clientId }) => clientId), asked.map(({ day }) => day)],
  );
  return inTheirOrder(asked.length, rows).map((row) => row?.worth ?? 0n);
});

/** Takes what a transfer exchanges off what is left of `most`, once however often it is saved; answers what others took of it. */
export async function takeExchange(
  sql: Sql,
  of: {
    readonly remittanceId: RemittanceId;
    readonly clientId: ClientId;
    readonly day: string;
    readonly worth: bigint;
    readonly most: bigint;
  },
): Promise<{ readonly taken: boolean; readonly used: bigint }> {
  return sql.one('select taken, used from exchange_take($1, $2, $3, $4, $5)', [
    of.clientId,
    of.remittanceId,
    of.day,
    of.worth,
    of.most,
  ]);
}

const readMark = 'rates:read';

/** When the source was last asked, in application time. */
export async function lastReading(sql: Sql): Promise<Date | undefined> {
  const row = await sql.maybe<{ at: string }>(`select value->>'at' as at from cursor_mark where name = $1`, [readMark]);
  return row === undefined ? undefined : new Date(row.at);
}

export async function markReading(sql: Sql, at: Date): Promise<void> {
  await sql.run(
    `insert into cursor_mark (name, value, updated_at) values ($1, jsonb_build_object('at', $2::text), now())
     on conflict (name) do update set value = excluded.value, updated_at = now()`,
    [readMark, at.toISOString()],
  );
}

/** The number of the newest of a currency; 0 where there is none. */
export async function lastBrokerRate(sql: Sql, currency: string): Promise<number> {
  const { id } = await sql.one<{ id: number }>('select coalesce(max(id), 0)::integer as id from house_rate where currency = $1', [
    currency,
  ]);
  return id;
}
