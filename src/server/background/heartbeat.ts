import { randomBytes } from 'node:crypto';
import type { Database, Sql } from '../../base/sql.ts';
import { secondMs } from '../../base/time.ts';
import type { Reach } from '../database/reach.ts';
import type { SkewWatch } from './skew.ts';

/** That this process lives, told to all the others. */
export interface Heartbeat {
  /** What it holds carries this name. */
  readonly processId: string;
  /** Tells it once more, and gives back what silent processes held; the clock on the wall does this each second. */
  beat(): Promise<void>;
  /** Runs when the others had taken this process for dead, and have gone on with what it held. */
  onBuried(work: () => void): void;
  close(): Promise<void>;
}

export interface HeartbeatParts {
  readonly database: Database;
  readonly isWorker: boolean;
  readonly wallMs: () => number;
  readonly reach: Reach;
  readonly skew: Pick<SkewWatch, 'measured'>;
}

interface Beaten {
  /** The others had taken this process for dead. */
  readonly was_buried: boolean;
  readonly has_silent: boolean;
  readonly database_ms: number;
}

const beatMs = secondMs;
/** Silent for so long: the process was killed, and others go on with what it held. */
const silentSeconds = 5;
const silent = `not is_buried and seen_at < now() - make_interval(secs => ${silentSeconds})`;
/** Who was cut off from the database itself hears nobody: it judges again when the others had time to be heard. */
const judgesAfterMs = 3 * secondMs;

/** Begins to beat. */
export async function openHeartbeat({ database, isWorker, wallMs, reach, skew }: HeartbeatParts): Promise<Heartbeat> {
  const processId = randomBytes(9).toString('base64url');
  const whenBuried: (() => void)[] = [];
  let steadySinceMs = wallMs();
  let lastMs = steadySinceMs;
  const beat = async (): Promise<void> => {
    const askedMs = wallMs();
    const beaten = await database.sql.one<Beaten>(
      `with beaten as (
         insert into worker_heartbeat (worker_id, seen_at, is_worker) values ($1, now(), $2)
         on conflict (worker_id) do update set seen_at = now(), is_buried = false
       )
       select exists (select from worker_heartbeat where worker_id = $1 and is_buried) as was_buried,
              exists (select from worker_heartbeat where worker_id <> $1 and ${silent}) as has_silent,
              extract(epoch from clock_timestamp())::float8 * 1000 as database_ms`,
      [processId, isWorker],
    );
    const { was_buried: wasBuried, has_silent: hasSilent, database_ms: databaseMs } = beaten;
    skew.measured({ askedMs, answeredMs: wallMs(), databaseMs });
    if (wasBuried) for (const work of whenBuried) work();
    const now = wallMs();
    if (now - lastMs > 2 * beatMs) steadySinceMs = now;
    lastMs = now;
    if (hasSilent && now - steadySinceMs >= judgesAfterMs) await buryTheDead(database);
  };
  await beat();
  let beating: Promise<void> | undefined;
  const timer = setInterval(() => {
    beating ??= beat()
      .catch((error: unknown) => reach.failed(error, 'the heartbeat failed'))
      .finally(() => {
        beating = undefined;
      });
  }, beatMs);
  return {
    processId,
    beat,
    onBuried: (work) => void whenBuried.push(work),
    async close() {
      clearInterval(timer);
      // One that is on its way would bring the process to life again.
      await beating;
      await database.sql.run('delete from worker_heartbeat where worker_id = $1', [processId]);
    },
  };
}

async function buryTheDead(database: Database): Promise<void> {
  await database.transact(async (sql) => {
    const dead = await sql.many<{ worker_id: string }>(
      `update worker_heartbeat set is_buried = true where ${silent} returning worker_id`,
    );
    if (dead.length > 0)
      await giveBack(
        sql,
        dead.map((row) => row.worker_id),
      );
  });
}

/**
 * Should a process have been silent without being dead, two do the same for a while, as when any lease runs out: steps of
 * sagas, jobs and sweeps can be done again.
 */
async function giveBack(sql: Sql, holders: readonly string[]): Promise<void> {
  await sql.run('update idempotency set holder = null where holder = any($1::text[])', [holders]);
  await sql.run('update outbox set lease_until = null where done_at is null and lease_holder = any($1::text[])', [holders]);
  await sql.run(
    `update cursor_mark set value = jsonb_build_object('until', 0)
      where starts_with(name, 'sweep:') and value->>'holder' = any($1::text[])`,
    [holders],
  );
}
