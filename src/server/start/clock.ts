import { secondMs, type Clock } from '../../base/time.ts';
import type { Database } from '../../base/sql.ts';

/** Application time of this process: the wall clock plus the offset that the database keeps for every process. */
export interface ApplicationClock extends Clock {
  /** Reads the offset again; the listener of the database calls it when another process moved the clock. */
  refresh(): Promise<void>;
  /** Moves application time forward for every process (sandbox only). Answers the new time. */
  advance(seconds: number): Promise<Date>;
}

/** The channel on which a moved clock is announced. */
export const clockChannel = 'application_clock';

export async function openClock(database: Database): Promise<ApplicationClock> {
  let offsetMs = 0;
  let asked = 0;
  let answered = 0;
  const clock: ApplicationClock = {
    now: () => new Date(Date.now() + offsetMs),
    wall: () => new Date(),
    async refresh() {
      const decision = (asked += 1);
      const row = await database.sql.one<{ offset_seconds: bigint }>('select offset_seconds from application_clock');
      // Two may be on their way at once: an older answer never replaces a newer one.
      if (decision < answered) return;
      answered = decision;
      offsetMs = Number(row.offset_seconds) * secondMs;
    },
    async advance(seconds) {
      await database.transact(async (sql) => {
        await sql.run('update application_clock set offset_seconds = offset_seconds + $1', [seconds]);
        await sql.run(`select pg_notify('${clockChannel}', '')`);
      });
      await clock.refresh();
      return clock.now();
    },
  };
  await clock.refresh();
  return clock;
}
