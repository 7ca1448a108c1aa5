import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import {
  isDocumentStatus,
  type DocumentKind,
  type DocumentOwner,
  type DocumentStatus,
  type DocumentType,
  type DocumentWay,
} from '../../law/documents.ts';
import type { StatusId } from '../../law/statuses.ts';

/** A document with what was typed about it. Days are `yyyy-MM-dd`. */
export interface DocumentRow {
  readonly id: number;
  readonly clientId: ClientId;
  readonly kind: DocumentKind;
  readonly typeId: DocumentType;
  readonly status: DocumentStatus;
  readonly number: string | null;
  readonly issueDate: string | null;
  readonly expiryDate: string | null;
  readonly isResidenceToo: boolean;
  readonly whose: DocumentOwner | null;
  readonly comment: string | null;
  readonly reverseFollows: boolean;
  readonly risks: readonly string[];
  readonly via: DocumentWay;
  /** What somebody has read on it; null where nobody has. */
  readonly read: ReadOnPaper | null;
  readonly reasons: readonly string[];
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly files: readonly DocumentFile[];
}

/** As whoever read it told it. Days are `yyyy-MM-dd`. */
export interface ReadOnPaper {
  readonly name: string | null;
  readonly birthDate: string | null;
  readonly country: string | null;
  readonly number: string | null;
  readonly issuedOn: string | null;
  readonly validUntil: string | null;
}

export interface DocumentFile {
  readonly id: string;
  readonly side: 'front' | 'reverse';
}

const columns = `d.id, d.client_id as "clientId", d.kind, d.type_id as "typeId", d.status, d.number, d.issue_date::text as "issueDate",
  d.expiry_date::text as "expiryDate", d.is_residence_too as "isResidenceToo", d.whose, d.comment,
  d.reverse_follows as "reverseFollows", d.risks, d.reasons, d.created_at as "createdAt", d.decided_at as "decidedAt",
  d.decided_by as "decidedBy", d.via, d.read_facts as read,
  coalesce((select jsonb_agg(jsonb_build_object('id', f.file_id, 'side', f.side) order by f.side) from document_file f
    where f.document_id = d.id), '[]') as files`;

export type NewDocument = Pick<
  DocumentRow,
  | 'clientId'
  | 'kind'
  | 'typeId'
  | 'number'
  | 'issueDate'
  | 'expiryDate'
  | 'isResidenceToo'
  | 'whose'
  | 'comment'
  | 'reverseFollows'
  | 'risks'
> & { readonly at: Date; readonly via?: DocumentWay };

export async function insertDocument(sql: Sql, of: NewDocument): Promise<number> {
  const { id } = await sql.one<{ id: number }>(
    `insert into document (client_id, kind, type_id, status, number, issue_date, expiry_date, is_residence_too, whose, comment,
       reverse_follows, risks, created_at, via)
     values ($1, $2, $3, 1, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning id`,
    [
      of.clientId,
      of.kind,
      of.typeId,
      of.number,
      of.issueDate,
      of.expiryDate,
      of.isResidenceToo,
      of.whose,
      of.comment,
      of.reverseFollows,
      of.risks,
      of.at,
      of.via ?? 'client',
    ],
  );
  return id;
}

/** One after another: what a client may still send is counted with what was sent a moment ago. */
export async function lockClient(sql: Sql, client: ClientId): Promise<void> {
  await sql.one('select id from client where id = $1 for no key update', [client]);
}

export async function addFile(
  sql: Sql,
  of: { readonly document: number; readonly file: string; readonly side: 'front' | 'reverse' },
): Promise<void> {
  await sql.run('insert into document_file (file_id, document_id, side) values ($1, $2, $3)', [of.file, of.document, of.side]);
}

/** What was of a document is none of it any more, one side or all: counted as sent all the same. Answers the files. */
export async function dropFiles(
  sql: Sql,
  of: { readonly document: number; readonly side?: 'front' | 'reverse' },
): Promise<string[]> {
  const rows = await sql.many<{ id: string }>(
    `with gone as (
       delete from document_file where document_id = $1 and ($2::text is null or side = $2) returning file_id),
     counted as (
       update document set dropped_files = dropped_files + (select count(*)::integer from gone),
         dropped_bytes = dropped_bytes + coalesce((select sum(s.bytes) from gone join stored_file s on s.id = gone.file_id), 0)
        where id = $1)
     select file_id as id from gone`,
    [of.document, of.side ?? null],
  );
  return rows.map(({ id }) => id);
}

/** The latest first: ninety, and of each type the last that was approved, however much was sent since. */
export async function documentsOf(sql: Sql, client: ClientId, kind?: DocumentKind): Promise<DocumentRow[]> {
  const rows = await sql.many<DocumentRow>(
    `with own as (select id, kind, type_id, status from document where client_id = $1 and ($2::text is null or kind = $2)),
       shown as ((select id from own order by id desc limit 90)
         union select max(id) from own where status = 2 group by kind, type_id)
     select ${columns} from document d where d.id in (select id from shown) order by d.id desc`,
    [client, kind ?? null],
  );
  return rows.map(known);
}

/** Of these kinds, the latest first, behind the one of that number; `limit` of them. */
export async function documentPage(
  sql: Sql,
  of: {
    readonly client: ClientId;
    readonly kinds: readonly DocumentKind[];
    readonly after: number | undefined;
    readonly limit: number;
  },
): Promise<DocumentRow[]> {
  const rows = await sql.many<DocumentRow>(
    `select ${columns} from document d
      where d.client_id = $1 and d.kind = any($2::text[]) and ($3::integer is null or d.id < $3) order by d.id desc limit $4`,
    [of.client, of.kinds, of.after ?? null, of.limit],
  );
  return rows.map(known);
}

export async function documentById(sql: Sql, id: number): Promise<DocumentRow | undefined> {
  const row = await sql.maybe<DocumentRow>(`select ${columns} from document d where d.id = $1`, [id]);
  return row && known(row);
}

/** Locked: of two who decide at once the second finds it decided. */
export async function lockDocument(sql: Sql, id: number): Promise<DocumentRow | undefined> {
  const row = await sql.maybe<DocumentRow>(`select ${columns} from document d where d.id = $1 for update of d`, [id]);
  return row && known(row);
}

function known(row: DocumentRow): DocumentRow {
  if (!isDocumentStatus(row.status)) throw new Error(`document ${row.id} has the unknown status ${String(row.status)}`);
  return row;
}

/** How much a client has sent since then. */
export function sentSince(
  sql: Sql,
  of: { readonly client: ClientId; readonly since: Date },
): Promise<{ files: number; bytes: number }> {
  return sql.one(
    `select (coalesce(sum(d.dropped_files + f.files), 0))::integer as files,
       (coalesce(sum(d.dropped_bytes + f.bytes), 0))::float8 as bytes
       from document d cross join lateral (
         select count(*) as files, coalesce(sum(s.bytes), 0) as bytes
           from document_file f join stored_file s on s.id = f.file_id where f.document_id = d.id) f
      where d.client_id = $1 and d.created_at >= $2`,
    [of.client, of.since],
  );
}

export interface StatusChange {
  readonly id: number;
  readonly status: DocumentStatus;
  readonly reasons?: readonly string[];
  /** Who decided it; left out where nobody did. */
  readonly by?: string;
  readonly at: Date;
}

export async function setStatus(sql: Sql, { id, status, reasons = [], by, at }: StatusChange): Promise<void> {
  await sql.run(
    `update document set status = $2, reasons = $3, decided_by = coalesce($4, decided_by),
       decided_at = case when $4::text is null then decided_at else $5 end
      where id = $1`,
    [id, status, reasons, by ?? null, at],
  );
}

/** The address on it is not the client's any more. */
export async function provesNoResidence(sql: Sql, id: number): Promise<void> {
  await sql.run('update document set is_residence_too = false where id = $1', [id]);
}

/** What was read on a paper, and why two persons have to look at it. */
export async function setRead(
  sql: Sql,
  { id, read, risks }: { readonly id: number; readonly read: ReadOnPaper | null; readonly risks: readonly string[] },
): Promise<void> {
  await sql.run(
    `update document set read_facts = $2, risks = $3, number = coalesce($4, number), issue_date = coalesce($5::date, issue_date),
       expiry_date = coalesce($6::date, expiry_date) where id = $1`,
    [id, read && JSON.stringify(read), risks, read?.number ?? null, read?.issuedOn ?? null, read?.validUntil ?? null],
  );
}

export interface PapersOfClient {
  status: StatusId;
  hasId: boolean;
  hasResidence: boolean;
}

/** Locked until the caller's transaction ends: a client who is frozen meanwhile is not given back what they were. */
export function lockPapers(sql: Sql, client: ClientId): Promise<PapersOfClient> {
  return sql.one(
    `select status_id as status, has_approved_id as "hasId", has_approved_residence as "hasResidence" from client where id = $1
      for no key update`,
    [client],
  );
}

/** Every session of the client hears of it with its next answer. */
export async function setPapers(sql: Sql, client: ClientId, to: PapersOfClient): Promise<void> {
  await sql.run(
    `update client set status_id = $2, has_approved_id = $3, has_approved_residence = $4, version = version + 1 where id = $1`,
    [client, to.status, to.hasId, to.hasResidence],
  );
}

/** Browsers of the client that stand open hear of it, when the caller's transaction has committed. */
export async function tellBrowsers(sql: Sql, client: ClientId, at: Date): Promise<void> {
  await sql.run(
    `insert into outbox (topic, client_id, payload, due_at, created_at)
     values ('live', $1, '{"topics":["documents","client_info","dashboard"]}', $2, $2)`,
    [client, at],
  );
}

/** The numbers of approved documents that expire until that day, in their order, behind one of them. */
export async function expiringUntil(
  sql: Sql,
  of: { readonly day: string; readonly after: number; readonly limit: number },
): Promise<number[]> {
  const rows = await sql.many<{ id: number }>(
    'select id from document where status = 2 and expiry_date <= $1 and id > $2 order by id limit $3',
    [of.day, of.after, of.limit],
  );
  return rows.map(({ id }) => id);
}
