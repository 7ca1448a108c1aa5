import {
  marketOfSession,
  sessionTimes,
  signalInstruments,
  signalSessions,
  type SessionTimes,
  type SignalMarket,
  type SignalSession,
} from '../../law/signals.ts';
import type { DaysSession, DeskSignal, KeptHoliday, Signal, SignalResults, SignalVersion } from './contract.ts';
import { hitRate, type Tally } from './rules.ts';
import type { HolidayRow, SignalRow, VersionRow } from './store.ts';

/* Signals as calls show them. */

/** Where the picture of a signal is. */
export const chartUriOf = ({ id, instrument }: Pick<SignalRow, 'id' | 'instrument'>): string =>
  `/api/js/api/fx-signals/${instrument}/chart?signal=${id}`;

export function shownSignal(row: SignalRow, holidays: readonly HolidayRow[]): Signal {
  const newest = row.versions.at(-1);
  if (!newest) throw new Error(`the signal ${row.id} has no levels`);
  const { entry, stop, targets, comment } = newest;
  return {
    id: row.id,
    instruments: row.instrument,
    post_status: row.status,
    market_holidays: holidays.filter(({ day }) => day === row.day).map(shownHoliday),
    date_time: row.postedAt.toISOString(),
    date: row.day,
    time_session: row.session,
    chart_uri: chartUriOf(row),
    side: row.side,
    entry,
    stop,
    targets: [...targets],
    comment,
    corrections: row.versions.slice(0, -1).map(shownVersion),
    digits: signalInstruments[row.instrument].digits,
    counts_from: row.countsFrom.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    entered_at: row.enteredAt?.toISOString() ?? null,
    targets_hit: row.targetsHit,
    outcome: row.outcome,
    exit: row.exit,
    result_points: row.points,
    closed_at: row.closedAt?.toISOString() ?? null,
  };
}

export const deskSignal = (row: SignalRow, holidays: readonly HolidayRow[]): DeskSignal => ({
  ...shownSignal(row, holidays),
  posted_by: row.postedBy,
});

const shownVersion = ({ version, entry, stop, targets, comment, madeAt }: VersionRow): SignalVersion => ({
  version,
  entry,
  stop,
  targets: [...targets],
  comment,
  made_at: madeAt.toISOString(),
});

export const shownHoliday = ({ day, market, name }: HolidayRow) => ({ date: day, market, name });
export const keptHoliday = (row: HolidayRow): KeptHoliday => ({ ...shownHoliday(row), id: row.id, added_by: row.addedBy });

/** The sessions of a date, with why a market rests. */
export function shownSessions(date: string, holidays: readonly HolidayRow[]): Omit<DaysSession, 'has_signal'>[] {
  return signalSessions.map((session) => shownSession(session, sessionTimes(session, date), holidays));
}

function shownSession(session: SignalSession, times: SessionTimes, holidays: readonly HolidayRow[]) {
  const market: SignalMarket = marketOfSession[session];
  return {
    time_session: session,
    market,
    starts_at: times.startsAt.toISOString(),
    ends_at: times.endsAt.toISOString(),
    season: times.season,
    utc_offset_minutes: times.offsetMinutes,
    holiday: holidays.find((each) => each.market === market)?.name ?? null,
  };
}

export const noTally: Tally = { open: 0, target: 0, stop: 0, expired: 0 };

export function shownResults(tally: Tally): SignalResults {
  const rate = hitRate(tally);
  const { open, target, stop, expired } = tally;
  return { open, target, stop, expired, hit_rate: rate === undefined ? null : `${Math.floor(rate / 10)}.${rate % 10}` };
}

export function summed(tallies: Iterable<Tally>): Tally {
  return [...tallies].reduce(
    (sum, { open, target, stop, expired }) => ({
      open: sum.open + open,
      target: sum.target + target,
      stop: sum.stop + stop,
      expired: sum.expired + expired,
    }),
    noTally,
  );
}
