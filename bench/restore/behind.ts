import { setTimeout as wait } from 'node:timers/promises';
import type { Sql } from '../../src/base/sql.ts';
import type { Pool } from '../../src/server/database/pool.ts';
import { readPlatform } from '../crash/books.ts';

/** An account whose platform holds something else than the ledger. */
export interface Apart {
  readonly number: number;
  readonly platform: bigint;
  readonly ledger: bigint;
  /** A payment of it has moved since the era began: what differs then may pass, and is told when it has not. */
  readonly isMoving: boolean;
}

/** What a portal has told of an account whose books differ. */
export interface Told {
  readonly number: number;
  readonly isReported: boolean;
  readonly isInAudit: boolean;
}

const passMost = 400;
const betweenLooksMs = 500;

/** Every live account whose two books differ now, by the platforms' own files. */
export async function apartOf(sql: Sql, dataFolder: string): Promise<Apart[]> {
  const books = { mt4: readPlatform(dataFolder, 'mt4'), mt5: readPlatform(dataFolder, 'mt5') };
  const rows = await sql.many<{ number: number; server: 'mt4' | 'mt5'; ledger: bigint; is_moving: boolean }>(
    `select a.number, a.platform as server, coalesce(l.balance, 0) as ledger,
       exists (select from remittance r where a.number in (r.account_number, r.target_number)
         and r.updated_at > (select max(began_at) from audit_era)) as is_moving from trading_account a
       left join ledger_account l on l.kind = 'trading' and l.client_id = a.client_id and split_part(l.code, ':', 6) = a.number::text
     where not a.is_demo order by a.number limit 10000`,
  );
  return rows
    .map(({ number, server, ledger, is_moving: isMoving }) => {
      const platform = books[server].balances.get(number) ?? 0n;
      return { number, ledger, platform, isMoving };
    })
    .filter(({ platform, ledger }) => platform !== ledger);
}

/** Until both platforms' accounts were compared once in the era that is; answers how long that took, in seconds. */
export async function untilCompared(owner: Pool): Promise<number> {
  const begun = Date.now();
  for (let looks = 0; looks < passMost; looks += 1) {
    const { passes } = await owner.sql.one<{ passes: number }>(
      `select count(*)::integer as passes from cursor_mark where name in ('reconcile:mt4', 'reconcile:mt5')
         and (value->>'era')::integer = (select max(number) from audit_era)`,
    );
    if (passes === 2) return (Date.now() - begun) / 1000;
    await wait(betweenLooksMs);
  }
  throw new Error('the books were not compared');
}

export async function toldOf(sql: Sql): Promise<Told[]> {
  const rows = await sql.many<{ number: number; is_reported: boolean; is_in_audit: boolean }>(
    `select number, reported_at is not null as is_reported, exists (select from audit_event where action = 'mirror.difference'
       and subject = 'account:' || number and detail->>'difference' = d.id::text) as is_in_audit
     from reconciliation_difference d where closed_at is null order by number limit 10000`,
  );
  return rows.map((row) => ({ number: row.number, isReported: row.is_reported, isInAudit: row.is_in_audit }));
}

/** What was not told as it must be, a sentence each. `metric` is atrium_reconciliation_difference. */
export function faultsOfBehind(apart: readonly Apart[], told: readonly Told[], metric: number): string[] {
  if (apart.length === 0) return ['no account differs: the drill has nothing to find'];
  const faults = apart.flatMap(({ number, platform, ledger }) => {
    const one = told.find((each) => each.number === number);
    if (!one) return [`account ${number}: the platform holds ${platform}, the ledger ${ledger}, and nobody found it`];
    if (!one.isReported) return [`account ${number}: its difference was found and not reported`];
    return one.isInAudit ? [] : [`account ${number}: its difference is not in the audit`];
  });
  return metric >= apart.length ? faults : [...faults, `the metric tells ${metric} differences, and there are ${apart.length}`];
}

/** Waits until what moved has come to rest and is told too; answers what is not told even then. */
export async function faultsAtRest(owner: Pool, dataFolder: string): Promise<string[]> {
  for (let looks = 0; ; looks += 1) {
    const apart = await apartOf(owner.sql, dataFolder);
    const faults = apart.length === 0 ? [] : faultsOfBehind(apart, await toldOf(owner.sql), apart.length);
    if (faults.length === 0 || looks === passMost) return faults;
    await wait(betweenLooksMs);
  }
}
