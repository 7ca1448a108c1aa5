import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Somebody whom the vendor knows. */
export interface Applicant {
  readonly id: string;
  readonly externalUserId: string;
  readonly level: string;
  readonly createdAt: Date;
  readonly reviewStatus: string;
  readonly result: ReviewResult | null;
  /** What was typed at the customer's. */
  readonly fixed: Facts;
  /** What was read from the documents; null while there are none. */
  readonly read: Facts | null;
  /** The sides of documents that were handed over. */
  readonly sides: readonly string[];
  /** When it was last submitted, counted. */
  readonly submitted: number;
}

export type Facts = Readonly<Record<string, string>>;

export interface ReviewResult {
  readonly reviewAnswer: 'GREEN' | 'RED';
  readonly reviewRejectType?: 'RETRY' | 'FINAL';
  readonly rejectLabels?: readonly string[];
  readonly moderationComment?: string;
  readonly clientComment?: string;
}

export interface Delivery {
  readonly id: number;
  readonly body: string;
  readonly attempts: number;
  readonly forged: boolean;
}

/** The vendor's durable memory. */
export interface SumsubStore {
  find(id: string): Applicant | undefined;
  byReference(externalUserId: string): Applicant | undefined;
  /** Every applicant of that customer's user: itself, and those whose name goes on behind a dash. */
  of(user: string): readonly Applicant[];
  open(fresh: Pick<Applicant, 'id' | 'externalUserId' | 'level' | 'createdAt' | 'fixed'>): Applicant;
  change(id: string, to: Partial<Pick<Applicant, 'reviewStatus' | 'result' | 'read' | 'sides' | 'submitted'>>): Applicant;
  submissions(): number;
  keepToken(token: string, of: { readonly user: string; readonly level: string; readonly untilMs: number }): void;
  token(token: string): { readonly user: string; readonly level: string; readonly untilMs: number } | undefined;
  tell(message: { readonly body: string; readonly dueAt: Date; readonly forged: boolean }): void;
  /** What is due at that instant, oldest first, at most fifty. */
  due(now: Date): readonly Delivery[];
  retryAt(id: number, instant: Date): void;
  delivered(id: number): void;
  clear(): void;
  close(): void;
}

const schema = `
  create table if not exists applicants (id text primary key, externalUserId text not null unique, level text not null,
    createdAt integer not null, state text not null);
  create table if not exists tokens (token text primary key, user text not null, level text not null, untilMs integer not null);
  create table if not exists deliveries (id integer primary key autoincrement, body text not null, dueAt integer not null,
    attempts integer not null default 0, forged integer not null);
  create index if not exists deliveries_due on deliveries (dueAt, id);`;

type Row = Readonly<Record<string, unknown>>;
type Kept = Omit<Applicant, 'id' | 'externalUserId' | 'level' | 'createdAt'>;

function readApplicant(row: Row): Applicant {
  const kept = JSON.parse(String(row['state'])) as Kept;
  const createdAt = new Date(Number(row['createdAt']));
  return {
    id: String(row['id']),
    externalUserId: String(row['externalUserId']),
    level: String(row['level']),
    createdAt,
    ...kept,
  };
}

export function openSumsubStore(dataFolder: string): SumsubStore {
  mkdirSync(dataFolder, { recursive: true });
  const database = new DatabaseSync(join(dataFolder, 'sumsub.sqlite'));
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000;');
  database.exec(schema);
  return { ...applicants(database), ...deliveries(database), ...whole(database) };
}

function applicants(
  database: DatabaseSync,
): Pick<SumsubStore, 'find' | 'byReference' | 'of' | 'open' | 'change' | 'submissions'> {
  const one = (column: 'id' | 'externalUserId', value: string): Applicant | undefined => {
    const row = database.prepare(`select * from applicants where ${column} = ?`).get(value);
    return row && readApplicant(row);
  };
  const known = (id: string): Applicant => {
    const applicant = one('id', id);
    if (!applicant) throw new Error(`there is no applicant ${id}`);
    return applicant;
  };
  const all = (): Applicant[] => database.prepare('select * from applicants order by createdAt, id').all().map(readApplicant);
  return {
    find: (id) => one('id', id),
    byReference: (reference) => one('externalUserId', reference),
    of: (user) => all().filter(({ externalUserId }) => externalUserId === user || externalUserId.startsWith(`${user}-`)),
    open: ({ id, externalUserId, level, createdAt, fixed }) => {
      const kept: Kept = { reviewStatus: 'init', result: null, fixed, read: null, sides: [], submitted: 0 };
      database
        .prepare('insert into applicants (id, externalUserId, level, createdAt, state) values (?, ?, ?, ?, ?)')
        .run(id, externalUserId, level, createdAt.getTime(), JSON.stringify(kept));
      return known(id);
    },
    change: (id, to) => {
      const { reviewStatus, result, fixed, read, sides, submitted } = { ...known(id), ...to };
      const kept: Kept = { reviewStatus, result, fixed, read, sides, submitted };
      database.prepare('update applicants set state = ? where id = ?').run(JSON.stringify(kept), id);
      return known(id);
    },
    submissions: () => Math.max(0, ...all().map(({ submitted }) => submitted)),
  };
}

function deliveries(database: DatabaseSync): Pick<SumsubStore, 'tell' | 'due' | 'retryAt' | 'delivered'> {
  return {
    tell: ({ body, dueAt, forged }) => {
      database
        .prepare('insert into deliveries (body, dueAt, forged) values (?, ?, ?)')
        .run(body, dueAt.getTime(), forged ? 1 : 0);
    },
    due: (now) =>
      database
        .prepare('select * from deliveries where dueAt <= ? order by dueAt, id limit 50')
        .all(now.getTime())
        .map((row) => ({
          id: Number(row['id']),
          body: String(row['body']),
          attempts: Number(row['attempts']),
          forged: Number(row['forged']) === 1,
        })),
    retryAt: (id, instant) => {
      database.prepare('update deliveries set attempts = attempts + 1, dueAt = ? where id = ?').run(instant.getTime(), id);
    },
    delivered: (id) => {
      database.prepare('delete from deliveries where id = ?').run(id);
    },
  };
}

function whole(database: DatabaseSync): Pick<SumsubStore, 'keepToken' | 'token' | 'clear' | 'close'> {
  return {
    keepToken: (token, { user, level, untilMs }) => {
      database.prepare('insert into tokens (token, user, level, untilMs) values (?, ?, ?, ?)').run(token, user, level, untilMs);
    },
    token: (token) => {
      const row = database.prepare('select * from tokens where token = ?').get(token);
      return row && { user: String(row['user']), level: String(row['level']), untilMs: Number(row['untilMs']) };
    },
    clear: () => database.exec('delete from deliveries; delete from tokens; delete from applicants;'),
    close: () => database.close(),
  };
}
