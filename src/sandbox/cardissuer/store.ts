import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Each phase with what the issuer calls it: of the application first, of its card once that is approved. */
export const phases = ['received', 'in_review', 'ordered', 'shipped', 'active'] as const;
export type Phase = (typeof phases)[number] | 'blocked' | 'expired' | 'declined';

/** An application and its card, as the issuer keeps them. */
export interface Application {
  readonly reference: string;
  readonly customer: string;
  readonly nameOnCard: string;
  readonly currency: string;
  readonly country: string;
  readonly notificationUrl: string;
  readonly phase: Phase;
  readonly sequence: number;
  readonly reason: string | null;
  /** Null before its approval. */
  readonly card: string | null;
  readonly lastFour: string;
  /** The first instant at which the card cannot be used any more, in milliseconds; 0 without a card. */
  readonly expiresMs: number;
  /** Since when it stands so, in milliseconds. */
  readonly changedMs: number;
}

export interface Delivery {
  readonly id: number;
  readonly reference: string;
  readonly body: string;
  readonly forged: boolean;
  readonly attempts: number;
}

/** The issuer's durable memory. */
export interface CardStore {
  find(reference: string): Application | undefined;
  byCard(card: string): Application | undefined;
  open(fresh: Application): void;
  change(to: Application): void;
  /** Those that may still move by themselves. */
  moving(): readonly Application[];
  tell(message: { readonly reference: string; readonly body: string; readonly dueAt: Date; readonly forged: boolean }): void;
  /** What is due at that instant, oldest first, at most fifty. */
  due(now: Date): readonly Delivery[];
  retryAt(id: number, instant: Date): void;
  delivered(id: number): void;
  clear(): void;
  close(): void;
}

const schema = `
  create table if not exists applications (
    reference text primary key, customer text not null, nameOnCard text not null, currency text not null, country text not null,
    notificationUrl text not null, phase text not null, sequence integer not null, reason text, card text unique,
    lastFour text not null, expiresMs integer not null, changedMs integer not null
  );
  create table if not exists deliveries (
    id integer primary key autoincrement, reference text not null, body text not null, dueMs integer not null,
    forged integer not null, attempts integer not null default 0
  );
`;

const names = [
  'reference',
  'customer',
  'nameOnCard',
  'currency',
  'country',
  'notificationUrl',
  'phase',
  'sequence',
  'reason',
  'card',
  'lastFour',
  'expiresMs',
  'changedMs',
] as const;

export function openCardStore(dataFolder: string): CardStore {
  mkdirSync(dataFolder, { recursive: true });
  const database = new DatabaseSync(join(dataFolder, 'cards.sqlite'));
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000;');
  database.exec(schema);
  const keep = database.prepare(
    `insert or replace into applications (${names.join(', ')}) values (${names.map((name) => `:${name}`).join(', ')})`,
  );
  const one = (where: string, value: string): Application | undefined => {
    const row = database.prepare(`select * from applications where ${where} = ?`).get(value);
    return row && (row as unknown as Application);
  };
  return {
    find: (reference) => one('reference', reference),
    byCard: (card) => one('card', card),
    open: (fresh) => void keep.run({ ...fresh }),
    change: (to) => void keep.run({ ...to }),
    moving: () =>
      database
        .prepare(`select * from applications where phase not in ('declined', 'expired') order by changedMs limit 200`)
        .all() as unknown as Application[],
    tell: ({ reference, body, dueAt, forged }) =>
      void database
        .prepare('insert into deliveries (reference, body, dueMs, forged) values (?, ?, ?, ?)')
        .run(reference, body, dueAt.getTime(), forged ? 1 : 0),
    due: (now) =>
      database
        .prepare('select * from deliveries where dueMs <= ? order by dueMs, id limit 50')
        .all(now.getTime())
        .map((row) => ({
          id: Number(row['id']),
          reference: String(row['reference']),
          body: String(row['body']),
          forged: row['forged'] === 1,
          attempts: Number(row['attempts']),
        })),
    retryAt: (id, instant) =>
      void database.prepare('update deliveries set attempts = attempts + 1, dueMs = ? where id = ?').run(instant.getTime(), id),
    delivered: (id) => void database.prepare('delete from deliveries where id = ?').run(id),
    clear: () => database.exec('delete from deliveries; delete from applications;'),
    close: () => database.close(),
  };
}
