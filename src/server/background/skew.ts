import type { Logger } from 'pino';
import { minuteMs, secondMs } from '../../base/time.ts';

/** How far the database's clock is from this process's: deadlines, sessions and leases are counted by both. */
export interface SkewWatch {
  /** By how many milliseconds the database's clock is ahead, as last measured. */
  readonly skewMs: number;
  /** The database said `databaseMs` in answer to what was asked and answered at these times of this process. */
  measured(at: { readonly askedMs: number; readonly answeredMs: number; readonly databaseMs: number }): void;
}

/** From here on somebody should be told. */
const toleratedMs = 2 * secondMs;
/** An answer that took longer says nothing that is exact enough. */
const slowestMs = secondMs;
const tellEveryMs = minuteMs;

/** Measured with each heartbeat, told when it begins to be too much, once a minute while it is, and when it is over. */
export function watchSkew(log: Pick<Logger, 'warn'>): SkewWatch {
  let skewMs = 0;
  let toldAtMs: number | undefined;
  return {
    get skewMs() {
      return skewMs;
    },
    measured({ askedMs, answeredMs, databaseMs }) {
      if (answeredMs - askedMs > slowestMs || answeredMs < askedMs) return;
      skewMs = databaseMs - (askedMs + answeredMs) / 2;
      const facts = { seconds: Math.round(skewMs / 100) / 10 };
      if (Math.abs(skewMs) <= toleratedMs) {
        if (toldAtMs !== undefined) log.warn(facts, 'the clocks of the database and of this machine agree again');
        toldAtMs = undefined;
      } else if (toldAtMs === undefined || answeredMs - toldAtMs >= tellEveryMs) {
        toldAtMs = answeredMs;
        log.warn(facts, 'the clock of the database is ahead of that of this machine by so many seconds: set both by NTP');
      }
    },
  };
}
