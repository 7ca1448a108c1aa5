import { knownCurrency, type Currency } from '../../../base/currency.ts';
import { accountNumber, clientId, type AccountNumber, type ClientId } from '../../../base/id.ts';
import type { Sql } from '../../../base/sql.ts';
import { isPlatformKey, type PlatformKey } from '../../../law/platforms.ts';
import { isCompanyId, type CompanyId } from '../../../law/regions/profile.ts';
import { shareDays, type ShareOccasion } from '../rules.ts';

export type ShareState = 'asked' | 'taken' | 'paid' | 'nothing';

/** A share as it was decided, with whose it is and from where. Amounts are minor units of the follower's account. */
export interface Share {
  readonly id: number;
  readonly investmentId: number;
  readonly strategyId: number;
  readonly strategyName: string;
  readonly occasion: ShareOccasion;
  /** Of a period: the how-manieth; of a withdrawal: its payment. */
  readonly nth: number | null;
  readonly remittanceId: number | null;
  readonly followerId: ClientId;
  readonly companyId: CompanyId;
  readonly number: AccountNumber;
  readonly platform: PlatformKey;
  readonly currency: Currency;
  readonly providerId: ClientId;
  readonly providerCompany: CompanyId;
  /** In per cent. */
  readonly percent: number;
  readonly equity: bigint;
  readonly highWater: bigint;
  readonly withdrawn: bigint | null;
  readonly amount: bigint;
  readonly short: bigint;
  readonly state: ShareState;
  readonly tag: string | null;
  readonly dueAt: Date;
  readonly decidedAt: Date;
  readonly paidAt: Date | null;
}

const columns = `p.id, p.investment_id as "investmentId", i.strategy_id as "strategyId", s.name as "strategyName", p.occasion, p.nth,
  p.remittance_id as "remittanceId", i.client_id as "followerId", a.company_id as "companyId", i.number, a.platform, a.currency,
  s.client_id as "providerId", c.company_id as "providerCompany", p.percent, p.equity, p.high_water as "highWater", p.withdrawn,
  p.amount, p.short, p.state, p.tag, p.due_at as "dueAt", p.decided_at as "decidedAt", p.paid_at as "paidAt"`;
const joined = `performance_share p join investment i on i.id = p.investment_id join strategy s on s.id = i.strategy_id
  join trading_account a on a.number = i.number join client c on c.id = s.client_id`;

function known(row: Share): Share {
  const { platform, companyId, providerCompany } = row;
  if (!isPlatformKey(platform) || !isCompanyId(companyId) || !isCompanyId(providerCompany))
    throw new Error(`the share ${row.id} does not fit the tables`);
  return {
    ...row,
    followerId: clientId(row.followerId),
    providerId: clientId(row.providerId),
    number: accountNumber(row.number),
    currency: knownCurrency(row.currency),
  };
}

export interface NewShare {
  readonly investmentId: number;
  readonly occasion: ShareOccasion;
  readonly nth?: number;
  readonly remittanceId?: number;
  readonly percent: number;
  readonly equity: bigint;
  readonly highWater: bigint;
  readonly withdrawn?: bigint;
  readonly amount: bigint;
  readonly dueAt: Date;
  readonly at: Date;
}

/** The name under which the platform is asked: nobody can write it on a deal of their own beforehand. */
const newTag = `'h-' || left(replace(gen_random_uuid()::text, '-', ''), 26)`;

/** Writes what was decided. Undefined where that occasion was decided before. */
export async function insertShare(sql: Sql, of: NewShare): Promise<number | undefined> {
  const row = await sql.maybe<{ id: number }>(
    `insert into performance_share (investment_id, occasion, nth, remittance_id, due_at, decided_at, percent, equity, high_water,
       withdrawn, amount, state, tag, not_before)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::bigint, case when $11::bigint > 0 then 'asked' else 'nothing' end,
       case when $11::bigint > 0 then ${newTag} end, $6)
     on conflict do nothing returning id`,
    [
      of.investmentId,
      of.occasion,
      of.nth ?? null,
      of.remittanceId ?? null,
      of.dueAt,
      of.at,
      of.percent,
      of.equity,
      of.highWater,
      of.withdrawn ?? null,
      of.amount,
    ],
  );
  return row?.id;
}

/** A period's share as it was decided before, and paid where there was one. Amounts are minor units of the account. */
export interface PastShare extends Required<Pick<NewShare, 'nth' | 'dueAt' | 'equity' | 'highWater' | 'amount'>> {
  readonly decidedAt: Date;
  /** Its name in the platform's deals, and when it left the account; of one that came to nothing neither counts. */
  readonly tag: string;
  readonly takenAt: Date;
}

export async function insertPast(
  sql: Sql,
  of: { readonly investmentId: number; readonly percent: number; readonly share: PastShare },
): Promise<number> {
  const { nth, dueAt, decidedAt, equity, highWater, amount, tag, takenAt } = of.share;
  const row = await sql.one<{ id: number }>(
    `insert into performance_share (investment_id, occasion, nth, due_at, decided_at, percent, equity, high_water, amount, state, tag,
       not_before, taken_at, paid_at)
     values ($1, 'period', $2, $3, $4, $5, $6, $7, $8::bigint, case when $8::bigint > 0 then 'paid' else 'nothing' end,
       case when $8::bigint > 0 then $9 end, $4, case when $8::bigint > 0 then $10::timestamptz end,
       case when $8::bigint > 0 then $10::timestamptz end) returning id`,
    [of.investmentId, nth, dueAt, decidedAt, of.percent, equity, highWater, amount, tag, takenAt],
  );
  return row.id;
}

export async function shareById(sql: Sql, id: number): Promise<Share | undefined> {
  const row = await sql.maybe<Share>(`select ${columns} from ${joined} where p.id = $1`, [id]);
  return row && known(row);
}

/** Locked until the caller's transaction ends. */
export async function lockShare(sql: Sql, id: number): Promise<Share | undefined> {
  const row = await sql.maybe<Share>(`select ${columns} from ${joined} where p.id = $1 for update of p`, [id]);
  return row && known(row);
}

/** What is on its way: of one investment whatever it waits for, or of all what is due behind that number. */
export async function openShares(
  sql: Sql,
  of: { readonly investment: number } | { readonly now: Date; readonly after: number; readonly limit: number },
): Promise<Share[]> {
  const [where, values] =
    'investment' in of
      ? ['p.investment_id = $1 order by p.id limit 100', [of.investment]]
      : ['p.not_before <= $1 and p.id > $2 order by p.id limit $3', [of.now, of.after, of.limit]];
  const rows = await sql.many<Share>(`select ${columns} from ${joined} where p.state in ('asked', 'taken') and ${where}`, values);
  return rows.map(known);
}

/** Whether the platform is asked for a share of it: what has left the account waits for its provider alone. */
export async function hasOpenShare(sql: Sql, investment: number): Promise<boolean> {
  const { has } = await sql.one<{ has: boolean }>(
    `select exists (select from performance_share where investment_id = $1 and state = 'asked') as has`,
    [investment],
  );
  return has;
}

export async function hasClosureShare(sql: Sql, investment: number): Promise<boolean> {
  const { has } = await sql.one<{ has: boolean }>(
    `select exists (select from performance_share where investment_id = $1 and occasion = 'closure') as has`,
    [investment],
  );
  return has;
}

/** Follows of which a period is over that nobody has decided of, behind that number. */
export async function duePeriods(
  sql: Sql,
  of: { readonly now: Date; readonly after: number; readonly limit: number },
): Promise<number[]> {
  const seconds = shareDays * 86_400;
  const rows = await sql.many<{ id: number }>(
    `select i.id from investment i
      where i.status in ('active', 'paused') and i.started_at <= $1::timestamptz - make_interval(secs => ${seconds}) and i.id > $2
        and not exists (select from performance_share p where p.investment_id = i.id and p.occasion = 'period'
          and p.nth >= floor(extract(epoch from $1::timestamptz - i.started_at) / ${seconds}))
      order by i.id limit $3`,
    [of.now, of.after, of.limit],
  );
  return rows.map(({ id }) => id);
}

/** It has left the account. */
export async function markTaken(sql: Sql, id: number, at: Date): Promise<void> {
  await sql.run(`update performance_share set state = 'taken', taken_at = $2 where id = $1 and state = 'asked'`, [id, at]);
}

/** The provider has it. */
export async function markPaid(sql: Sql, id: number, at: Date): Promise<void> {
  await sql.run(`update performance_share set state = 'paid', paid_at = $2 where id = $1 and state = 'taken'`, [id, at]);
}

/** What was refused came to nothing: it is asked for under another name. */
export async function askShareAgain(
  sql: Sql,
  of: { readonly id: number; readonly tag: string | null; readonly notBefore: Date },
): Promise<void> {
  await sql.run(`update performance_share set tag = ${newTag}, not_before = $3 where id = $1 and tag = $2 and state = 'asked'`, [
    of.id,
    of.tag,
    of.notBefore,
  ]);
}

/** Only so much of it is there any more, and the account is closed: the rest is asked of nobody. */
export async function lowerShare(
  sql: Sql,
  of: { readonly id: number; readonly tag: string | null; readonly to: bigint; readonly at: Date },
): Promise<void> {
  await sql.run(
    `update performance_share set short = short + amount - $2::bigint, amount = $2::bigint,
       state = case when $2::bigint > 0 then state else 'nothing' end, tag = ${newTag}, not_before = $3
      where id = $1 and state = 'asked' and tag = $4 and amount > $2::bigint`,
    [of.id, of.to, of.at, of.tag],
  );
}

/** Of one investment, the newest first, those before that number. */
export async function sharesOf(
  sql: Sql,
  of: { readonly investment: number; readonly before: number | undefined; readonly limit: number },
): Promise<Share[]> {
  const rows = await sql.many<Share>(
    `select ${columns} from ${joined} where p.investment_id = $1 and ($2::integer is null or p.id < $2) order by p.id desc limit $3`,
    [of.investment, of.before ?? null, of.limit],
  );
  return rows.map(known);
}

export interface MarkRow {
  readonly at: Date;
  readonly kind: 'in' | 'out' | 'share';
  readonly amount: bigint;
  readonly highWater: bigint;
}

const mostMarks = 100;

/**
 * How the mark has become what it is, the newest first. What a share added is what was shared less what was paid: money that came
 * while it was under way stands in its own line.
 */
export async function marksOf(sql: Sql, investment: number): Promise<MarkRow[]> {
  return sql.many<MarkRow>(
    `select at, kind, amount, "highWater" from (
       select booked_at as at, direction as kind, amount, high_water_after as "highWater", remittance_id as id
         from investment_flow where investment_id = $1 and booked_at is not null and amount is not null
       union all
       select taken_at, 'share', amount, equity - amount, id from performance_share
        where investment_id = $1 and taken_at is not null and occasion <> 'withdrawal'
     ) m order by at desc, id desc limit ${mostMarks}`,
    [investment],
  );
}

export interface ProviderShares {
  readonly provider: ClientId;
  readonly strategy: number | undefined;
  /** Decided from then on, and before then. */
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

const ofProvider = `s.client_id = $1 and p.amount > 0 and ($2::integer is null or s.id = $2)
  and ($3::timestamptz is null or p.decided_at >= $3) and ($4::timestamptz is null or p.decided_at < $4)`;
const providerValues = ({ provider, strategy, from, to }: ProviderShares) => [
  provider,
  strategy ?? null,
  from ?? null,
  to ?? null,
];

/** What a provider got, and is to get: the newest first. */
export async function sharesOfProvider(
  sql: Sql,
  of: ProviderShares & { readonly offset: number; readonly limit: number },
): Promise<Share[]> {
  const rows = await sql.many<Share>(
    `select ${columns} from ${joined} where ${ofProvider} order by p.id desc limit $5 offset $6`,
    [...providerValues(of), of.limit, of.offset],
  );
  return rows.map(known);
}

export interface ShareSum {
  readonly currency: string;
  readonly count: number;
  readonly paid: bigint;
  readonly underWay: bigint;
}

/** What they come to, by currency. */
export async function shareSums(sql: Sql, of: ProviderShares): Promise<ShareSum[]> {
  return sql.many<ShareSum>(
    `select a.currency, count(*)::integer as count, coalesce(sum(p.amount) filter (where p.state = 'paid'), 0)::bigint as paid,
       coalesce(sum(p.amount) filter (where p.state in ('asked', 'taken')), 0)::bigint as "underWay"
       from ${joined} where ${ofProvider} group by a.currency order by a.currency limit 100`,
    providerValues(of),
  );
}

/** What was paid of each of these follows so far. */
export async function paidByFollow(sql: Sql, investments: readonly number[]): Promise<ReadonlyMap<number, bigint>> {
  const rows = await sql.many<{ id: number; paid: bigint }>(
    `select investment_id as id, sum(amount)::bigint as paid from performance_share
      where investment_id = any($1) and state = 'paid' group by investment_id limit 1000`,
    [investments],
  );
  return new Map(rows.map(({ id, paid }) => [id, paid]));
}
