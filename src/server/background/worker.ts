import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../base/sql.ts';
import { secondMs, type Clock } from '../../base/time.ts';
import type { Settings } from '../../settings/index.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import type { Reach } from '../database/reach.ts';
import { openDispatcher, writeLiveLines, type Dispatcher } from './dispatch.ts';
import { tell } from './outbox.ts';

export interface WorkerParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: () => Settings;
  readonly jobs: readonly Jobs[];
  readonly log: Logger;
  readonly reach: Reach;
  /** The name under which this process holds what it works on. */
  readonly processId: string;
}

/** The role that does the work nobody waits for: the outbox and the sweeps. */
export interface Worker {
  readonly dispatcher: Dispatcher;
  /** Runs one sweep by name now; for tests and for a moved clock. */
  sweep(name: string): Promise<void>;
  /** The clock was moved: does what is due by application time, for as long as a mover would wait. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

const housekeepingMs = 60 * secondMs;
/** How long the mover of the clock waits for what became due. */
const catchUpMs = 5 * secondMs;

export function openWorker(parts: WorkerParts): Worker {
  const { database, reach } = parts;
  const context = (): JobContext => ({
    now: parts.clock.now(),
    settings: parts.settings(),
    sql: database.sql,
    transact: database.transact,
    tellIn: (sql, event) => tell(sql, parts.clock.now(), event),
    stale: (clientId, topics) => writeLiveLines(database, [{ client_id: clientId ?? null, payload: { topics } }]),
  });
  const dispatcher = openDispatcher({ ...parts, context });
  const sweeps = new Map(parts.jobs.flatMap((jobs) => jobs.every ?? []).map((sweep) => [sweep.name, sweep]));
  const running = new Map<string, Promise<void>>();
  const sweep = async (name: string): Promise<void> => {
    const found = sweeps.get(name);
    if (!found) throw new Error(`there is no sweep ${name}`);
    if (running.has(name)) return running.get(name);
    const run = underLock({ database, name, holder: parts.processId }, () => found.run(context()))
      .then(() => dispatcher.wake())
      .catch((error: unknown) => reach.failed(error, 'a sweep failed; it runs again at its next turn', { sweep: name }))
      .finally(() => running.delete(name));
    running.set(name, run);
    return run;
  };
  const catchUp = async (): Promise<void> => {
    dispatcher.wake();
    const due = [...sweeps.values()].filter((each) => each.dueBy === 'application');
    const isDone = Promise.all(
      due.map(async ({ name }) => {
        // One that is running began before the clock was moved.
        await running.get(name);
        await sweep(name);
      }),
    );
    // An outside party that does not answer keeps its sweep; who moved the clock does not wait for that.
    const patience = new AbortController();
    await Promise.race([isDone, pause(catchUpMs, undefined, { signal: patience.signal }).catch(() => undefined)]);
    patience.abort();
  };
  const timers = [
    setInterval(() => void tidy(database).catch((error: unknown) => reach.failed(error, 'housekeeping failed')), housekeepingMs),
    ...[...sweeps.values()].map((each) => setInterval(() => void sweep(each.name), each.seconds * secondMs)),
  ];
  return {
    dispatcher,
    sweep,
    catchUp,
    async close() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all([dispatcher.close(), ...running.values()]);
    },
  };
}

/** A sweep runs on one worker at a time; the others pass over this turn. The lock is a row lease, so that no connection is held. */
async function underLock(lock: { database: Database; name: string; holder: string }, run: () => Promise<void>): Promise<void> {
  const { database, name, holder } = lock;
  const mark = `sweep:${name}`;
  const taken = await database.sql.run(
    `insert into cursor_mark (name, value, updated_at)
       values ($1, jsonb_build_object('until', extract(epoch from now()) + ${leaseSeconds}, 'holder', $2::text), now())
     on conflict (name) do update set value = excluded.value, updated_at = now()
       where (cursor_mark.value->>'until')::numeric < extract(epoch from now())`,
    [mark, holder],
  );
  if (taken === 0) return;
  try {
    await run();
  } finally {
    await database.sql.run(
      `update cursor_mark set value = jsonb_build_object('until', 0) where name = $1 and value->>'holder' = $2`,
      [mark, holder],
    );
  }
}

const leaseSeconds = 120;

/** Clears away what has served its time, in bounded bites. */
async function tidy(database: Database): Promise<void> {
  const { sql } = database;
  await sql.run(
    `delete from outbox where id in (select id from outbox where done_at < now() - interval '7 days' order by id limit 5000)`,
  );
  await sql.run(
    `delete from live_line where id in (select id from live_line where at < now() - interval '1 hour' order by id limit 5000)`,
  );
  await sql.run(
    `delete from rate_window where ctid = any(array(
       select ctid from rate_window where window_start < now() - interval '1 day' limit 5000))`,
  );
  await sql.run(
    `delete from idempotency where ctid = any(array(
       select ctid from idempotency where created_at < now() - interval '7 days' order by created_at limit 5000))`,
  );
  await sql.run(
    `delete from session where id in (select id from session
       where coalesce(ended_at, expires_at) < now() - interval '30 days' limit 5000)`,
  );
  await sql.run(`delete from worker_heartbeat where seen_at < now() - interval '1 day'`);
}
