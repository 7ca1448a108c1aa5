import { randomUUID } from 'node:crypto';
import type { Sql } from '../../base/sql.ts';
import { secondMs } from '../../base/time.ts';

/** What a file may cost everybody else. */
export interface ExportLimits {
  readonly exportsAtOnce: number;
  readonly exportsOfNetwork: number;
  readonly exportSeconds: number;
}

export type ExportLease =
  | { readonly allowed: true; readonly end: () => Promise<void> }
  | { readonly allowed: false; readonly retryAfterSeconds: number };

/** Whoever waits asks again no later than this: most files are written sooner than they might be. */
const longestWaitSeconds = 10;

/** Whom a file is for. */
export interface ExportOwner {
  /** Who has one at a time. */
  readonly name: string;
  /** How the names begin of all who share a wide network with somebody without a session: these few together. */
  readonly within?: string;
}

export interface Exports {
  begin(owner: ExportOwner, limits: ExportLimits): Promise<ExportLease>;
}

/** Whoever asks again while this process writes theirs is told so without asking the database. */
export function openExports(sql: Sql): Exports {
  const untilMs = new Map<string, number>();
  return {
    async begin(owner, limits) {
      const { name } = owner;
      const leftMs = (untilMs.get(name) ?? 0) - performance.now();
      if (leftMs > 0) return { allowed: false, retryAfterSeconds: Math.min(longestWaitSeconds, Math.ceil(leftMs / secondMs)) };
      untilMs.set(name, performance.now() + limits.exportSeconds * secondMs);
      const lease = await beginExport(sql, owner, limits).catch((error: unknown) => {
        untilMs.delete(name);
        throw error;
      });
      if (!lease.allowed) {
        untilMs.delete(name);
        return lease;
      }
      return {
        allowed: true,
        async end() {
          untilMs.delete(name);
          await lease.end();
        },
      };
    },
  };
}

/**
 * Begins to write a file for somebody, who has one at a time; few are written in all, over every process. What is not ended, because
 * its process was killed, ends by itself.
 */
async function beginExport(sql: Sql, { name, within }: ExportOwner, limits: ExportLimits): Promise<ExportLease> {
  const token = randomUUID();
  const begun = await sql.maybe(
    `insert into export_lease as l (owner, token, until)
       select $1, $2, now() + make_interval(secs => $3)
        where (select count(*) from export_lease where until > now() and owner <> $1) < $4
          and ($5::text is null
               or (select count(*) from export_lease where until > now() and owner <> $1 and starts_with(owner, $5)) < $6)
     on conflict (owner) do update set token = excluded.token, until = excluded.until where l.until <= now()
     returning 1 as one`,
    [name, token, limits.exportSeconds, limits.exportsAtOnce, within ?? null, limits.exportsOfNetwork],
  );
  if (begun) {
    const end = async (): Promise<void> => {
      await sql.run('delete from export_lease where owner = $1 and token = $2', [name, token]);
    };
    return { allowed: true, end };
  }
  const { left } = await sql.one<{ left: number | null }>(
    `select ceil(extract(epoch from coalesce(min(until) filter (where owner = $1), min(until)) - now()))::integer as left
       from export_lease where until > now()`,
    [name],
  );
  return { allowed: false, retryAfterSeconds: Math.min(longestWaitSeconds, Math.max(1, left ?? 1)) };
}
