import type { Currency } from '../base/currency.ts';
import type { Sql } from '../base/sql.ts';
import type { AccountKind } from './chart.ts';

/** What stood on the accounts of one kind and name, of one company and currency, over a day. Clients' accounts of a kind are one. */
export interface TrialLine {
  readonly company: number;
  readonly unit: Currency;
  readonly isClients: boolean;
  readonly kind: AccountKind;
  /** Of an account of the broker, such as the provider; empty where there is one of its kind. */
  readonly name: string;
  readonly opening: bigint;
  /** What went out. */
  readonly debit: bigint;
  /** What came in. */
  readonly credit: bigint;
  readonly closing: bigint;
  /** Of the closing balance, what stands above zero: a client who owes makes nobody else's money less. */
  readonly owed: bigint;
}

const mostLines = 2_000;

/**
 * The trial balance of a day: every kind of account with what was there before, what went out and came in by when it happened, and
 * what is there after. The closing balances of a company and currency sum to zero. From the balances of now back through what has
 * happened since, so that a late day costs little.
 */
export async function trialBalance(sql: Sql, day: { readonly from: Date; readonly till: Date }): Promise<TrialLine[]> {
  const rows = await sql.many<Readonly<Record<'opening' | 'debit' | 'credit' | 'closing' | 'owed', string>> & TrialLine>(
    trialText,
    [day.from, day.till, mostLines],
  );
  return rows.map((row) => ({
    ...row,
    opening: BigInt(row.opening),
    debit: BigInt(row.debit),
    credit: BigInt(row.credit),
    closing: BigInt(row.closing),
    owed: BigInt(row.owed),
  }));
}

const trialText = `
  with since as materialized (
    select e.from_account, e.to_account, e.amount, m.at >= $2 as is_after
    from ledger_movement m join ledger_entry e on e.movement_id = m.id where m.at >= $1
  ), moved as (
    select account_id, coalesce(sum(came - went) filter (where is_after), 0) as after,
      coalesce(sum(went) filter (where not is_after), 0) as debit, coalesce(sum(came) filter (where not is_after), 0) as credit
    from (select to_account as account_id, amount as came, 0 as went, is_after from since
      union all select from_account, 0, amount, is_after from since) side group by account_id
  ), fresh as (
    select account_id, sum(minor) as minor from (
      select to_account as account_id, amount as minor from ledger_entry
        where transaction_id >= (select coalesce(max(upto_transaction), 0) from audit_seal)
      union all
      select from_account, -amount from ledger_entry
        where transaction_id >= (select coalesce(max(upto_transaction), 0) from audit_seal)) side group by account_id
  ), each as (
    select a.company, a.unit, a.client_id is not null as is_clients, a.kind,
      case when a.client_id is null then split_part(a.code, ':', 5) else '' end as name,
      coalesce(a.balance, coalesce(r.balance, 0) + coalesce(f.minor, 0)) - coalesce(m.after, 0) as closing,
      coalesce(m.debit, 0) as debit, coalesce(m.credit, 0) as credit
    from ledger_account a left join ledger_rollup r on r.account_id = a.id left join fresh f on f.account_id = a.id
      left join moved m on m.account_id = a.id
  )
  select company, unit, is_clients as "isClients", kind, name, sum(closing - credit + debit)::text as opening, sum(debit)::text as debit,
    sum(credit)::text as credit, sum(closing)::text as closing, sum(greatest(closing, 0))::text as owed
  from each group by company, unit, is_clients, kind, name
  having sum(abs(closing)) > 0 or sum(debit) > 0 or sum(credit) > 0
  order by company, unit, is_clients desc, kind, name limit $3`;

/** What is set aside for withdrawals that are under way: what providers will have to pay out. */
export interface Awaited {
  readonly company: number;
  readonly unit: Currency;
  readonly count: number;
  readonly minor: bigint;
}

export async function awaitedPayouts(sql: Sql): Promise<Awaited[]> {
  const rows = await sql.many<Omit<Awaited, 'minor'> & { minor: string }>(
    `select a.company, a.unit, count(*)::integer as count, sum(h.remaining)::text as minor
     from ledger_hold h join ledger_account a on a.id = h.account_id
     where h.state = 'open' and h.purpose = 'withdrawal' group by a.company, a.unit order by a.company, a.unit limit ${mostLines}`,
  );
  return rows.map((row) => ({ ...row, minor: BigInt(row.minor) }));
}
