import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Sql } from '../../src/base/sql.ts';
import type { FundingAccount } from './journal.ts';

/** What the two books say: the ledger in PostgreSQL, and the platforms in files of their own. Read without asking the server. */

interface FundingAccountRow {
  number: number;
  code: string;
  platform: 'mt4' | 'mt5' | null;
  currency: string;
  minor: bigint;
}

/** Every wallet and live account of these clients with what the ledger has on it. */
export async function fundingAccountsOf(sql: Sql, emails: readonly string[]): Promise<FundingAccount[]> {
  const rows = await sql.many<FundingAccountRow>(
    `select p.number, p.code, p.platform, p.currency, coalesce(l.balance, 0) as minor from (
       select number, client_id, company_id || ':' || currency || ':client:' || client_id || ':wallet' as code,
         null as platform, currency from wallet
       union all
       select number, client_id, company_id || ':' || currency || ':client:' || client_id || ':trading:' || number,
         platform, currency from trading_account where not is_demo
     ) p join client c on c.id = p.client_id left join ledger_account l on l.code = p.code
     where c.email = any($1::text[]) order by p.number`,
    [emails],
  );
  return rows.map(({ platform, minor, ...row }) => ({ ...row, platform: platform ?? undefined, minor: String(minor) }));
}

/** Wallets that the owners of those places have by now and had not when those were read. */
export async function openedSince(sql: Sql, places: readonly FundingAccount[]): Promise<FundingAccount[]> {
  const known = new Set(places.map(({ code }) => code));
  const rows = await sql.many<Omit<FundingAccount, 'platform' | 'minor'>>(
    `select number, company_id || ':' || currency || ':client:' || client_id || ':wallet' as code, currency
     from wallet where client_id = any($1::integer[]) order by number`,
    [[...new Set(places.map(({ code }) => Number(code.split(':')[3])))]],
  );
  return rows.filter(({ code }) => !known.has(code)).map((row) => ({ ...row, platform: undefined, minor: '0' }));
}

/** The gold of these clients, each by a number that no wallet and no account has. */
export async function goldOf(sql: Sql, emails: readonly string[]): Promise<FundingAccount[]> {
  const rows = await sql.many<Omit<FundingAccount, 'platform'>>(
    `select -c.id as number, c.code, 'XAU' as currency, coalesce(l.balance, 0)::text as minor
     from (select id, email, company_id || ':XAU:client:' || id || ':gold' as code from client) c
       left join ledger_account l on l.code = c.code
     where c.email = any($1::text[]) order by c.id`,
    [emails],
  );
  return rows.map((row) => ({ ...row, platform: undefined }));
}

/** What closed positions, swaps and commissions have brought an account since: the platform's own doing, not the clients'. */
export async function tradedSince(sql: Sql, code: string, since: Date): Promise<bigint> {
  const row = await sql.one<{ minor: string }>(
    `select coalesce(sum(case when e.to_account = a.id then e.amount else -e.amount end), 0) as minor
     from ledger_account a join ledger_entry e on a.id in (e.from_account, e.to_account)
       join ledger_movement m on m.id = e.movement_id
     where a.code = $1 and m.kind = 'deal' and m.recorded_at > $2`,
    [code, since],
  );
  return BigInt(row.minor);
}

export interface PlatformBook {
  readonly balances: ReadonlyMap<number, bigint>;
  /** Tags of ours that stand in more than one deal. */
  readonly doubledTags: readonly string[];
}

/** A platform's own file: the balance of every login, and how often each of our tags moved money. */
export function readPlatform(dataFolder: string, platform: 'mt4' | 'mt5'): PlatformBook {
  const database = new DatabaseSync(path.join(dataFolder, 'sandbox', platform, `${platform}.db`), {
    readOnly: true,
    readBigInts: true,
  });
  try {
    const users = database.prepare('select login, balance from users').all();
    const doubled = database
      .prepare(`select comment from deals where comment glob 'r[0-9]*-*-[a-z]' group by comment having count(*) > 1 limit 100`)
      .all();
    return {
      balances: new Map(users.map((row) => [Number(row['login']), BigInt(row['balance'] as bigint)])),
      doubledTags: doubled.map((row) => String(row['comment'])),
    };
  } finally {
    database.close();
  }
}
