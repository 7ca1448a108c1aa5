import type { Logger } from 'pino';
import { after, secondMs, type Clock } from '../../base/time.ts';
import { clientId } from '../../base/id.ts';
import type { Database, Sql } from '../../base/sql.ts';
import type { JobContext, JobEvent, Jobs } from '../../protocol/call.ts';
import type { Reach } from '../database/reach.ts';
import { openAlarm, openLane } from './rounds.ts';
import { jobFacts, runTraced } from './traced.ts';

/** Takes what the outbox holds and hands it to the areas' jobs. Any number of workers may run at once. */
export interface Dispatcher {
  /** Looks now instead of at the next beat. */
  wake(): void;
  /** Makes topics stale in browsers; answers when the line is written. */
  readonly stale: JobContext['stale'];
  /** Takes and finishes everything that is due; for tests and for a clean end. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

export interface DispatcherParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: readonly Jobs[];
  /** What a job gets; `stale` is the dispatcher's. */
  readonly context: (stale: JobContext['stale']) => JobContext;
  readonly log: Logger;
  readonly reach: Reach;
  /** The name under which this process takes rows. */
  readonly processId: string;
}

interface TakenRow {
  /** A decimal number. */
  readonly id: string;
  readonly topic: string;
  readonly client_id: number | null;
  readonly payload: Record<string, unknown>;
  readonly attempts: number;
}

/** Topics that are stale for a client, or for everybody. */
interface StaleLine {
  readonly client_id: number | null;
  readonly topics: readonly string[];
}

/** Something that has come to its end and waits for the round that writes it down: a row, lines, or both. */
interface Ended {
  readonly row?: string;
  readonly lines: readonly StaleLine[];
  readonly written?: () => void;
  readonly failed?: (error: unknown) => void;
}

/** Jobs that this process works on at the same time. */
const mostAtOnce = 64;
/** Whoever writes into the outbox announces it; this is for what was announced to nobody. */
const beatMs = 2 * secondMs;
/** Jobs that end within so long of each other are written down together. */
const gatherMs = 10;
/** Longer than any handler's own time-outs. When its worker dies, a row is free sooner; see heartbeat.ts. */
const leaseSeconds = 30;
const handlerTimeoutMs = 25 * secondMs;
const firstDelaySeconds = 2;
const lastDelaySeconds = 300;
/** After so many tries a row is only tried once every `lastDelaySeconds`; it is never dropped, and /metrics counts it. */
const maxDoublings = 8;

export function openDispatcher(parts: DispatcherParts): Dispatcher {
  const { reach } = parts;
  const beat = openAlarm(() => (reach.isAway ? beat.within(beatMs) : rounds.wake()));
  const gathering = openAlarm(() => rounds.wake());
  const held = openHeld({
    ...parts,
    isIdle: () => rounds.wake(),
    hasEnded: () => gathering.within(gatherMs),
    isDueIn: (ms) => beat.within(Math.min(beatMs, ms)),
  });
  let isFailing = false;
  const rounds = openLane(
    async () => {
      const hasMore = await held.round();
      isFailing = false;
      return hasMore;
    },
    (error) => {
      isFailing = true;
      reach.failed(error, 'the outbox could not be read');
      held.isDueLater();
    },
  );
  const drain = async (): Promise<void> => {
    do {
      await rounds.run();
      await held.ended();
    } while ((held.isBusy() || rounds.isRunning()) && !isFailing);
  };
  held.isDueLater();
  return {
    wake: rounds.wake,
    stale: (client, topics) => {
      const written = held.tell({ client_id: client ?? null, topics });
      rounds.wake();
      return written;
    },
    drain,
    async close() {
      held.takeNoMore();
      await drain();
      beat.close();
      gathering.close();
    },
  };
}

interface HeldParts extends DispatcherParts {
  /** The last job under way has ended. */
  readonly isIdle: () => void;
  /** One has ended, others have not. */
  readonly hasEnded: () => void;
  readonly isDueIn: (ms: number) => void;
}

/** What this process holds of the outbox: jobs under way, and what has ended and is not written down yet. */
function openHeld(parts: HeldParts) {
  const { clock, database } = parts;
  const handlers = handlersOf(parts.jobs);
  const topics = [...handlers.keys()];
  const underWay = new Set<Promise<void>>();
  let waiting: Ended[] = [];
  let isClosed = false;
  const isDueIn = (ms: number): void => {
    if (!isClosed) parts.isDueIn(ms);
  };
  const begin = (row: TakenRow): void => {
    const task: Promise<void> = handle({ parts, handler: handlers.get(row.topic), row }).then((end) => {
      underWay.delete(task);
      waiting.push(end);
      if (underWay.size === 0) parts.isIdle();
      else parts.hasEnded();
    });
    underWay.add(task);
  };
  return {
    /** Writes down what has ended and takes what is due, in one commit. Answers whether there may be more. */
    async round(): Promise<boolean> {
      const now = clock.now();
      const ended = waiting;
      waiting = [];
      const most = isClosed ? 0 : mostAtOnce - underWay.size;
      const round = { ended, dueBy: now, topics, most, holder: parts.processId };
      const answer = await askRound(database.sql, round).catch((error: unknown) => {
        // The rows stay ours for as long as their lease runs, and are written down by the next round.
        waiting.unshift(...ended.filter(({ failed }) => failed === undefined));
        for (const { failed } of ended) failed?.(error);
        throw error;
      });
      for (const { written } of ended) written?.();
      const rows = answer.taken ?? [];
      for (const row of rows) begin(row);
      isDueIn((answer.next_due?.getTime() ?? Infinity) - now.getTime());
      return answer.has_more_lines || (rows.length > 0 && rows.length === most);
    },
    tell: (line: StaleLine): Promise<void> =>
      new Promise((written, failed) => void waiting.push({ lines: [line], written, failed })),
    isDueLater: (): void => isDueIn(Infinity),
    isBusy: (): boolean => underWay.size > 0 || waiting.length > 0,
    ended: async (): Promise<void> => void (await Promise.all(underWay)),
    takeNoMore(): void {
      isClosed = true;
    },
  };
}

type Handler = NonNullable<Jobs['on']>[string];

function handlersOf(jobs: readonly Jobs[]): ReadonlyMap<string, Handler> {
  const listed = jobs.flatMap(({ on }) => Object.entries(on ?? {}));
  const handlers = new Map(listed);
  if (handlers.size < listed.length)
    throw new Error('two areas listen to the same outbox topic: give the second event a topic of its own');
  return handlers;
}

interface Round {
  readonly ended: readonly Ended[];
  /** Application time up to which a row is due; without it nothing is taken. */
  readonly dueBy: Date | null;
  readonly topics: readonly string[];
  readonly most: number;
  readonly holder: string;
}

interface RoundAnswer {
  readonly taken: readonly TakenRow[] | null;
  readonly has_more_lines: boolean;
  readonly next_due: Date | null;
}

async function askRound(sql: Sql, { ended, dueBy, topics, most, holder }: Round): Promise<RoundAnswer> {
  return sql.one('select * from outbox_round($1, $2::bigint[], $3, $4::text[], $5, $6, $7)', [
    dueBy,
    ended.flatMap(({ row }) => row ?? []),
    JSON.stringify(ended.flatMap(({ lines }) => lines)),
    topics,
    most,
    leaseSeconds,
    holder,
  ]);
}

/** Gives lines of the live stream their ids, in order over every worker, and announces them. */
export async function writeLiveLines(database: Database, lines: readonly StaleLine[]): Promise<void> {
  await askRound(database.sql, { ended: [{ lines }], dueBy: null, topics: [], most: 0, holder: '' });
}

/** Does what a row asks for. What it makes stale is written down with its end, so that neither is without the other. */
async function handle(task: { parts: DispatcherParts; handler: Handler | undefined; row: TakenRow }): Promise<Ended> {
  const { payload, id } = task.row;
  return runTraced(typeof payload['trace'] === 'string' ? payload['trace'] : `job-${id}`, () => handleTraced(task));
}

async function handleTraced(task: { parts: DispatcherParts; handler: Handler | undefined; row: TakenRow }): Promise<Ended> {
  const { parts, handler, row } = task;
  const lines: StaleLine[] = [];
  if (!handler) return { lines };
  const event: JobEvent = {
    id: BigInt(row.id),
    topic: row.topic,
    clientId: row.client_id === null ? undefined : clientId(row.client_id),
    payload: row.payload,
    attempts: row.attempts,
  };
  const context = parts.context(async (client, topics) => void lines.push({ client_id: client ?? null, topics }));
  try {
    const begun = performance.now();
    await withTimeout(handler(event, context), handlerTimeoutMs);
    parts.log.info({ ...jobFacts(row), ms: Math.round(performance.now() - begun) }, 'a job was done');
    return { row: row.id, lines };
  } catch (error) {
    parts.log.warn({ err: error, ...jobFacts(row), attempts: row.attempts }, 'a job failed and is tried again');
    await putBack(parts, row, error);
    return { lines };
  }
}

async function putBack(parts: DispatcherParts, { id, attempts }: TakenRow, error: unknown): Promise<void> {
  const delay = Math.min(firstDelaySeconds * 2 ** Math.min(attempts - 1, maxDoublings), lastDelaySeconds);
  await parts.database.sql
    .run('update outbox set lease_until = null, due_at = $2, last_error = $3 where id = $1', [
      id,
      after(parts.clock.now(), delay * secondMs),
      String(error).slice(0, 1000),
    ])
    .catch((failure: unknown) => parts.log.error({ err: failure }, 'a failed job could not be put back; its lease will run out'));
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
