import { isCurrency, type Currency } from '../../base/currency.ts';
import type { Sql } from '../../base/sql.ts';
import type { DayCompared, PostedLine, ReportedLine, TransactionKind } from './rules.ts';

/** A line of a provider's report as its port reads it. */
interface ReadLine {
  readonly transactionId: string;
  readonly reference: string;
  readonly kind: TransactionKind;
  readonly amount: { readonly minor: bigint; readonly currency: Currency | undefined; readonly letters?: string };
  readonly settledAt: Date;
}

/** Keeps the lines of a day's report; what is known stays. */
export async function keepLines(
  sql: Sql,
  of: { readonly provider: string; readonly day: string; readonly lines: readonly ReadLine[]; readonly now: Date },
): Promise<void> {
  const { provider, day, lines, now } = of;
  await sql.run(
    `insert into settlement_line (provider, day, transaction_id, kind, reference, letters, amount, settled_at, read_at)
     select $1, $2::date, t, k, r, l, a, s, $9 from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::timestamptz[])
       as line (t, k, r, l, a, s)
     on conflict do nothing`,
    [
      provider,
      day,
      lines.map(({ transactionId }) => transactionId),
      lines.map(({ kind }) => kind),
      lines.map(({ reference }) => reference.slice(0, 50)),
      lines.map(({ amount }) => (amount.letters ?? amount.currency ?? '').slice(0, 16)),
      lines.map(({ amount }) => amount.minor),
      lines.map(({ settledAt }) => settledAt),
      now,
    ],
  );
}

/** A transaction of a report that nothing has followed from here. */
export interface MissingTransaction {
  readonly transactionId: string;
  readonly reference: string;
}

const mostMissing = 1000;

/** The part of a withdrawal that a line of a report has paid; what was reversed under that very number is a line of its own. */
const payoutOf = (line: string) => `select p.id, p.remittance_id from payout p
  where p.provider_transaction = ${line}.transaction_id and p.provider = ${line}.provider and ${line}.kind = p.way
    and ${line}.reference like p.reference || '%'`;

/** What a day's report has and nothing has followed from here: its notification is lost, or on its way. */
export function missingOf(sql: Sql, provider: string, day: string): Promise<MissingTransaction[]> {
  return sql.many<MissingTransaction>(
    `select l.transaction_id as "transactionId", l.reference from settlement_line l
     left join provider_transaction t on (t.provider, t.transaction_id, t.kind) = (l.provider, l.transaction_id, l.kind)
     where l.provider = $1 and l.day = $2::date and t.outcome is null and not exists (${payoutOf('l')} and p.phase = 'completed')
     order by l.id limit ${mostMissing}`,
    [provider, day],
  );
}

/** Which movements of the book a transaction has become, in a query with `t` and its order `r`. */
const movementOf = `m.key = any (array['payment_unmatched:' || t.id, 'unmatched_returned:' || t.id,
  'reversal:' || t.outcome_remittance_id, 'withdrawal_returned:' || t.outcome_remittance_id, 'won_back:' || t.outcome_remittance_id,
  case when t.kind = 'payment' and r.provider_transaction = t.transaction_id then 'deposit:' || r.id end,
  case when t.kind = 'payment' and r.provider_transaction = t.transaction_id then 'deposit_received:' || r.id end])`;

/** Whether a transfer `p` is of a transaction `t` of its order: what takes, or gives again, what several payments had brought is one for each. */
const isTransferOf = `p.provider_transaction = t.transaction_id
  and t.kind = case split_part(p.taken_back_by, ':', 1) when 'refunded' then 'refund' else split_part(p.taken_back_by, ':', 1) end`;

/** The further movements that a transaction `t` has become so. */
const furtherOf = `select 'reversal:' || p.id as key from remittance p
    where t.outcome = 'reversed' and p.reverses = t.remittance_id and p.id <> t.outcome_remittance_id and ${isTransferOf}
  union all
  select 'won_back:' || p.id from remittance o join remittance p on p.reverses = o.id
    where t.outcome = 'won_back' and o.reverses = t.remittance_id and p.id <> t.outcome_remittance_id and ${isTransferOf}`;

/** What of a movement is at the provider's account: more than zero came in. */
const atProvider = `sum(case when f.kind = 'provider' then e.amount else -e.amount end)::bigint`;

type LineOfDay = ReportedLine & { readonly letters: string };

/** A day's report, each line with what the book has of it. */
export function linesOf(sql: Sql, provider: string, day: string): Promise<LineOfDay[]> {
  return sql.many<LineOfDay>(
    `select l.transaction_id as "transactionId", l.kind, l.reference, l.letters, l.amount,
       case when t.id is not null then t.outcome when w.id is not null then 'paid_out' end as outcome,
       coalesce(t.payout_id is not null, false) as "isReturn", p.minor as posted, coalesce(p.day = l.day, false) as "isSameDay"
     from settlement_line l
     left join provider_transaction t on (t.provider, t.transaction_id, t.kind) = (l.provider, l.transaction_id, l.kind)
     left join remittance r on r.id = t.remittance_id
     left join lateral (${payoutOf('l')} limit 1) w on true
     left join lateral (
       select ${atProvider} as minor, min((m.at at time zone 'UTC')::date) as day
       from (
         select m.id, m.at from ledger_movement m
         where t.id is not null and ${movementOf} or m.key = 'withdrawal_settled:' || w.remittance_id || '-' || w.id
         union all
         select m.id, m.at from (${furtherOf}) further join ledger_movement m on m.key = further.key
       ) m join ledger_entry e on e.movement_id = m.id
       join ledger_account f on f.id = e.from_account join ledger_account g on g.id = e.to_account
       where 'provider' in (f.kind, g.kind) having count(*) > 0
     ) p on true
     where l.provider = $1 and l.day = $2::date order by l.id`,
    [provider, day],
  );
}

type PostedOfDay = PostedLine & { readonly currency: string };

/** What the book has of a provider's accounts on a day, with where the report has the same. */
export function postedOn(sql: Sql, provider: string, day: string): Promise<PostedOfDay[]> {
  return sql.many<PostedOfDay>(
    `with account as (select id, unit from ledger_account where kind = 'provider' and code like '%:provider:' || $1::text),
     -- First the movements of the day: the provider's accounts have as many entries as there ever were payments.
     moved as materialized (
       select id, key from ledger_movement
       where at >= $2::date::timestamp at time zone 'UTC' and at < ($2::date + 1)::timestamp at time zone 'UTC'
     ), posted as (
       select moved.key, account.unit, sum(case when e.from_account = account.id then e.amount else -e.amount end)::bigint as minor
       from moved join ledger_entry e on e.movement_id = moved.id
       join account on account.id in (e.from_account, e.to_account) group by moved.key, account.unit
     )
     select m.key, m.unit as currency, m.minor, l.day::text as "reportedOn" from posted m
     left join lateral (
       select l.day from provider_transaction t join remittance r on r.id = t.remittance_id
       join settlement_line l on (l.provider, l.transaction_id, l.kind) = (t.provider, t.transaction_id, t.kind)
       where t.provider = $1 and (
         t.id = case when m.key like '%unmatched%' then split_part(m.key, ':', 2)::bigint end
         or t.remittance_id = case when m.key like 'deposit%' then split_part(m.key, ':', 2)::integer end
         or t.outcome_remittance_id = case when m.key like 'reversal:%' or m.key like 'won_back:%' or m.key like 'withdrawal_returned:%' then split_part(m.key, ':', 2)::integer end
       ) and ${movementOf}
       union all
       select l.day from remittance p join remittance o on o.id = p.reverses
       join provider_transaction t on t.remittance_id = coalesce(o.reverses, o.id) and ${isTransferOf}
       join settlement_line l on (l.provider, l.transaction_id, l.kind) = (t.provider, t.transaction_id, t.kind)
       where t.provider = $1 and p.id = case when m.key like 'reversal:%' or m.key like 'won_back:%' then split_part(m.key, ':', 2)::integer end
       union all
       select l.day from payout p join settlement_line l on l.transaction_id = p.provider_transaction and l.provider = p.provider
         and l.kind = p.way and l.reference like p.reference || '%'
       where m.key = 'withdrawal_settled:' || p.remittance_id || '-' || p.id and p.remittance_id =
         case when m.key like 'withdrawal_settled:%' then split_part(split_part(m.key, ':', 2), '-', 1)::integer end
       limit 1
     ) l on true`,
    [provider, day],
  );
}

/** Keeps how a day compares in one currency; what staff have closed stays closed while it says the same. Answers its number and state. */
export async function keepDay(
  sql: Sql,
  of: {
    readonly provider: string;
    readonly day: string;
    readonly currency: string;
    readonly compared: DayCompared;
    readonly now: Date;
  },
): Promise<{ id: number; state: 'same' | 'explained' | 'open' | 'closed' }> {
  const { provider, day, currency, compared, now } = of;
  const { reported, posted, explained, state, findings } = compared;
  return sql.one(
    `insert into settlement_day as d (provider, day, currency, reported, posted, explained, state, findings, checked_at)
     values ($1, $2::date, $3, $4, $5, $6, $7, $8, $9)
     on conflict (provider, day, currency) do update set reported = excluded.reported, posted = excluded.posted,
       explained = excluded.explained, findings = excluded.findings, checked_at = excluded.checked_at,
       state = case when d.state = 'closed' and excluded.state = 'open' and (d.reported, d.posted) = (excluded.reported, excluded.posted)
         then 'closed' else excluded.state end
     returning id, state`,
    [
      provider,
      day,
      currency,
      reported,
      posted,
      explained,
      state,
      JSON.stringify(findings.slice(0, 100).map((finding) => ({ ...finding, minor: String(finding.minor) }))),
      now,
    ],
  );
}

/** Days that still differ, since then, and were not looked at since. */
export async function differingDays(sql: Sql, of: { provider: string; since: string; before: Date }): Promise<string[]> {
  const rows = await sql.many<{ day: string }>(
    `select distinct day::text as day from settlement_day
     where provider = $1 and state in ('open', 'explained') and day >= $2::date and checked_at < $3 order by 1 limit 31`,
    [of.provider, of.since, of.before],
  );
  return rows.map(({ day }) => day);
}

/** The last day whose report was read whole; undefined: none yet. */
export async function lastRead(sql: Sql, provider: string): Promise<string | undefined> {
  const row = await sql.maybe<{ value: { day: string } }>('select value from cursor_mark where name = $1', [
    `settlement:${provider}`,
  ]);
  return row?.value.day;
}

export async function markRead(sql: Sql, provider: string, day: string): Promise<void> {
  await sql.run(
    `insert into cursor_mark (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value, updated_at = now()`,
    [`settlement:${provider}`, JSON.stringify({ day })],
  );
}

export interface ClosedDay {
  readonly provider: string;
  readonly day: string;
  readonly currency: string;
  readonly reported: string;
  readonly posted: string;
}

/** Somebody has explained it; undefined where it is not open. */
export function closeDay(sql: Sql, id: number): Promise<ClosedDay | undefined> {
  return sql.maybe<ClosedDay>(
    `update settlement_day set state = 'closed' where id = $1 and state = 'open'
     returning provider, day::text as day, currency, reported::text as reported, posted::text as posted`,
    [id],
  );
}

export function currencyOf(letters: string): Currency | undefined {
  return isCurrency(letters) ? letters : undefined;
}

/** How a provider's day compares, as it was found last. */
export interface KeptDay {
  readonly id: number;
  readonly provider: string;
  readonly day: string;
  /** As the provider writes it. */
  readonly currency: string;
  readonly reported: bigint;
  readonly posted: bigint;
  readonly explained: bigint;
  readonly state: 'same' | 'explained' | 'open' | 'closed';
  readonly findings: readonly {
    readonly of: string;
    readonly minor: string;
    readonly why: string;
    readonly isExplained: boolean;
  }[];
}

/** The days from one to the other, both among them, the newest first. */
export function daysKept(sql: Sql, { from, till }: { readonly from: string; readonly till: string }): Promise<KeptDay[]> {
  return sql.many<KeptDay>(
    `select id, provider, day::text as day, currency, reported, posted, explained, state, findings from settlement_day
     where day between $1::date and $2::date order by day desc, provider, currency limit 1000`,
    [from, till],
  );
}
