import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { kindFacts, type DocumentKind } from '../../law/documents.ts';
import type { DiligencePaper } from '../../law/riskLevels.ts';

/* Papers that clients are asked for by a review. */

export interface RequestRow {
  readonly id: number;
  readonly clientId: ClientId;
  readonly papers: readonly DiligencePaper[];
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly dueAt: Date;
  /** So often more time was given. */
  readonly extended: number;
  /** So many days before it the client was reminded last. */
  readonly remindedDays: number | null;
  readonly restrictedAt: Date | null;
  readonly restrictionId: number | null;
  readonly escalatedAt: Date | null;
}

const columns = `id, client_id as "clientId", papers, asked_by as "askedBy", asked_at as "askedAt", due_at as "dueAt", extended,
  reminded_days as "remindedDays", restricted_at as "restrictedAt", restriction_id as "restrictionId", escalated_at as "escalatedAt"`;

export type NewRequest = Pick<RequestRow, 'clientId' | 'papers' | 'askedBy' | 'askedAt' | 'dueAt'>;

/** Its number; undefined where the client is asked already. */
export async function insertRequest(sql: Sql, of: NewRequest): Promise<number | undefined> {
  const row = await sql.maybe<{ id: number }>(
    `insert into risk_paper_request (client_id, papers, asked_by, asked_at, due_at) values ($1, $2, $3, $4, $5)
     on conflict (client_id) where ended_at is null do nothing returning id`,
    [of.clientId, of.papers, of.askedBy, of.askedAt, of.dueAt],
  );
  return row?.id;
}

export function openRequest(sql: Sql, client: ClientId): Promise<RequestRow | undefined> {
  return sql.maybe(`select ${columns} from risk_paper_request where client_id = $1 and ended_at is null`, [client]);
}

/** Clients behind that one of whose request something may be due until then. */
export async function clientsAsked(
  sql: Sql,
  of: { readonly until: Date; readonly after: number; readonly limit: number },
): Promise<ClientId[]> {
  const rows = await sql.many<{ clientId: ClientId }>(
    `select client_id as "clientId" from risk_paper_request
      where ended_at is null and escalated_at is null and due_at <= $1 and client_id > $2 order by client_id limit $3`,
    [of.until, of.after, of.limit],
  );
  return rows.map(({ clientId }) => clientId);
}

export async function setReminded(sql: Sql, id: number, days: number): Promise<void> {
  await sql.run('update risk_paper_request set reminded_days = $2 where id = $1', [id, days]);
}

export async function setRestricted(
  sql: Sql,
  id: number,
  of: { readonly at: Date; readonly restriction: number | undefined },
): Promise<void> {
  await sql.run('update risk_paper_request set restricted_at = $2, restriction_id = $3 where id = $1', [
    id,
    of.at,
    of.restriction ?? null,
  ]);
}

export async function setEscalated(sql: Sql, id: number, at: Date): Promise<void> {
  await sql.run('update risk_paper_request set escalated_at = $2 where id = $1', [id, at]);
}

/** Begins the clock anew. */
export async function setDue(sql: Sql, id: number, dueAt: Date): Promise<void> {
  await sql.run(
    'update risk_paper_request set due_at = $2, extended = extended + 1, reminded_days = null, restricted_at = null, restriction_id = null, escalated_at = null where id = $1',
    [id, dueAt],
  );
}

export async function endRequest(
  sql: Sql,
  id: number,
  of: { readonly outcome: 'reviewed' | 'no_business'; readonly at: Date },
): Promise<void> {
  await sql.run('update risk_paper_request set ended_at = $2, outcome = $3 where id = $1', [id, of.at, of.outcome]);
}

/** As which kind of document each is sent. */
const kindOf: Readonly<Record<DiligencePaper, DocumentKind>> = {
  identity: 'identity',
  residence: 'residence',
  funds: 'other',
  wealth: 'other',
};

/** A side of it that the client has announced is still to come. */
const waitsForReverse = `d.reverse_follows and not exists (select from document_file f where f.document_id = d.id and f.side = 'reverse')`;

/**
 * Those of the papers that were sent since, and of before what is looked at still or was approved since: what was rejected or has run out
 * was not sent, nor was what lacks a side. Of before an `other` one proves something else.
 */
export async function sentSince(
  sql: Sql,
  { clientId, papers, askedAt }: Pick<RequestRow, 'clientId' | 'papers' | 'askedAt'>,
): Promise<DiligencePaper[]> {
  const rows = await sql.many<{ kind: string; isResidenceToo: boolean }>(
    `select distinct d.kind, d.is_residence_too as "isResidenceToo" from document d where d.client_id = $1
       and (d.created_at >= $2 or d.kind <> 'other' and (d.status <> 2 or d.decided_at >= $2))
       and (d.status in (2, 5, 8, 9) or d.status = 1 and not (${waitsForReverse})) limit $3`,
    [clientId, askedAt, 2 * Object.keys(kindFacts).length],
  );
  const sent = new Set(rows.flatMap(({ kind, isResidenceToo }) => (isResidenceToo ? [kind, 'residence'] : [kind])));
  return papers.filter((paper) => sent.has(kindOf[paper]));
}

/** As which kinds of documents the client is to send what they are asked for and have not sent. */
export async function kindsAsked(sql: Sql, client: ClientId): Promise<DocumentKind[]> {
  const request = await openRequest(sql, client);
  if (!request) return [];
  const sent = await sentSince(sql, request);
  return request.papers.filter((paper) => !sent.includes(paper)).map((paper) => kindOf[paper]);
}
