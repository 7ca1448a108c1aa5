import type { Sql } from '../../src/base/sql.ts';
import { auditLedger } from '../../src/ledger/audit.ts';

/** What was raced for: so much of one wallet, by these remittances. */
export interface Race {
  readonly walletCode: string;
  /** What the wallet held before, all of which each of them wanted, in cents. */
  readonly minor: bigint;
  readonly ids: readonly number[];
}

/** What is wrong after a race; empty where exactly one has had the money, once. */
export async function judge(sql: Sql, { walletCode, minor, ids }: Race): Promise<string[]> {
  const faults: string[] = [];
  const { left } = await sql.one<{ left: bigint }>('select balance as left from ledger_account where code = $1', [walletCode]);
  if (left !== 0n) faults.push(`${walletCode} holds ${left} instead of 0: ${minor} was there, and one wanted all of it`);
  const moved = await sql.many<{ id: number; times: number; minor: bigint }>(
    `select r.id, count(distinct m.id)::integer as times, sum(e.amount)::bigint as minor
       from remittance r
       join ledger_movement m on split_part(m.key, ':', 2) = r.id::text and m.kind in ('withdrawal_held', 'transfer_held', 'transfer_sent')
       join ledger_entry e on e.movement_id = m.id join ledger_account a on a.id = e.from_account and a.code = $2
      where r.id = any($1::int[]) group by r.id`,
    [ids, walletCode],
  );
  if (moved.length !== 1)
    faults.push(`${moved.length} of ${ids.length} have moved the money: ${moved.map(({ id }) => id).join(', ')}`);
  for (const { id, times, minor: taken } of moved)
    if (times !== 1 || taken !== minor) faults.push(`${id} has taken ${taken} in ${times} movements`);
  return faults;
}

export async function judgeBook(sql: Sql): Promise<string[]> {
  return (await auditLedger(sql, { scope: 'whole' })).map((finding) => `the audit found ${JSON.stringify(finding)}`);
}
