import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { cpuMs } from '../measures/call.ts';
import type { Portal } from './portal.ts';

/** What the portal and its database have done since they began. */
export interface Counters {
  readonly atMs: number;
  readonly commits: number;
  /** BEGIN, COMMIT and ROLLBACK apart. */
  readonly statements: number;
  readonly webMs: number;
  readonly workerMs: number;
  readonly vendorsMs: number;
  readonly databaseMs: number;
  /** Of the callers: this process. */
  readonly callersMs: number;
}

/** PostgreSQL lets an idle connection keep its counts for ten seconds before it tells them (PGSTAT_IDLE_INTERVAL). */
const toldWithinMs = 10_500;
const drainMostMs = 60_000;
const lookEveryMs = 250;

/** Once the worker has done what the transfers left to it, and every connection has told what it did. */
export async function readWhenTold(portal: Portal): Promise<Counters> {
  await untilFollowed(portal);
  await wait(toldWithinMs);
  return read(portal);
}

/** Until nothing in the outbox is due, or it has taken too long. */
export async function untilFollowed({ owner }: Portal): Promise<void> {
  const isBehind = 'select exists (select from outbox where done_at is null and due_at <= now()) as is_behind';
  const until = performance.now() + drainMostMs;
  while (performance.now() < until && (await owner.sql.one<{ is_behind: boolean }>(isBehind)).is_behind) await wait(lookEveryMs);
}

/** What is done in a second when nobody asks for anything. */
export async function readIdle(portal: Portal, seconds: number): Promise<Counters> {
  const before = await readWhenTold(portal);
  await wait(seconds * 1000);
  return perSecondOf(between(before, await read(portal)));
}

export function perSecondOf(spent: Counters): Counters {
  return map((name) => (spent[name] * 1000) / spent.atMs);
}

export function between(before: Counters, after: Counters): Counters {
  return map((name) => after[name] - before[name]);
}

/** Without what would have been done anyway, for each of so many. */
export function each(spent: Counters, idlePerSecond: Counters, count: number): Counters {
  return map((name) => (spent[name] - (idlePerSecond[name] * spent.atMs) / 1000) / count);
}

function map(of: (name: keyof Counters) => number): Counters {
  return {
    atMs: of('atMs'),
    commits: of('commits'),
    statements: of('statements'),
    webMs: of('webMs'),
    workerMs: of('workerMs'),
    vendorsMs: of('vendorsMs'),
    databaseMs: of('databaseMs'),
    callersMs: of('callersMs'),
  };
}

/** What it has spent so far, as far as it is told already. */
export async function read({ owner, processIds }: Portal): Promise<Counters> {
  const row = await owner.sql.one<{ commits: number; statements: number }>(
    `select d.xact_commit::float8 as commits, s.calls::float8 as statements
       from pg_stat_database d,
            (select sum(calls) as calls from pg_stat_statements
              where query !~* '^(begin|commit|rollback)') s
      where d.datname = current_database()`,
  );
  return {
    atMs: performance.now(),
    commits: row.commits,
    statements: row.statements,
    webMs: cpuMs(processIds.web),
    workerMs: cpuMs(processIds.worker),
    vendorsMs: cpuMs(processIds.vendors),
    databaseMs: familyMs(processIds.database),
    callersMs: cpuMs(process.pid),
  };
}

interface Costly {
  readonly text: string;
  readonly calls: number;
  readonly ms: number;
}

/** What the database has spent on each statement since it began. */
export async function readStatements({ owner }: Portal): Promise<readonly Costly[]> {
  return owner.sql.many<Costly>(
    `select left(regexp_replace(query, '\\s+', ' ', 'g'), 150) as text, sum(calls)::float8 as calls, sum(total_plan_time + total_exec_time)::float8 as ms
       from pg_stat_statements where calls > 0 group by 1 limit 2000`,
  );
}

/** Those that it has spent most on since then. */
export function costliest(before: readonly Costly[], after: readonly Costly[]): Costly[] {
  const known = new Map(before.map((one) => [one.text, one]));
  return after
    .map(({ text, calls, ms }) => ({ text, calls: calls - (known.get(text)?.calls ?? 0), ms: ms - (known.get(text)?.ms ?? 0) }))
    .filter(({ calls }) => calls > 0)
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, 25);
}

/** The postmaster's own time, that of its children, and that of those which have ended (proc_pid_stat(5): utime to cstime). */
function familyMs(postmaster: number): number {
  const times = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ id: Number(name), fields: fieldsOf(name) }));
  return times.reduce((sum, { id, fields }) => {
    if (id === postmaster) return sum + sumOf(fields, 11, 15) * 10;
    return Number(fields[1]) === postmaster ? sum + sumOf(fields, 11, 13) * 10 : sum;
  }, 0);
}

function fieldsOf(processId: string): readonly string[] {
  try {
    return readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  } catch {
    // It has ended since.
    return [];
  }
}

function sumOf(fields: readonly string[], from: number, to: number): number {
  return fields.slice(from, to).reduce((sum, field) => sum + Number(field), 0);
}
