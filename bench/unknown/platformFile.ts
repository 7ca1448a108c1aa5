import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export const platforms = ['mt5', 'mt4'] as const;
export type PlatformName = (typeof platforms)[number];

/** A deal as it stands in a platform's own file. */
export interface FileDeal {
  readonly ticket: number;
  readonly login: number;
  readonly comment: string;
  readonly minor: bigint;
  /** UTC, whatever the server's clock shows. */
  readonly timeMs: number;
}

/** The file that a platform's stand-in keeps. Read beside it; written to only inside a transaction that is taken back. */
export interface PlatformFile {
  lastTicket(): number;
  dealsAfter(ticket: number): FileDeal[];
  balances(logins: readonly number[]): Map<number, bigint>;
  /** Spoils the file, looks at it, and takes back what was spoilt. */
  spoilt<Result>(statements: readonly string[], look: () => Result): Result;
  close(): void;
}

export function openPlatformFile(dataFolder: string, platform: PlatformName): PlatformFile {
  const database = new DatabaseSync(path.join(dataFolder, 'sandbox', platform, `${platform}.db`), { readBigInts: true });
  database.exec('pragma busy_timeout = 20000');
  return {
    lastTicket: () => Number(database.prepare('select coalesce(max(ticket), 0) as ticket from deals').get()?.['ticket']),
    dealsAfter: (ticket) =>
      database
        .prepare('select ticket, login, comment, profit, time_ms from deals where ticket > ? order by ticket')
        .all(ticket)
        .map((row) => ({
          ticket: Number(row['ticket']),
          login: Number(row['login']),
          comment: String(row['comment']),
          minor: BigInt(row['profit'] as bigint),
          timeMs: Number(row['time_ms']),
        })),
    balances: (logins) =>
      new Map(
        logins.flatMap((login) => {
          const row = database.prepare('select balance from users where login = ?').get(login);
          return row ? [[login, BigInt(row['balance'] as bigint)] as const] : [];
        }),
      ),
    spoilt(statements, look) {
      database.exec('begin immediate');
      try {
        for (const statement of statements) database.exec(statement);
        return look();
      } finally {
        database.exec('rollback');
      }
    },
    close: () => database.close(),
  };
}
