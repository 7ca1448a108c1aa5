import type { Currency } from '../../base/currency.ts';
import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { DiligencePaper, RiskLevel } from '../../law/riskLevels.ts';
import type { Assessed, RiskFacts, WeighedFactor } from './rules.ts';

/* What of a client the risk is computed from, what was computed, and what staff have made of it. */

export interface Change {
  readonly id: bigint;
  readonly clientId: ClientId;
}

/** Something has changed that a client's risk is made of, and no trigger notes it. */
export async function noteChange(sql: Sql, client: ClientId): Promise<void> {
  await sql.run('insert into risk_change (client_id) values ($1)', [client]);
}

/** What has changed, the longest known first, and last what could not be computed. */
export function changes(sql: Sql, limit: number): Promise<Change[]> {
  return sql.many(
    `(select id, client_id as "clientId" from risk_change where failed_at is null order by id limit $1)
     union all (select id, client_id from risk_change where failed_at is not null order by id limit $1) limit $1`,
    [limit],
  );
}

export async function dropChanges(sql: Sql, ids: readonly bigint[]): Promise<void> {
  await sql.run('delete from risk_change where id = any($1)', [ids]);
}

/** They stay, behind the others; true the first time. */
export async function noteFailed(sql: Sql, ids: readonly bigint[], at: Date): Promise<boolean> {
  const [first] = await sql.many<{ isFirst: boolean }>(
    `with before as (select id, failed_at from risk_change where id = any($1) for update)
     update risk_change c set failed_at = $2 from before b where b.id = c.id returning b.failed_at is null as "isFirst"`,
    [ids, at],
  );
  return first?.isFirst ?? false;
}

/** Whom another version of the table was taken for. */
export async function askAnew(sql: Sql, of: { readonly version: string; readonly limit: number }): Promise<void> {
  await sql.run(
    `insert into risk_change (client_id) select r.client_id from client_risk r
      where (r.table_version < $1 or r.table_version > $1) and not exists (select from risk_change c where c.client_id = r.client_id) limit $2`,
    [of.version, of.limit],
  );
}

export async function isChanged(sql: Sql, client: ClientId): Promise<boolean> {
  return (await sql.maybe('select id from risk_change where client_id = $1 limit 1', [client])) !== undefined;
}

type FromTables =
  | 'country'
  | 'pep'
  | 'sanctions'
  | 'trades'
  | 'holdsGold'
  | 'managesMoney'
  | 'paidInCoins'
  | 'wasDisputed'
  | 'isProven'
  | 'provenByVendor'
  | 'hasAgent';

interface FactsRow extends Pick<RiskFacts, FromTables> {
  /** Whether there is any business, by which the client is to be reviewed. */
  readonly hasBusiness: boolean;
}

const matchOf = (kind: string): string =>
  `case when exists (select from screening_hit where client_id = c.id and kind = '${kind}' and status = 'true_hit') then 'true'
        when exists (select from screening_hit where client_id = c.id and kind = '${kind}' and status = 'open') then 'asked' else 'none' end`;

/** All of it but what the client has told. `coins`: the methods that take coins. */
export function factsOf(sql: Sql, client: ClientId, coins: readonly number[]): Promise<FactsRow> {
  return sql.one<FactsRow>(
    `select c.country, ${matchOf('pep')} as pep, ${matchOf('sanctions')} as sanctions,
       exists (select from trading_account where client_id = c.id and not is_demo) as trades,
       exists (select from gold_trade where client_id = c.id) as "holdsGold",
       exists (select from provider_request where client_id = c.id and status = 'approved') as "managesMoney",
       exists (select from remittance where client_id = c.id and method_id = any($2) and phase = 'completed') as "paidInCoins",
       exists (select from dispute where client_id = c.id) as "wasDisputed",
       c.has_approved_id as "isProven",
       exists (select from document where client_id = c.id and kind = 'identity' and status = 2 and via <> 'client') as "provenByVendor",
       exists (select from client_origin where client_id = c.id and coalesce(agent_id, '') <> '') as "hasAgent",
       (c.has_approved_id or exists (select from enrolment where client_id = c.id) or exists (select from trading_account where client_id = c.id and not is_demo)
          or exists (select from remittance where client_id = c.id and saved_at is not null)) and c.closed_at is null as "hasBusiness"
     from client c where c.id = $1`,
    [client, coins],
  );
}

/** What was paid in since, by currency. */
export function paidInSince(
  sql: Sql,
  of: { readonly client: ClientId; readonly since: Date },
): Promise<{ currency: Currency; minor: bigint }[]> {
  return sql.many(
    `select currency, sum(amount)::bigint as minor from remittance
      where client_id = $1 and transfer_type = 'deposit' and phase = 'completed' and updated_at >= $2 group by currency order by currency limit 200`,
    [of.client, of.since],
  );
}

export interface RiskRow {
  readonly clientId: ClientId;
  readonly assessmentId: number | null;
  readonly level: RiskLevel | null;
  readonly version: string | null;
  readonly overrideLevel: RiskLevel | null;
  readonly overrideOver: RiskLevel | null;
  readonly overrideAskedBy: string | null;
  readonly overrideApprovedBy: string | null;
  readonly overrideReason: string | null;
  readonly overrideAt: Date | null;
  readonly reviewedAt: Date | null;
  readonly reviewDueAt: Date | null;
}

const columns = `client_id as "clientId", assessment_id as "assessmentId", level, table_version as version, override_level as "overrideLevel",
  override_over as "overrideOver", override_asked_by as "overrideAskedBy", override_approved_by as "overrideApprovedBy",
  override_reason as "overrideReason", override_at as "overrideAt", reviewed_at as "reviewedAt", review_due_at as "reviewDueAt"`;

/** Whoever computes or decides something of a client's risk waits here for others who do. */
export async function lockRisk(sql: Sql, client: ClientId): Promise<RiskRow> {
  await sql.run('insert into client_risk (client_id) values ($1) on conflict do nothing', [client]);
  return sql.one<RiskRow>(`select ${columns} from client_risk where client_id = $1 for update`, [client]);
}

export function riskOf(sql: Sql, client: ClientId): Promise<RiskRow | undefined> {
  return sql.maybe(`select ${columns} from client_risk where client_id = $1`, [client]);
}

export interface AssessmentRow {
  readonly id: number;
  readonly version: string;
  readonly points: number;
  readonly level: RiskLevel;
  readonly factors: readonly WeighedFactor[];
  readonly at: Date;
}

/** What was computed, the newest first. */
export function assessmentsOf(sql: Sql, client: ClientId, limit = 20): Promise<AssessmentRow[]> {
  return sql.many(
    'select id, table_version as version, points, level, factors, at from risk_assessment where client_id = $1 order by id desc limit $2',
    [client, limit],
  );
}

export async function keepAssessment(
  sql: Sql,
  { client, assessed, at }: { readonly client: ClientId; readonly assessed: Assessed; readonly at: Date },
): Promise<void> {
  await sql.run(
    `with kept as (insert into risk_assessment (client_id, table_version, points, level, factors, at)
       values ($1, $2, $3, $4, $5, $6) returning id)
     update client_risk set assessment_id = (select id from kept), table_version = $2, level = $4 where client_id = $1`,
    [client, assessed.version, assessed.points, assessed.level, JSON.stringify(assessed.factors), at],
  );
}

export async function setReviewDue(sql: Sql, client: ClientId, at: Date | null): Promise<void> {
  await sql.run('update client_risk set review_due_at = $2 where client_id = $1', [client, at]);
}

export interface Override {
  readonly level: RiskLevel;
  readonly over: RiskLevel;
  readonly askedBy: string;
  readonly approvedBy: string;
  readonly reason: string;
  readonly at: Date;
}

export async function setOverride(sql: Sql, client: ClientId, to: Override | null): Promise<void> {
  await sql.run(
    `update client_risk set override_level = $2, override_over = $3, override_asked_by = $4, override_approved_by = $5,
       override_reason = $6, override_at = $7 where client_id = $1`,
    to === null
      ? [client, null, null, null, null, null, null]
      : [client, to.level, to.over, to.askedBy, to.approvedBy, to.reason, to.at],
  );
}

export interface ReviewRow {
  readonly level: RiskLevel;
  readonly papers: readonly DiligencePaper[];
  readonly reason: string;
  readonly reviewedBy: string;
  readonly approvedBy: string | null;
  readonly at: Date;
  readonly nextAt: Date;
}

export async function keepReview(sql: Sql, client: ClientId, of: ReviewRow): Promise<void> {
  await sql.run(
    `insert into risk_review (client_id, level, papers, reason, reviewed_by, approved_by, at, next_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [client, of.level, of.papers, of.reason, of.reviewedBy, of.approvedBy, of.at, of.nextAt],
  );
  await sql.run('update client_risk set reviewed_at = $2, review_due_at = $3 where client_id = $1', [client, of.at, of.nextAt]);
}

export function reviewsOf(sql: Sql, client: ClientId): Promise<ReviewRow[]> {
  return sql.many(
    `select level, papers, reason, reviewed_by as "reviewedBy", approved_by as "approvedBy", at, next_at as "nextAt"
       from risk_review where client_id = $1 order by id desc limit 50`,
    [client],
  );
}

export interface Overdue {
  readonly clientId: ClientId;
  readonly level: RiskLevel;
  readonly dueAt: Date;
}

/** Clients who are to be reviewed by now and stand in no queue. */
export function overdueReviews(sql: Sql, of: { readonly now: Date; readonly limit: number }): Promise<Overdue[]> {
  return sql.many(
    `select r.client_id as "clientId", coalesce(r.override_level, r.level) as level, r.review_due_at as "dueAt"
       from client_risk r join client c on c.id = r.client_id
      where r.review_due_at <= $1 and c.closed_at is null
        and not exists (select from desk_case d where d.queue = 'risk-reviews' and d.subject = 'risk:' || r.client_id and d.closed_at is null)
      order by r.review_due_at limit $2`,
    [of.now, of.limit],
  );
}
