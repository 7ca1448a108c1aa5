import type { Currency } from '../../base/currency.ts';
import type { AccountNumber, ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import { leaseSeconds, surplusTag, type MoneyKind, type OperationKind, type OperationState } from './rules.ts';

/** What every operation says of itself. */
export interface OperationFacts {
  /** Its name, at most 31 characters: the same however often it is asked for. */
  readonly tag: string;
  readonly purpose:
    | 'payment'
    | 'negative_balance'
    | 'opening'
    | 'order'
    | 'surplus'
    | 'debt'
    | 'gold'
    | 'move'
    | 'idle_fee'
    | 'copy'
    | 'share'
    | 'restriction'
    | 'swap_free';
  /** What it is for, as the audit trail names it. */
  readonly subject: string;
  readonly platform: PlatformKey;
  readonly login: AccountNumber;
  readonly clientId: ClientId;
  readonly companyId: CompanyId;
}

export interface MoneyFacts {
  readonly kind: MoneyKind;
  /** Minor units; positive pays in, negative takes out. */
  readonly amount: bigint;
  readonly currency: Currency;
}

/** What an operation's row is made of. */
export type NewOperation = OperationFacts & (MoneyFacts | { readonly kind: Exclude<OperationKind, MoneyKind> });

/** An operation in the hands of whoever made that attempt, until the next one is made. */
export interface Claim {
  /** asking: it may be sent. looking: it may have been sent before, and has to be looked up first. */
  readonly state: 'asking' | 'looking';
  readonly attempt: number;
  readonly sends: number;
  /** The amount that it was first written with: a later reading of the account must not change it. */
  readonly amount: bigint | null;
  /** Application time of the first attempt. */
  readonly startedAt: Date;
  /** How long ago it was sent last. */
  readonly ageMs: number;
  /** Why it was not done when it was last tried; null where nobody said. */
  readonly code: string | null;
}

const claimColumns = `o.state, o.attempt, o.sends, o.amount, o.code, o.started_at as "startedAt",
  (extract(epoch from now() - o.asked_at) * 1000)::float8 as "ageMs"`;
const lease = `now() + make_interval(secs => ${leaseSeconds})`;

/**
 * Writes the intention and claims it, or takes over what somebody has left; one statement. Undefined while another has it, while
 * it is not to be looked up yet, and when it has ended.
 */
export async function claimOperation(sql: Sql, operation: NewOperation, now: Date): Promise<Claim | undefined> {
  return sql.maybe<Claim>(
    `insert into platform_operation as o (tag, purpose, subject, kind, platform, login, client_id, company_id, amount, currency, state,
       lease_until, asked_at, started_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'asking', ${lease}, now(), $11)
     on conflict (tag) do update set attempt = o.attempt + 1, lease_until = ${lease}, updated_at = now(),
       state = case o.state when 'idle' then 'asking' else 'looking' end,
       sends = o.sends + case o.state when 'idle' then 1 else 0 end,
       asked_at = case o.state when 'idle' then now() else o.asked_at end
     where o.state in ('asking', 'looking', 'unknown', 'idle') and o.lease_until <= now()
     returning ${claimColumns}`,
    [...columnsOf(operation), now],
  );
}

function columnsOf(operation: NewOperation): unknown[] {
  const { tag, purpose, subject, kind, platform, login, clientId, companyId } = operation;
  const money = 'amount' in operation ? [operation.amount, operation.currency] : [null, null];
  return [tag, purpose, subject, kind, platform, login, clientId, companyId, ...money];
}

/** An operation as `platform_operation_ask` takes it. */
export interface AskedOperation {
  readonly tag: string;
  readonly [column: string]: string | number;
}

export function askedOperation({ clientId, companyId, amount, ...facts }: OperationFacts & MoneyFacts): AskedOperation {
  const { tag, purpose, subject, kind, platform, login, currency } = facts;
  const owner = { client_id: clientId, company_id: companyId };
  return {
    tag,
    purpose,
    subject,
    kind,
    platform,
    login,
    currency,
    ...owner,
    amount: String(amount),
    lease_seconds: leaseSeconds,
  };
}

/** Claims the second sending of what was looked up; undefined when somebody else has taken it over meanwhile. */
export async function claimAgain(sql: Sql, tag: string, { attempt }: Pick<Claim, 'attempt'>): Promise<Claim | undefined> {
  return sql.maybe<Claim>(
    `update platform_operation o set state = 'asking', sends = o.sends + 1, asked_at = now(), lease_until = ${lease}, updated_at = now()
     where o.tag = $1 and o.attempt = $2 and o.state in ('asking', 'looking') returning ${claimColumns}`,
    [tag, attempt],
  );
}

/** Allows one more sending of what was sent as often as it may be; whoever is at it just now has lost it. False when it has ended. */
export async function oneMoreSending(sql: Sql, tag: string): Promise<boolean> {
  const rows = await sql.run(
    `update platform_operation set state = 'unknown', sends = 1, attempt = attempt + 1, lease_until = now(), updated_at = now()
     where tag = $1 and state in ('looking', 'unknown') and sends > 1`,
    [tag],
  );
  return rows === 1;
}

export interface OperationRow {
  readonly tag: string;
  readonly state: OperationState;
  readonly amount: bigint | null;
  readonly ticket: string | null;
  readonly code: string | null;
  readonly startedAt: Date;
}

export async function operationTagged(sql: Sql, tag: string): Promise<OperationRow | undefined> {
  return sql.maybe<OperationRow>(
    'select tag, state, amount, ticket, code, started_at as "startedAt" from platform_operation where tag = $1',
    [tag],
  );
}

/** What the platform, and nobody else, knows by now: whoever keeps the posting that it is for keeps it with that. */
export interface Finished {
  readonly tag: string;
  readonly ticket: string;
}

/** Writes down that it has happened, which is so whoever is at it by now. */
export async function finishOperation(sql: Sql, { tag, ticket }: Finished): Promise<void> {
  await sql.run('select platform_operation_finish(array[$1], array[$2])', [tag, ticket]);
}

interface PutBack {
  readonly state: 'idle' | 'unknown' | 'refused';
  readonly sends: number;
  readonly code?: string | undefined;
  readonly reason: string;
  /** Until then nobody looks at it again. */
  readonly restSeconds: number;
}

/** Lets go of what was claimed. False when somebody else has taken it over: that one says what comes of it. */
export async function putBack(sql: Sql, { tag, attempt }: { tag: string; attempt: number }, to: PutBack): Promise<boolean> {
  const rows = await sql.run(
    `update platform_operation set state = $3, sends = $4, code = coalesce($5, code), reason = $6, lease_until = now() + make_interval(secs => $7),
       updated_at = now()
     where tag = $1 and attempt = $2 and state in ('asking', 'looking')`,
    [tag, attempt, to.state, to.sends, to.code ?? null, to.reason.slice(0, 500), to.restSeconds],
  );
  return rows === 1;
}

/** Refuses an operation before the platform is asked for it. One that somebody has begun goes its own way. */
export async function refuseUnasked(sql: Sql, operation: NewOperation, refused: { code: string; now: Date }): Promise<void> {
  await sql.run(
    `insert into platform_operation (tag, purpose, subject, kind, platform, login, client_id, company_id, amount, currency, state, sends,
       lease_until, asked_at, started_at, code)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'refused', 0, now(), now(), $11, $12) on conflict do nothing`,
    [...columnsOf(operation), refused.now, refused.code],
  );
}

/** Gives up an operation that the platform never took: the next look finds it refused. False when it is not idle. */
export async function giveUpIdle(sql: Sql, tag: string): Promise<boolean> {
  const rows = await sql.run(
    `update platform_operation set state = 'refused', updated_at = now() where tag = $1 and state = 'idle'`,
    [tag],
  );
  return rows === 1;
}

/** A movement of money as a platform tells it. */
export interface ToldMoney {
  readonly ticket: string;
  readonly login: number;
  readonly kind: string;
  readonly amount: bigint;
  readonly tag: string;
  readonly at: Date;
}

/** A deal that an operation has made once too often. */
export type SecondDeal = Omit<OperationFacts, 'purpose'> & MoneyFacts & { readonly ticket: string; readonly at: Date };

const mostFound = 500;

/**
 * Deals that bear the tag of an operation which another deal has ended, or which was given up. What is still under way is not
 * judged yet: whoever looks it up sees all its deals. Tags of before this table are looked for where they were kept.
 */
export async function secondDeals(sql: Sql, platform: PlatformKey, told: readonly ToldMoney[]): Promise<SecondDeal[]> {
  if (told.length === 0) return [];
  return sql.many<SecondDeal>(
    `with told as (
       select * from jsonb_to_recordset($2) as t(ticket text, login integer, kind text, amount bigint, tag text, at timestamptz)
        where not exists (select from platform_operation s where s.tag = 's-' || $1 || '-' || t.ticket)
     )
     select t.ticket, t.at, o.tag, o.subject, o.kind, o.platform, o.login, o.client_id as "clientId", o.company_id as "companyId",
       o.amount, o.currency
     from told t join platform_operation o on o.tag = t.tag
     where o.platform = $1 and (o.login, o.kind, o.amount) = (t.login, t.kind, t.amount) and o.purpose <> 'opening'
       and (o.state = 'refused' or o.state = 'done' and o.ticket not in ('', t.ticket))
     union all
     select t.ticket, t.at, s.tag, 'remittance:' || r.id, t.kind, s.platform, s.login, r.client_id, r.company_id, s.amount, s.currency
     from told t join remittance_step s on s.tag = t.tag join remittance r on r.id = s.remittance_id
     where s.platform = $1 and (s.login, s.amount) = (t.login, t.amount)
       and t.kind = case s.name when 'unbonus' then 'credit' else 'balance' end
       and (s.state = 'refused' or s.state = 'done' and s.ticket <> t.ticket)
       and not exists (select from platform_operation o where o.tag = s.tag)
     limit ${mostFound}`,
    [platform, JSON.stringify(told.map(rowOf))],
  );
}

function rowOf({ ticket, login, kind, amount, tag, at }: ToldMoney) {
  return { ticket, login, kind, amount: String(amount), tag, at: at.toISOString() };
}

export type SurplusRow = OperationFacts & MoneyFacts;

/** Writes that a deal is to be taken back. False when that is known already. */
export async function addSurplus(sql: Sql, deal: SecondDeal, now: Date): Promise<boolean> {
  const { platform, ticket, login, clientId, companyId, kind, amount, currency } = deal;
  const rows = await sql.run(
    `insert into platform_operation (tag, purpose, subject, kind, platform, login, client_id, company_id, amount, currency, state, sends,
       lease_until, asked_at, started_at)
     values ($1, 'surplus', $2, $3, $4, $5, $6, $7, $8, $9, 'idle', 0, now(), now(), $10) on conflict do nothing`,
    [surplusTag(deal), `deal:${platform}:${ticket}`, kind, platform, login, clientId, companyId, -amount, currency, now],
  );
  return rows === 1;
}

/** Whether the trail has that of it; until the transaction ends nobody else tells it. */
export async function isTold(
  sql: Sql,
  of: { readonly action: string; readonly subject: string; readonly clientId: ClientId },
): Promise<boolean> {
  await sql.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [of.subject]);
  const { is } = await sql.one<{ is: boolean }>(
    'select exists (select from audit_event where client_id = $3 and subject = $1 and action = $2) as is',
    [of.subject, of.action, of.clientId],
  );
  return is;
}

const mostAtOnce = 50;

/** What is to be taken back on a platform and is in nobody's hands, the oldest first. */
export async function openSurplus(sql: Sql, platform: PlatformKey): Promise<SurplusRow[]> {
  return sql.many<SurplusRow>(
    `select tag, purpose, subject, kind, platform, login, client_id as "clientId", company_id as "companyId", amount, currency
     from platform_operation
     where purpose = 'surplus' and platform = $1 and state in ('asking', 'looking', 'unknown', 'idle') and lease_until <= now()
     order by started_at limit ${mostAtOnce}`,
    [platform],
  );
}

export interface OperationsAsked {
  readonly platform: PlatformKey;
  readonly login: AccountNumber;
  readonly tags: readonly string[];
}

export interface OperationFound extends Pick<OperationRow, 'tag' | 'state'> {
  readonly amount: bigint;
  readonly isSurplus: boolean;
}

/** The balance operations of an account by their tags, and whatever is to be taken back there. */
export async function balanceOperations(sql: Sql, of: OperationsAsked): Promise<OperationFound[]> {
  return sql.many(
    `select tag, state, amount, false as "isSurplus" from platform_operation where tag = any($3::text[])
     union all
     select tag, state, amount, true from platform_operation
      where purpose = 'surplus' and platform = $1 and login = $2 and kind <> 'credit' and state <> 'done'
     limit ${mostFound}`,
    [of.platform, of.login, of.tags],
  );
}
