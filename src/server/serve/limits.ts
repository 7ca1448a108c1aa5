import { LRUCache } from 'lru-cache';
import type { Database, Sql } from '../../base/sql.ts';
import type { RateLimit } from '../../protocol/call.ts';

/** The verdict of a limit. */
export type LimitVerdict = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number };

const allowed: LimitVerdict = { allowed: true };

/**
 * Counts exactly, in the database, so that it holds over every process: for sign-in, PINs and money.
 * The attempt that is refused counts too.
 */
export async function countExactly(sql: Sql, key: string, limit: RateLimit): Promise<LimitVerdict> {
  const row = await sql.one<{ count: number; left: number }>(
    `insert into rate_window (key, window_start, count)
       values ($1, to_timestamp(floor(extract(epoch from now()) / $2::integer) * $2::integer), 1)
     on conflict (key, window_start) do update set count = rate_window.count + 1
     returning count, ceil(extract(epoch from window_start) + $2::integer - extract(epoch from now()))::integer as left`,
    [key, limit.seconds],
  );
  return row.count <= limit.count ? allowed : { allowed: false, retryAfterSeconds: Math.max(1, row.left) };
}

/** Takes an attempt back that turned out well, where only failures are to be limited. */
export async function giveBack(sql: Sql, key: string, limit: RateLimit): Promise<void> {
  await sql.run(
    `update rate_window set count = greatest(count - 1, 0)
      where key = $1 and window_start = to_timestamp(floor(extract(epoch from now()) / $2::integer) * $2::integer)`,
    [key, limit.seconds],
  );
}

/**
 * Counts floods over all calls cheaply: each process in memory, brought together in the database by `flush`, so that a
 * flood spread over many processes is seen within a second. Limits that protect something (sign-in, PINs, money) are
 * counted by `countExactly` before anything is done.
 */
export interface FloodGate {
  check(key: string, limit: RateLimit): LimitVerdict;
  /** The same without counting: whether the next would be one too many. */
  peek(key: string, limit: RateLimit): LimitVerdict;
  /** Adds what this process counted to the database and takes over what the others did. */
  flush(): Promise<void>;
}

interface Counter {
  windowStart: number;
  windowMs: number;
  /** Counted here and not yet in the database. */
  fresh: number;
  /** What the database said, over every process. */
  shared: number;
  /** From so many on the others hear of it. */
  readonly sharedFrom: number;
}

/**
 * Of less than this part of a limit no other process hears: it makes no difference to a flood, and whoever is given addresses without
 * end would leave a row for each of them.
 */
const unheardPart = 100;

const maxKeys = 50_000;
/** A shorter window is over before others could hear of it: each process counts it for itself. */
const sharedMs = 10_000;
const maxFlushed = 5000;

export function openFloodGate(database: Database, wallMs: () => number): FloodGate {
  /** Only who was not heard for longest makes room. Should they still be flooding, the database gives back what was flushed of them. */
  const counters = new LRUCache<string, Counter>({ max: maxKeys });
  let flushing: Promise<void> | undefined;
  return {
    peek(key, limit) {
      const windowMs = limit.seconds * 1000;
      const now = wallMs();
      const counter = counters.peek(key);
      if (counter?.windowStart !== now - (now % windowMs) || counter.fresh + counter.shared < limit.count) return allowed;
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((counter.windowStart + windowMs - now) / 1000)) };
    },
    check(key, limit) {
      const windowMs = limit.seconds * 1000;
      const now = wallMs();
      const windowStart = now - (now % windowMs);
      let counter = counters.get(key);
      if (counter?.windowStart !== windowStart) {
        counter = { windowStart, windowMs, fresh: 0, shared: 0, sharedFrom: Math.ceil(limit.count / unheardPart) };
        counters.set(key, counter);
      }
      counter.fresh += 1;
      if (counter.fresh + counter.shared <= limit.count) return allowed;
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((windowStart + windowMs - now) / 1000)) };
    },
    flush() {
      // One at a time: what is on its way must not be counted twice when the database is slow.
      flushing ??= sendAll().finally(() => {
        flushing = undefined;
      });
      return flushing;
    },
  };

  async function sendAll(): Promise<void> {
    const due: [string, Counter][] = [];
    const now = wallMs();
    // A copy: an LRUCache that loses the entry it stands at goes through others a second time.
    const counted = [...counters.entries()];
    for (const [key, counter] of counted) {
      const isHeardOf = counter.windowMs >= sharedMs && counter.fresh > 0 && counter.fresh + counter.shared >= counter.sharedFrom;
      if (isHeardOf) due.push([key, counter]);
      else if (counter.windowStart + counter.windowMs <= now) counters.delete(key);
    }
    for (let sent = 0; sent < due.length; sent += maxFlushed) await send(due.slice(sent, sent + maxFlushed));
  }

  /** In the order of the keys, so that two processes that flush at once never wait for each other in a circle. */
  async function send(due: readonly (readonly [string, Counter])[]): Promise<void> {
    const sent = due.map(([, counter]) => counter.fresh);
    const rows = await database.sql.many<{ key: string; count: number }>(
      `insert into rate_window (key, window_start, count)
         select * from unnest($1::text[], $2::timestamptz[], $3::integer[]) as counted (key, window_start, count) order by key
       on conflict (key, window_start) do update set count = rate_window.count + excluded.count
       returning key, count`,
      [due.map(([key]) => key), due.map(([, counter]) => new Date(counter.windowStart)), sent],
    );
    const totals = new Map(rows.map((row) => [row.key, row.count]));
    due.forEach(([key, counter], index) => {
      counter.fresh -= sent[index] ?? 0;
      counter.shared = totals.get(key) ?? counter.shared;
    });
  }
}
