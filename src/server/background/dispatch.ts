import type { Logger } from 'pino';
import { after, secondMs, type Clock } from '../../base/time.ts';
import { clientId } from '../../base/id.ts';
import type { JobContext, JobEvent, Jobs } from '../../protocol/call.ts';
import type { Database } from '../../base/sql.ts';
import type { Reach } from '../database/reach.ts';
import { liveTopic } from './outbox.ts';

/** Takes what the outbox holds and hands it to the areas' jobs. Any number of workers may run at once. */
export interface Dispatcher {
  /** Looks now instead of at the next beat. */
  wake(): void;
  /** Takes and finishes everything that is due; for tests and for a clean end. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

export interface DispatcherParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: readonly Jobs[];
  readonly context: () => JobContext;
  readonly log: Logger;
  readonly reach: Reach;
  /** The name under which this process takes rows. */
  readonly processId: string;
}

interface TakenRow {
  id: bigint;
  topic: string;
  client_id: number | null;
  payload: Record<string, unknown>;
  attempts: number;
}

/** Lines of the live stream that are numbered in one transaction. */
const batchSize = 100;
/** Jobs that this process works on at the same time. */
const mostAtOnce = 32;
const beatMs = 150;
/** Longer than any handler's own time-outs. When its worker dies, a row is free sooner; see heartbeat.ts. */
const leaseSeconds = 30;
const handlerTimeoutMs = 25 * secondMs;
const firstDelaySeconds = 2;
const lastDelaySeconds = 300;
/** After so many tries a row is only tried once every `lastDelaySeconds`; it is never dropped, and /metrics counts it. */
const maxDoublings = 8;

export function openDispatcher(parts: DispatcherParts): Dispatcher {
  const handlers = new Map(parts.jobs.flatMap((jobs) => Object.entries(jobs.on ?? {})));
  const duplicated = parts.jobs.flatMap((jobs) => Object.keys(jobs.on ?? {})).length - handlers.size;
  if (duplicated > 0) throw new Error('two areas listen to the same outbox topic: give the second event a topic of its own');
  let isClosed = false;
  const underWay = new Set<Promise<void>>();
  const begin = (row: TakenRow): void => {
    const task: Promise<void> = work({ parts, handler: handlers.get(row.topic), row }).finally(() => {
      underWay.delete(task);
      if (!isClosed) tasks.wake();
    });
    underWay.add(task);
  };
  // Two lanes, so that no browser waits for its news until a slow outside party has answered.
  const lines = openLane(parts.reach, async () => {
    const rows = isClosed ? [] : await take(parts, [liveTopic], batchSize);
    if (rows.length > 0) await writeLiveLines(parts.database, rows);
    return rows.length > 0;
  });
  const tasks = openLane(parts.reach, async () => {
    const free = isClosed ? 0 : mostAtOnce - underWay.size;
    const rows = free > 0 ? await take(parts, [...handlers.keys()], free) : [];
    for (const row of rows) begin(row);
    return rows.length > 0;
  });
  const wake = (): void => {
    lines.wake();
    tasks.wake();
  };
  const beat = setInterval(() => {
    if (!parts.reach.isAway) wake();
  }, beatMs);
  const settle = async (): Promise<void> => {
    await Promise.all([lines.idle(), tasks.idle()]);
    while (underWay.size > 0) {
      await Promise.all(underWay);
      await tasks.idle();
    }
  };
  return {
    wake,
    async drain() {
      wake();
      await settle();
      // What jobs told while they worked.
      await lines.run();
    },
    async close() {
      isClosed = true;
      clearInterval(beat);
      await settle();
    },
  };
}

type Handler = NonNullable<Jobs['on']>[string];

/** Runs `step` again and again while it finds something, one at a time; woken meanwhile, once more. */
function openLane(reach: Reach, step: () => Promise<boolean>) {
  let running: Promise<void> | undefined;
  let isWanted = false;
  const loop = async (): Promise<void> => {
    do {
      isWanted = false;
      while (await step());
    } while (isWanted);
  };
  const wake = (): void => {
    isWanted = true;
    running ??= loop()
      .catch((error: unknown) => reach.failed(error, 'the outbox could not be read'))
      .finally(() => {
        running = undefined;
      });
  };
  const idle = async (): Promise<void> => {
    while (running) await running;
  };
  return {
    wake,
    idle,
    run(): Promise<void> {
      wake();
      return idle();
    },
  };
}

/** Takes rows under a lease. */
async function take(parts: DispatcherParts, topics: readonly string[], most: number): Promise<TakenRow[]> {
  return parts.database.sql.many<TakenRow>(
    `update outbox set lease_until = now() + make_interval(secs => ${leaseSeconds}), lease_holder = $4, attempts = attempts + 1
      where id in (select id from outbox
                    where done_at is null and due_at <= $1 and (lease_until is null or lease_until < now())
                      and topic = any($2::text[])
                    order by due_at, id limit $3 for update skip locked)
      returning id, topic, client_id, payload, attempts`,
    [parts.clock.now(), topics, most, parts.processId],
  );
}

interface LiveRow {
  readonly id?: bigint;
  readonly client_id: number | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Any number that nobody else locks in this database. */
const lineLock = 7_214_605_832;

/**
 * Gives the lines of the live stream their ids. One at a time over every worker, so that ids appear in order;
 * one announcement for the whole batch, because an announcement takes a lock at commit.
 */
export async function writeLiveLines(database: Database, rows: readonly LiveRow[]): Promise<void> {
  await database.transact(async (sql) => {
    await sql.run(`select pg_advisory_xact_lock(${lineLock})`);
    await sql.run(
      `insert into live_line (id, client_id, topics)
         select nextval('live_line_id'), line.client_id, array(select jsonb_array_elements_text(line.topics))
           from jsonb_to_recordset($1::jsonb) as line (client_id integer, topics jsonb)`,
      [JSON.stringify(linesOf(rows))],
    );
    await sql.run(`select pg_notify('live', '')`);
    const ids = rows.flatMap((row) => (row.id === undefined ? [] : [row.id]));
    if (ids.length > 0)
      await sql.run('update outbox set done_at = now(), lease_until = null where id = any($1::bigint[])', [ids]);
  });
}

/** One line for each client (and one for everybody) in place of several that came together, in the order in which they began. */
function linesOf(rows: readonly LiveRow[]): { client_id: number | null; topics: unknown[] }[] {
  const topicsOf = new Map<number | null, Set<unknown>>();
  for (const { client_id: client, payload } of rows) {
    const told = topicsOf.get(client) ?? new Set();
    topicsOf.set(client, told);
    for (const topic of Array.isArray(payload['topics']) ? payload['topics'] : []) told.add(topic);
  }
  return [...topicsOf].map(([client, topics]) => ({ client_id: client, topics: [...topics] }));
}

async function work(task: { parts: DispatcherParts; handler: Handler | undefined; row: TakenRow }): Promise<void> {
  const { parts, handler, row } = task;
  if (!handler) return;
  const event: JobEvent = {
    id: row.id,
    topic: row.topic,
    clientId: row.client_id === null ? undefined : clientId(row.client_id),
    payload: row.payload,
    attempts: row.attempts,
  };
  try {
    await withTimeout(handler(event, parts.context()), handlerTimeoutMs);
    await parts.database.sql.run('update outbox set done_at = now(), lease_until = null, last_error = null where id = $1', [
      row.id,
    ]);
  } catch (error) {
    parts.log.warn(
      { err: error, topic: row.topic, outbox: String(row.id), attempts: row.attempts },
      'a job failed and is tried again',
    );
    const delay = Math.min(firstDelaySeconds * 2 ** Math.min(row.attempts - 1, maxDoublings), lastDelaySeconds);
    await parts.database.sql
      .run('update outbox set lease_until = null, due_at = $2, last_error = $3 where id = $1', [
        row.id,
        after(parts.clock.now(), delay * secondMs),
        String(error).slice(0, 1000),
      ])
      .catch((failure: unknown) =>
        parts.log.error({ err: failure }, 'a failed job could not be put back; its lease will run out'),
      );
  }
}

async function withTimeout(promise: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`the job took longer than ${ms} ms`)), ms);
  });
  try {
    await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
