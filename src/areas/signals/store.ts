import type { Sql } from '../../base/sql.ts';
import type { SignalInstrument, SignalMarket, SignalSession } from '../../law/signals.ts';
import type { SignalOutcome, SignalSide, SignalStatus } from './contract.ts';
import type { Tally } from './rules.ts';

/** A signal with what the market said of it so far. Prices are decimal strings. */
export interface SignalRow {
  readonly id: number;
  readonly instrument: SignalInstrument;
  readonly day: string;
  readonly session: SignalSession;
  readonly side: SignalSide;
  readonly status: SignalStatus;
  readonly postedBy: string;
  readonly postedAt: Date;
  readonly countsFrom: Date;
  readonly expiresAt: Date;
  readonly enteredAt: Date | null;
  readonly entry: string | null;
  readonly targetsHit: number;
  readonly outcome: SignalOutcome | null;
  readonly exit: string | null;
  readonly points: number | null;
  readonly closedAt: Date | null;
  readonly versions: readonly VersionRow[];
}

export interface VersionRow {
  readonly version: number;
  readonly entry: string;
  readonly stop: string;
  readonly targets: readonly string[];
  readonly comment: string;
  readonly madeBy: string;
  readonly madeAt: Date;
}

interface ToldVersion extends Omit<VersionRow, 'madeAt'> {
  readonly madeAt: string;
}
type ToldRow = Omit<SignalRow, 'versions'> & { readonly versions: readonly ToldVersion[] };

const columns = `s.id, s.instrument, s.day, s.session, s.side, s.status, s.posted_by as "postedBy", s.posted_at as "postedAt",
  s.counts_from as "countsFrom", s.expires_at as "expiresAt", s.entered_at as "enteredAt", s.entry, s.targets_hit as "targetsHit",
  s.outcome, s.exit, s.points, s.closed_at as "closedAt",
  (select jsonb_agg(jsonb_build_object('version', v.version, 'entry', v.entry, 'stop', v.stop, 'targets', v.targets,
      'comment', v.comment, 'madeBy', v.made_by, 'madeAt', v.made_at) order by v.version)
     from fx_signal_version v where v.signal_id = s.id) as versions`;

const known = (row: ToldRow): SignalRow => ({
  ...row,
  versions: row.versions.map((version) => ({ ...version, madeAt: new Date(version.madeAt) })),
});

/** Those of a date, by their sessions. */
export async function signalsOfDay(sql: Sql, instrument: SignalInstrument, day: string): Promise<SignalRow[]> {
  const rows = await sql.many<ToldRow>(
    `select ${columns} from fx_signal s where s.instrument = $1 and s.day = $2 order by s.session`,
    [instrument, day],
  );
  return rows.map(known);
}

export async function signalById(sql: Sql, id: number): Promise<SignalRow | undefined> {
  const row = await sql.maybe<ToldRow>(`select ${columns} from fx_signal s where s.id = $1`, [id]);
  return row && known(row);
}

/** The row, locked until the end of the caller's transaction. */
export async function lockSignal(sql: Sql, id: number): Promise<SignalRow | undefined> {
  await sql.maybe('select from fx_signal where id = $1 for update', [id]);
  return signalById(sql, id);
}

/** The newest first, below that number. */
export async function signalsBefore(sql: Sql, before: number | undefined, limit: number): Promise<SignalRow[]> {
  const rows = await sql.many<ToldRow>(
    `select ${columns} from fx_signal s where $1::integer is null or s.id < $1 order by s.id desc limit $2`,
    [before ?? null, limit],
  );
  return rows.map(known);
}

/** Those that hold and have begun to count, by their numbers behind that one. */
export async function openSignals(
  sql: Sql,
  { now, after, limit }: { readonly now: Date; readonly after: number; readonly limit: number },
): Promise<SignalRow[]> {
  const rows = await sql.many<ToldRow>(
    `select ${columns} from fx_signal s where s.status <> 'closed' and s.counts_from < $1 and s.id > $2 order by s.id limit $3`,
    [now, after, limit],
  );
  return rows.map(known);
}

export type NewSignal = Pick<
  SignalRow,
  'instrument' | 'day' | 'session' | 'side' | 'postedBy' | 'postedAt' | 'countsFrom' | 'expiresAt'
>;
export type NewVersion = Omit<VersionRow, 'version'>;

/** Its number; undefined where there is one for that session already. */
export async function insertSignal(sql: Sql, of: NewSignal, version: NewVersion): Promise<number | undefined> {
  const row = await sql.maybe<{ id: number }>(
    `insert into fx_signal (instrument, day, session, side, status, posted_by, posted_at, counts_from, expires_at)
     values ($1, $2, $3, $4, 'posted', $5, $6, $7, $8) on conflict (instrument, day, session) do nothing returning id`,
    [of.instrument, of.day, of.session, of.side, of.postedBy, of.postedAt, of.countsFrom, of.expiresAt],
  );
  if (row) await insertVersion(sql, row.id, { ...version, version: 1 });
  return row?.id;
}

async function insertVersion(sql: Sql, signal: number, of: VersionRow): Promise<void> {
  await sql.run(
    `insert into fx_signal_version (signal_id, version, entry, stop, targets, comment, made_by, made_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [signal, of.version, of.entry, of.stop, of.targets, of.comment, of.madeBy, of.madeAt],
  );
}

/** The signal must be locked. */
export async function correctSignal(sql: Sql, signal: SignalRow, version: NewVersion): Promise<void> {
  await insertVersion(sql, signal.id, { ...version, version: signal.versions.length + 1 });
  await sql.run(`update fx_signal set status = 'corrected' where id = $1`, [signal.id]);
}

export type Progress = Pick<SignalRow, 'enteredAt' | 'entry' | 'targetsHit'>;
export interface Ending {
  readonly outcome: SignalOutcome;
  readonly exit: string | null;
  readonly points: number | null;
  readonly at: Date;
}

/** The signal must be locked and open. */
export async function setCourse(
  sql: Sql,
  signal: number,
  { progress, ending }: { readonly progress: Progress; readonly ending: Ending | undefined },
): Promise<void> {
  await sql.run(
    `update fx_signal set entered_at = $2, entry = $3, targets_hit = $4, outcome = $5, exit = $6, points = $7, closed_at = $8,
       status = case when $5::text is null then status else 'closed' end where id = $1`,
    [
      signal,
      progress.enteredAt,
      progress.entry,
      progress.targetsHit,
      ending?.outcome ?? null,
      ending?.exit ?? null,
      ending?.points ?? null,
      ending?.at ?? null,
    ],
  );
}

/** How all signals of each instrument have ended, and how many hold. */
export async function talliesOf(sql: Sql): Promise<ReadonlyMap<string, Tally>> {
  const rows = await sql.many<Tally & { readonly instrument: string }>(
    `select instrument, count(*) filter (where outcome is null)::integer as open,
       count(*) filter (where outcome = 'target')::integer as target, count(*) filter (where outcome = 'stop')::integer as stop,
       count(*) filter (where outcome = 'expired')::integer as expired
     from fx_signal group by instrument limit 1000`,
  );
  return new Map(rows.map(({ instrument, ...tally }) => [instrument, tally]));
}

/** The newest session of each instrument that has a signal. */
export async function latestOf(
  sql: Sql,
): Promise<ReadonlyMap<string, { readonly day: string; readonly session: SignalSession }>> {
  const rows = await sql.many<{ instrument: string; day: string; session: SignalSession }>(
    `select distinct on (instrument) instrument, day, session from fx_signal order by instrument, day desc, session desc limit 1000`,
  );
  return new Map(rows.map(({ instrument, ...latest }) => [instrument, latest]));
}

export interface HolidayRow {
  readonly id: number;
  readonly market: SignalMarket;
  readonly day: string;
  readonly name: string;
  readonly addedBy: string;
}

const holidayColumns = `id, market, day, name, added_by as "addedBy"`;

/** From that day on, the first first. */
export function holidaysFrom(
  sql: Sql,
  { from, till, limit }: { readonly from: string; readonly till?: string; readonly limit: number },
): Promise<HolidayRow[]> {
  return sql.many<HolidayRow>(
    `select ${holidayColumns} from market_holiday
      where removed_at is null and day >= $1 and ($2::date is null or day <= $2) order by day, market limit $3`,
    [from, till ?? null, limit],
  );
}

/** Of one date. */
export const holidaysOn = (sql: Sql, day: string): Promise<HolidayRow[]> =>
  holidaysFrom(sql, { from: day, till: day, limit: 10 });

/** Undefined where that market rests on that day already. */
export async function insertHoliday(
  sql: Sql,
  of: Omit<HolidayRow, 'id'> & { readonly at: Date },
): Promise<HolidayRow | undefined> {
  return sql.maybe<HolidayRow>(
    `insert into market_holiday (market, day, name, added_by, added_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning ${holidayColumns}`,
    [of.market, of.day, of.name, of.addedBy, of.at],
  );
}

export async function removeHoliday(sql: Sql, id: number, at: Date): Promise<HolidayRow | undefined> {
  return sql.maybe<HolidayRow>(
    `update market_holiday set removed_at = $2 where id = $1 and removed_at is null returning ${holidayColumns}`,
    [id, at],
  );
}
