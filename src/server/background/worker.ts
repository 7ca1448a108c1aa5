import type { Logger } from 'pino';
import type { Database } from '../../base/sql.ts';
import { secondMs, type Clock } from '../../base/time.ts';
import type { Settings } from '../../settings/index.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import type { Reach } from '../database/reach.ts';
import { openDispatcher, type Dispatcher } from './dispatch.ts';
import { tell } from './outbox.ts';
import { clearAway } from './housekeeping.ts';
import { openSweeps, type Sweep } from './sweeps.ts';

export interface WorkerParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: () => Settings;
  readonly jobs: readonly Jobs[];
  readonly log: Logger;
  readonly reach: Reach;
  /** The name under which this process holds what it works on. */
  readonly processId: string;
  readonly slowestBeatSeconds?: number | undefined;
}

/** The role that does the work nobody waits for: the outbox and the sweeps. */
export interface Worker {
  readonly dispatcher: Dispatcher;
  /** Runs one sweep by name now; for tests and for a moved clock. */
  sweep(name: string): Promise<void>;
  /** The clock was moved: does what is due by application time, for as long as a mover would wait. */
  catchUp(): Promise<void>;
  /** Other processes took this one for dead, and have gone on with what it held. */
  wasBuried(): void;
  close(): Promise<void>;
}

const housekeepingMs = 60 * secondMs;

export function openWorker(parts: WorkerParts): Worker {
  const { database, reach, processId } = parts;
  const context = (stale: JobContext['stale']): JobContext => ({
    now: parts.clock.now(),
    settings: parts.settings(),
    sql: database.sql,
    transact: database.transact,
    tellIn: (sql, event) => tell(sql, parts.clock.now(), event),
    stale,
  });
  const dispatcher = openDispatcher({ ...parts, context });
  const sweeps = openSweeps({
    database,
    reach,
    processId,
    sweeps: parts.jobs.flatMap(({ every }) => every ?? []).map((sweep) => waking(sweep, dispatcher)),
    context: () => context(dispatcher.stale),
    nowMs: () => performance.now(),
    slowestBeatSeconds: parts.slowestBeatSeconds,
  });
  const housekeeping = setInterval(
    () => void clearAway(database.sql).catch((error: unknown) => reach.failed(error, 'housekeeping failed')),
    housekeepingMs,
  );
  return {
    dispatcher,
    sweep: sweeps.run,
    wasBuried: sweeps.lose,
    async catchUp() {
      dispatcher.wake();
      await sweeps.catchUp();
      dispatcher.wake();
    },
    async close() {
      clearInterval(housekeeping);
      // Sweeps first: what they make stale is told by the dispatcher.
      await sweeps.close();
      await dispatcher.close();
    },
  };
}

/** What a sweep tells is looked for when it has ended; what its stores told by themselves, at the dispatcher's next beat. */
function waking(sweep: Sweep, dispatcher: Dispatcher): Sweep {
  return {
    ...sweep,
    async run(context) {
      let hasTold = false;
      const tellIn: JobContext['tellIn'] = (sql, event) => {
        hasTold = true;
        return context.tellIn(sql, event);
      };
      try {
        await sweep.run({ ...context, tellIn });
      } finally {
        if (hasTold) dispatcher.wake();
      }
    },
  };
}
