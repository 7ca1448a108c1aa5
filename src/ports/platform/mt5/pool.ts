import { secondMs } from '../../../base/time.ts';
import { Session, type SessionSettings } from './session.ts';

export interface PoolSettings extends SessionSettings {
  /** How many sessions (and so connections) at most; the vendor limits them per manager. */
  readonly sessions: number;
  /** How many calls may wait for a session; one more is turned away as busy. */
  readonly queue: number;
  /** How long a call waits for a session before it is turned away as busy. */
  readonly waitMs: number;
  /** Calls `work` every so often until the answered function is called; a test gives its own. */
  readonly every?: Every;
}

export type Every = (ms: number, work: () => void) => () => void;

/** The vendor's advice for the sign of life. */
const pingEveryMs = 20 * secondMs;

interface Waiting {
  readonly take: (session: Session | undefined) => void;
}

/** A few sessions, each lent to one caller at a time. Callers wait in line, the line is short and nobody waits for long. */
export class Pool {
  readonly #settings: PoolSettings;
  readonly #free: Session[];
  readonly #all: readonly Session[];
  readonly #line: Waiting[] = [];
  readonly #stopPinging: () => void;
  #isClosed = false;

  constructor(settings: PoolSettings) {
    this.#settings = settings;
    this.#all = Array.from({ length: settings.sessions }, () => new Session(settings));
    this.#free = [...this.#all];
    this.#stopPinging = (settings.every ?? every)(pingEveryMs, () => void this.#ping());
  }

  /** Lends a session for the length of `work`; answers undefined when none comes free in time. */
  async lend<Result>(work: (session: Session) => Promise<Result>): Promise<Result | undefined> {
    const session = this.#free.pop() ?? (await this.#wait());
    if (!session) return undefined;
    try {
      return await work(session);
    } finally {
      this.#giveBack(session);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopPinging();
    for (const waiting of this.#line.splice(0)) waiting.take(undefined);
    await Promise.all(this.#all.map((session) => session.close()));
  }

  async #wait(): Promise<Session | undefined> {
    if (this.#isClosed || this.#line.length >= this.#settings.queue) return undefined;
    return new Promise((resolve) => {
      const waiting: Waiting = {
        take: (session) => {
          clearTimeout(timer);
          resolve(session);
        },
      };
      const timer = setTimeout(() => {
        this.#line.splice(this.#line.indexOf(waiting), 1);
        resolve(undefined);
      }, this.#settings.waitMs);
      this.#line.push(waiting);
    });
  }

  #giveBack(session: Session): void {
    const next = this.#line.shift();
    if (next) next.take(session);
    else this.#free.push(session);
  }

  /** Only idle sessions that are signed in need a sign of life; one that fails signs in again at its next call. */
  async #ping(): Promise<void> {
    const idle = this.#free.filter((session) => session.isAuthorised);
    for (const session of idle) {
      const index = this.#free.indexOf(session);
      if (index < 0) continue;
      this.#free.splice(index, 1);
      try {
        await session.ping();
      } finally {
        this.#giveBack(session);
      }
    }
  }
}

const every: Every = (ms, work) => {
  const timer = setInterval(work, ms);
  timer.unref();
  return () => clearInterval(timer);
};
