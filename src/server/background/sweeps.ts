import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../base/sql.ts';
import { secondMs } from '../../base/time.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import type { Reach } from '../database/reach.ts';

export type Sweep = NonNullable<Jobs['every']>[number];

/** What comes by every so many seconds. A sweep runs on one worker at a time. */
export interface Sweeps {
  /** Runs one by name from now on: one that is running began before, and is waited for first. For tests and for a moved clock. */
  run(name: string): Promise<void>;
  /** The clock was moved: runs what is due by application time, for as long as a mover would wait. */
  catchUp(): Promise<void>;
  /** Other processes have taken this one for dead, and its sweeps with it. */
  lose(): void;
  close(): Promise<void>;
}

export interface SweepsParts {
  readonly database: Database;
  readonly sweeps: readonly Sweep[];
  readonly context: () => JobContext;
  readonly reach: Reach;
  /** The name under which this process holds them. */
  readonly processId: string;
  readonly nowMs: () => number;
  /** What comes by less often than this runs by its name and when the clock is moved, and not by itself: the tests' alone. */
  readonly slowestBeatSeconds?: number | undefined;
}

/** How long the mover of the clock waits for what became due. */
const catchUpMs = 5 * secondMs;

export function openSweeps(parts: SweepsParts): Sweeps {
  const sweeps = new Map(parts.sweeps.map((sweep) => [sweep.name, sweep]));
  const leases = openLeases(parts);
  const running = new Map<string, Promise<void>>();
  /** One that is running is joined. */
  const beat = async (name: string): Promise<void> => {
    const sweep = sweeps.get(name);
    if (!sweep) throw new Error(`there is no sweep ${name}`);
    const begun = running.get(name);
    if (begun) return begun;
    const runIfOurs = async (): Promise<void> => {
      if (await leases.take(name)) await sweep.run(parts.context());
    };
    const task = runIfOurs()
      .catch((error: unknown) => parts.reach.failed(error, 'a sweep failed; it runs again in its time', { sweep: name }))
      .finally(() => running.delete(name));
    running.set(name, task);
    return task;
  };
  const run = async (name: string): Promise<void> => {
    await running.get(name);
    await beat(name);
  };
  const slowest = parts.slowestBeatSeconds ?? Number.POSITIVE_INFINITY;
  const timers = parts.sweeps
    .filter(({ seconds }) => seconds <= slowest)
    .map(({ name, seconds }) => setInterval(() => void beat(name), seconds * secondMs));
  return {
    run,
    async catchUp() {
      const due = parts.sweeps.filter(({ dueBy }) => dueBy === 'application');
      const isDone = Promise.all(due.map(({ name }) => run(name)));
      // An outside party that does not answer keeps its sweep; who moved the clock does not wait for that.
      const patience = new AbortController();
      await Promise.race([isDone, pause(catchUpMs, undefined, { signal: patience.signal }).catch(() => undefined)]);
      patience.abort();
    },
    lose: leases.lose,
    async close() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running.values());
      await leases.giveBack();
    },
  };
}

const leaseSeconds = 120;
/** So long before its end a lease is taken anew, so that no sweep begins that another worker could begin too. */
const renewSeconds = 60;

/**
 * Who runs which sweep: a row with a lease, so that no connection is held. A worker keeps what it has taken, and runs it without
 * asking again; when it dies, the others have it within seconds (heartbeat.ts).
 */
function openLeases({ database, processId, nowMs }: Pick<SweepsParts, 'database' | 'processId' | 'nowMs'>) {
  const heldUntilMs = new Map<string, number>();
  let losses = 0;
  return {
    async take(name: string): Promise<boolean> {
      const [beganMs, lossesBefore] = [nowMs(), losses];
      if ((heldUntilMs.get(name) ?? 0) > beganMs) return true;
      heldUntilMs.delete(name);
      // Whoever finds it held by another has written nothing.
      const taken = await database.sql.run(
        `insert into cursor_mark (name, value, updated_at)
           select $1, jsonb_build_object('until', extract(epoch from now()) + ${leaseSeconds}, 'holder', $2::text), now()
            where not exists (select from cursor_mark
              where name = $1 and (value->>'until')::numeric >= extract(epoch from now()) and value->>'holder' is distinct from $2)
         on conflict (name) do update set value = excluded.value, updated_at = now()
           where (cursor_mark.value->>'until')::numeric < extract(epoch from now()) or cursor_mark.value->>'holder' = $2`,
        [`sweep:${name}`, processId],
      );
      // What was taken before everything was lost may be another's by now: it is asked for again at the next beat.
      const isOurs = taken === 1 && losses === lossesBefore;
      if (isOurs) heldUntilMs.set(name, beganMs + (leaseSeconds - renewSeconds) * secondMs);
      return isOurs;
    },
    lose(): void {
      losses += 1;
      heldUntilMs.clear();
    },
    async giveBack(): Promise<void> {
      const names = [...heldUntilMs.keys()].map((name) => `sweep:${name}`);
      heldUntilMs.clear();
      if (names.length === 0) return;
      await database.sql.run(
        `update cursor_mark set value = jsonb_build_object('until', 0) where name = any($1::text[]) and value->>'holder' = $2`,
        [names, processId],
      );
    },
  };
}
