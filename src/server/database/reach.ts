import type { Logger } from 'pino';
import { minuteMs, secondMs } from '../../base/time.ts';

/**
 * Whether the database is within reach, told once for everything in the application that asks it again and again: an error when
 * it goes, a line a minute while it is away, and a line when it is back.
 */
export interface Reach {
  /** True from the first failure to reach it until it has answered again: who asks by the clock leaves it alone meanwhile. */
  readonly isAway: boolean;
  /** True for a while after the database had no room left to write: it answers, and nothing can be done. */
  readonly isFull: boolean;
  /** Somebody was refused by it: whether for lack of room is remembered. */
  refused(error: unknown): void;
  /** A round of ours failed: told as it is, unless the reason is only that the database is away. */
  failed(error: unknown, what: string, facts?: Readonly<Record<string, unknown>>): void;
  close(): void;
}

export interface ReachParts {
  /** Asks the database anything. */
  readonly ask: () => Promise<unknown>;
  readonly log: Logger;
  readonly wallMs: () => number;
  /** Does it so much later; answers what calls it off. */
  readonly later: (ms: number, work: () => void) => () => void;
}

const firstPauseMs = 200;
const longestPauseMs = 5 * secondMs;
const tellEveryMs = minuteMs;
/** Whoever writes meets it again within so long: the heartbeat does each second. */
const fullForMs = 15 * secondMs;

interface Outage {
  readonly sinceMs: number;
  toldMs: number;
  failures: number;
}

export function watchReach({ ask, log, wallMs, later }: ReachParts): Reach {
  let outage: Outage | undefined;
  let isClosed = false;
  let callOff = (): void => undefined;
  let fullAtMs = -Infinity;
  const refused = (error: unknown): void => {
    if (isDatabaseFull(error)) fullAtMs = wallMs();
  };

  const probeIn = (pauseMs: number): void => {
    if (!isClosed) callOff = later(pauseMs, () => void probe(pauseMs));
  };
  const probe = async (pauseMs: number): Promise<void> => {
    try {
      await ask();
    } catch (error) {
      if (isDatabaseAway(error)) {
        tellStill(error);
        return probeIn(Math.min(pauseMs * 2, longestPauseMs));
      }
      // It answers, and it is what it answers that is wrong: whoever asks next hears the same and tells it.
    }
    if (!isClosed) tellBack();
  };
  const tellStill = (error: unknown): void => {
    if (!outage || wallMs() - outage.toldMs < tellEveryMs) return;
    outage.toldMs = wallMs();
    log.error({ err: error, ...soFar(outage) }, 'the database is still away');
  };
  const tellBack = (): void => {
    if (outage) log.warn(soFar(outage), 'the database is back');
    outage = undefined;
  };
  const soFar = ({ sinceMs, failures }: Outage) => ({ seconds: Math.round((wallMs() - sinceMs) / secondMs), failures });

  return {
    get isAway() {
      return outage !== undefined;
    },
    get isFull() {
      return wallMs() - fullAtMs < fullForMs;
    },
    refused,
    failed(error, what, facts = {}) {
      refused(error);
      if (!isDatabaseAway(error)) return void log.error({ err: error, ...facts }, what);
      if (outage) return void (outage.failures += 1);
      outage = { sinceMs: wallMs(), toldMs: wallMs(), failures: 1 };
      log.error({ err: error, ...facts }, `the database is away, and is asked until it answers: ${what}`);
      probeIn(firstPauseMs);
    },
    close() {
      isClosed = true;
      callOff();
    },
  };
}

/** For `later`, by the clock on the wall. An application that ends does not wait for it. */
export function laterOnTheWall(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
}

/** It has no room left: on its disk, in its memory, for connections (class 53 of PostgreSQL's error codes, and 58030). */
export function isDatabaseFull(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^(53|58030)/.test(String(error.code));
}

/**
 * The database ended the statement: it took longer than any may, or somebody called it off (57014). It is there all the same, so
 * this is no outage.
 */
export function isStatementEnded(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014';
}

/**
 * The database could not be asked, or went away before it answered (node's connection errors; classes 08 and 57P of
 * PostgreSQL's error codes; pg's own words).
 */
export function isDatabaseAway(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (/^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08|57P0)/.test(code)) return true;
  return /^Connection terminated|^Query read timeout|^timeout exceeded when trying to connect|^Client has encountered a connection error/.test(
    error.message,
  );
}
