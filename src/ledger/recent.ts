import type { Sql } from '../base/sql.ts';
import { verifyAuditChain, type Check, type Finding } from './audit.ts';

/** How far the audit of what is recent has come. */
export interface RecentMark {
  /** The last seal then: what was written after it has still to be looked at. */
  readonly seal: string;
  /** The account that was looked at last, though it had not moved: the next run goes on behind it. */
  readonly account: string;
  /** Accounts that were found at fault: they are looked at again until they are not. */
  readonly suspects: readonly string[];
}

/** Accounts that are looked at in one run though nothing moved them, so that all of them are, by and by. */
const sliceSize = 1000;
/** A worker that was away for longer than so many seals takes up only these: the rest is the slices' and the night's. */
const mostSeals = 120;
const mostFindings = 100;
const lastSeals = 3;

interface Fault {
  readonly check: Check;
  readonly detail: string;
  readonly account: bigint | null;
}

/**
 * Recomputes what has moved since the last run from its entries (the roll-up of the last seal and what came since), a slice of the
 * other accounts, and the last seals. Costs what has moved, however much there is; everything from the first entry on is the
 * night's. That the book sums to zero follows where each balance is that of its entries and no leg crosses.
 */
export async function auditRecent(sql: Sql, mark?: RecentMark): Promise<{ findings: Finding[]; mark: RecentMark }> {
  const { seal, since } = await sql.one<{ seal: bigint; since: bigint }>(
    `select coalesce(max(number), 0) as seal, coalesce((select upto_transaction from audit_seal
         where number = greatest($1::bigint, (select max(number) from audit_seal) - ${mostSeals})), 0) as since
       from audit_seal`,
    [mark?.seal ?? 0],
  );
  const { slice, last } = await nextSlice(sql, mark?.account ?? '0');
  const faults = await sql.many<Fault>(accountFaults, [since, [...slice, ...(mark?.suspects ?? [])]]);
  const legs = await sql.many<Fault>(legFaults, [since]);
  const findings: Finding[] = [...faults, ...legs].map(({ check, detail }) => ({ check, detail }));
  const suspects = [...new Set(faults.flatMap(({ account }) => (account === null ? [] : [String(account)])))];
  return {
    findings: [...findings, ...(await verifyAuditChain(sql, { lastSeals }))],
    mark: { seal: String(seal), account: last, suspects },
  };
}

async function nextSlice(sql: Sql, after: string): Promise<{ slice: readonly string[]; last: string }> {
  const rows = await sql.many<{ id: bigint }>(`select id from ledger_account where id > $1 order by id limit ${sliceSize}`, [
    after,
  ]);
  const slice = rows.map(({ id }) => String(id));
  return { slice, last: slice.length < sliceSize ? '0' : (slice.at(-1) ?? '0') };
}

const accountFaults = `
  with sealed as (select coalesce(max(upto_transaction), 0) as upto from audit_seal),
  asked as materialized (
    select to_account as id from ledger_entry where transaction_id >= $1
    union select from_account from ledger_entry where transaction_id >= $1
    union select unnest($2::bigint[])
  ), summed as (
    select account_id, sum(amount) as balance from (
      select r.account_id, r.balance as amount from ledger_rollup r join asked on asked.id = r.account_id
      union all
      select e.to_account, e.amount from ledger_entry e where e.transaction_id >= (select upto from sealed)
      union all
      select e.from_account, -e.amount from ledger_entry e where e.transaction_id >= (select upto from sealed)
    ) moved group by account_id
  ), told as (
    select a.*, coalesce(s.balance, 0) as entries from asked join ledger_account a using (id) left join summed s on s.account_id = a.id
  )
  select 'balance_differs' as check, code || ': balance ' || balance || ', entries ' || entries as detail, id as account
    from told where balance is not null and balance <> entries
  union all
  select 'below_floor', code || ': ' || balance, id from told where balance < floor
  union all
  select 'hold_differs', t.code || ': balance ' || t.balance || ', open holds ' || coalesce(h.remaining, 0), t.id
    from told t left join lateral (
      select sum(remaining) as remaining from ledger_hold where account_id = t.id and state = 'open'
    ) h on true
    where t.kind = 'hold' and t.balance <> coalesce(h.remaining, 0)
  limit ${mostFindings}`;

const legFaults = `
  select 'movement_without_legs' as check, m.key as detail, null::bigint as account from ledger_movement m
    where m.transaction_id >= $1 and not exists (select from ledger_entry e where e.movement_id = m.id)
  union all
  select case when m.id is null then 'entry_without_movement' else 'leg_crosses' end, e.movement_id || '/' || e.line, null
    from ledger_entry e left join ledger_movement m on m.id = e.movement_id
    left join ledger_account f on f.id = e.from_account left join ledger_account t on t.id = e.to_account
    where e.transaction_id >= $1 and (f.company = t.company and f.unit = t.unit and m.company = f.company) is not true
  limit ${mostFindings}`;
