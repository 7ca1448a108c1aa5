import type { Currency } from '../../base/currency.ts';
import type { Sql } from '../../base/sql.ts';
import { provider } from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import type { BankBalances } from '../../ports/payments/port.ts';
import type { Compared, Finding, BothSides } from './comparing.ts';

export interface NewBalance {
  readonly statementId: number;
  readonly account: string;
  readonly company: number;
  readonly told: BankBalances;
}

/** Keeps what a statement says was on an account. */
export async function addBalance(sql: Sql, { statementId, account, company, told }: NewBalance): Promise<void> {
  await sql.run(
    `insert into bank_balance (statement_id, account, company_id, currency, opening, closing, opened_at, closed_at, written_at,
       sequence) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      statementId,
      account,
      company,
      told.currency,
      told.opening,
      told.closing,
      told.openedAt,
      told.closedAt,
      told.writtenAt,
      told.sequence,
    ],
  );
}

/**
 * What is compared of a company and currency begins with the first balance that is told: with what the book has then. Locks it, so that no
 * look passes by what is being booked.
 */
export async function beginCheck(
  sql: Sql,
  { company, told, now }: { readonly company: number; readonly told: BankBalances; readonly now: Date },
): Promise<void> {
  const { currency, opening, openedAt } = told;
  // What somebody holds for the broker stands below zero.
  const book = -(await balanceOf(sql, provider(company, currency, 'bank')));
  await sql.run(
    `insert into bank_check (company_id, currency, after_entry, from_book, from_at, state, stated, book, stated_at, missing, difference,
       explained, findings, checked_at)
     select $1, $2, coalesce((select max(id) from bank_entry), 0), $3, $4, 'same', $5, $3, $6, 0, 0, 0, '[]', $4
     on conflict (company_id, currency) do update set checked_at = bank_check.checked_at`,
    [company, currency, book, now, opening, openedAt],
  );
}

/** How the bank's balances of a company and currency compare, as it was found last. */
export interface KeptCheck {
  readonly id: number;
  readonly companyId: number;
  readonly currency: Currency;
  readonly state: 'same' | 'explained' | 'open' | 'closed';
  readonly stated: bigint;
  readonly book: bigint;
  readonly statedAt: Date;
  readonly missing: bigint;
  readonly difference: bigint;
  readonly explained: bigint;
  readonly findings: readonly (Omit<Finding, 'minor'> & { readonly minor: string })[];
  readonly openSince: Date | null;
}

const columns = `c.id, c.company_id as "companyId", c.currency, c.state, c.stated, c.book, c.stated_at as "statedAt", c.missing, c.difference,
  c.explained, c.findings, c.open_since as "openSince"`;

export function checksKept(sql: Sql): Promise<KeptCheck[]> {
  return sql.many<KeptCheck>(`select ${columns} from bank_check c order by c.company_id, c.currency limit 200`);
}

/** The check, locked until the caller's transaction ends. */
export function lockCheck(sql: Sql, id: number): Promise<KeptCheck | undefined> {
  return sql.maybe<KeptCheck>(`select ${columns} from bank_check c where c.id = $1 for update of c`, [id]);
}

/** What of a movement, named by these keys, is on the bank's account of the book: more than zero came in. */
const onAccount = (keys: string): string => `(
  select sum(case when g.from_account = a.id then g.amount else -g.amount end)::bigint from ledger_movement m
  join ledger_entry g on g.movement_id = m.id, account a where m.key = any (${keys}) and a.id in (g.from_account, g.to_account))`;

const latest = 'b.closed_at desc, b.written_at desc, b.sequence desc, b.id desc';
const first = 'b.opened_at, b.written_at, b.sequence, b.id';

/** The first in that order of what was told of account `n` under check `c`. */
const balance = (where: string, order: typeof latest | typeof first): string => `
  select b.opening, b.opened_at, b.closing, b.closed_at from bank_balance b
   where b.company_id = c.company_id and b.currency = c.currency and b.account = n.account and ${where} order by ${order} limit 1`;

/** The first account behind that one that anything was told of under check `c`. */
const accountAfter = (account: string): string => `
  select b.account from bank_balance b
   where b.company_id = c.company_id and b.currency = c.currency and b.account > ${account} order by b.account limit 1`;

/**
 * All of it in one statement, so that nothing moves between the one side and the other. It costs what came since the last look that left
 * nothing open: what was missing by then is explained, and of an account that has told of a balance since, its first is begun with.
 */
const sides = `with recursive own as (select * from bank_check where id = $1),
  account as (select id from ledger_account where code = $2),
  named as (
    select l.account from own c, lateral (${accountAfter("''")}) l
    union all
    select l.account from named n, own c, lateral (${accountAfter('n.account')}) l
  ), told as (
    select n.account, l.closing, l.closed_at from named n, own c, lateral (${balance('true', latest)}) l
  ), settled as (
    select t.account, l.closing as minor, l.closed_at as at, f.opened_at as since from told t join named n using (account), own c,
      lateral (${balance('b.id <= c.from_balance', latest)}) l, lateral (${balance('b.id <= c.from_balance', first)}) f
  ), begun as (
    select * from settled
    union all
    select n.account, f.opening, f.opened_at - interval '1 microsecond', f.opened_at from named n, own c, lateral (${balance('true', first)}) f
      where not exists (select from settled s where s.account = n.account)
  ), entry as (
    select e.id, e.account, e.entry_key, e.outcome, e.direction, e.remittance_id, e.booked_at, e.read_at as at,
      case e.direction when 'credit' then e.amount else -e.amount end as minor
    from bank_entry e join own c using (company_id, currency) where e.id > c.after_entry
  ), whole as (
    select told.closing - begun.minor - coalesce((
      select sum(case e.direction when 'credit' then e.amount else -e.amount end) from bank_entry e, own c
      where e.account = told.account and e.currency = c.currency and e.booked_at > begun.at and e.booked_at <= told.closed_at
    ), 0) - coalesce((
      select sum(e.minor) from entry e
      where e.account = told.account and e.booked_at between begun.since and least(begun.at, told.closed_at)
    ), 0) as missing from told join begun using (account)
  ), handed as (
    select e.id, e.at, t.outcome, e.minor - coalesce(${onAccount(`array['payment_unmatched:' || t.id, 'unmatched_returned:' || t.id,
      'reversal:' || t.outcome_remittance_id, case when e.direction = 'credit' then 'deposit:' || r.id end,
      case when e.direction = 'credit' then 'deposit_received:' || r.id end]`)}, 0) as minor
    from entry e
    left join provider_transaction t on t.provider = 'bank' and t.transaction_id = left(e.account || '/' || e.entry_key, 200)
      and t.kind = case e.direction when 'credit' then 'payment' else 'refund' end
    left join remittance r on r.id = t.remittance_id and r.provider_transaction = t.transaction_id
    where e.outcome = 'handed'
  ), paid as (
    select remittance_id, sum(minor)::bigint as minor, max(at) as at from (
      select remittance_id, minor, at from entry where outcome = 'noted' and remittance_id is not null
      union all
      select p.remittance_id, -coalesce(${onAccount(`array['withdrawal_settled:' || p.remittance_id || '-' || p.id]`)}, 0), p.updated_at
      from payout p, own c where p.provider = 'bank' and p.phase = 'completed' and p.updated_at >= c.from_at
    ) each group by remittance_id having sum(minor) <> 0
  ), item as (
    select 'entry:' || id as of, minor, at, coalesce(outcome, 'under_way') as why from handed where minor <> 0
    union all select 'entry:' || id, minor, at, 'waiting' from entry where outcome = 'waiting'
    union all select 'transfer:' || remittance_id, minor, at, 'payout' from paid
    union all select 'entries', sum(minor)::bigint, max(at), 'not_ours' from entry where outcome = 'noted' and remittance_id is null
      having sum(minor) <> 0
  )`;

interface SidesRow extends Omit<BothSides, 'items' | 'book'> {
  readonly ledger: bigint;
  readonly items: readonly { readonly of: string; readonly minor: string; readonly at: string; readonly why: string }[];
  readonly lastEntry: number;
  readonly lastBalance: number;
  readonly isQuiet: boolean;
}

export interface SidesSeen extends BothSides {
  /** The last transaction and balance that were counted; whether nothing is to be decided of any, and no payout could be told of meanwhile. */
  readonly lastEntry: number;
  readonly lastBalance: number;
  readonly isQuiet: boolean;
}

const mostItems = 1000;

/** How it stands now; what the book has is read with it. */
export async function sidesOf(sql: Sql, { id, companyId, currency }: KeptCheck, now: Date): Promise<SidesSeen> {
  const { code } = provider(companyId, currency, 'bank');
  const row = await sql.one<SidesRow>(
    `${sides}
     select (select coalesce(sum(closing), 0)::bigint from told) as stated, (select max(closed_at) from told) as "statedAt",
       ((select coalesce(sum(missing), 0) from whole) - case c.from_balance when 0 then c.known_missing else 0 end)::bigint as missing,
       (select coalesce(sum(minor), 0)::bigint from entry) as read, (select coalesce(max(id), 0) from bank_balance)::integer as "lastBalance",
       c.from_book as "fromBook",
       coalesce((select coalesce(u.balance, 0) + coalesce((
           select sum(case when g.to_account = a.id then g.amount else -g.amount end) from ledger_entry g
           where g.transaction_id >= (select coalesce(max(upto_transaction), 0) from audit_seal) and a.id in (g.from_account, g.to_account)
         ), 0) from ledger_account a left join ledger_rollup u on u.account_id = a.id where a.code = $2), 0)::bigint as ledger,
       (select coalesce(json_agg(json_build_object('of', of, 'minor', minor::text, 'at', at, 'why', why) order by abs(minor) desc), '[]')
         from (select * from item order by abs(minor) desc limit ${mostItems}) largest) as items,
       (select coalesce(max(id), c.after_entry) from entry)::integer as "lastEntry",
       not exists (select from payout p where p.provider = 'bank' and (p.phase = 'sent' or p.updated_at >= $3))
         and not exists (select from entry where outcome in ('suspense', 'sent_back', 'waiting')) as "isQuiet"
     from own c`,
    [id, code, now],
  );
  const { ledger, items, ...rest } = row;
  const read = items.map(({ of, minor, at, why }) => ({ of, minor: BigInt(minor), at: new Date(at), why }));
  return { ...rest, book: -ledger, items: read };
}

interface Kept {
  readonly id: number;
  readonly sides: SidesSeen;
  readonly compared: Compared;
  readonly state: KeptCheck['state'];
  readonly openSince: Date | null;
  readonly now: Date;
}

const mostFindings = 50;

/** Keeps what was found; where nothing is left that could still move, the next look begins behind it. */
export async function keepCheck(sql: Sql, { id, sides, compared, state, openSince, now }: Kept): Promise<void> {
  const { missing, difference, explained, findings, isMoving } = compared;
  await sql.run(
    `update bank_check set state = $2, stated = $3, book = $4, stated_at = $5, missing = $6, difference = $7, explained = $8, findings = $9,
       open_since = $10, checked_at = $11 where id = $1`,
    [
      id,
      state,
      sides.stated,
      sides.book,
      sides.statedAt,
      missing,
      difference,
      explained,
      JSON.stringify(findings.slice(0, mostFindings).map((finding) => ({ ...finding, minor: String(finding.minor) }))),
      openSince,
      now,
    ],
  );
  if (state !== 'open' && !isMoving && sides.isQuiet)
    await sql.run(
      `update bank_check set after_entry = $2, from_book = $3, from_at = $4, known_missing = known_missing + $5, from_balance = $6,
         missing = 0, difference = 0, explained = 0 where id = $1`,
      [id, sides.lastEntry, sides.book, now, missing, sides.lastBalance],
    );
}

/** Somebody knows what stands open. */
export async function closeCheck(sql: Sql, id: number): Promise<void> {
  await sql.run(`update bank_check set state = 'closed' where id = $1`, [id]);
}
