import type { Sql } from '../base/sql.ts';

/** How much there is for an audit of everything to look at. */
export interface Coverage {
  readonly seals: bigint;
  readonly events: bigint;
  readonly movements: bigint;
  readonly entries: bigint;
  readonly accounts: bigint;
  readonly holds: bigint;
  /** Events, movements and accounts that stand under no seal yet. */
  readonly unsealed: bigint;
  readonly first_sealed_at: Date | null;
  readonly last_sealed_at: Date | null;
}

export async function coverageOf(sql: Sql): Promise<Coverage> {
  return sql.one(
    `with tail as (select coalesce(max(upto_transaction), 0) as upto from audit_seal)
     select (select count(*) from audit_seal) as seals, (select count(*) from audit_event) as events,
       (select count(*) from ledger_movement) as movements, (select count(*) from ledger_entry) as entries,
       (select count(*) from ledger_account) as accounts, (select count(*) from ledger_hold where state = 'open') as holds,
       (select count(*) from audit_event, tail where transaction_id >= upto)
         + (select count(*) from ledger_movement, tail where transaction_id >= upto)
         + (select count(*) from ledger_account, tail where transaction_id >= upto) as unsealed,
       (select min(sealed_at) from audit_seal) as first_sealed_at, (select max(sealed_at) from audit_seal) as last_sealed_at`,
  );
}
