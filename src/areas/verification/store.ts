import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';

export type Phase = 'open' | 'pending' | 'accepted' | 'retry' | 'final';

/** One applicant at the vendor. Days of what was read are `yyyy-MM-dd`. */
export interface Check {
  readonly id: number;
  readonly clientId: ClientId;
  readonly purpose: 'profile' | 'scan';
  readonly reference: string;
  readonly applicant: string | null;
  readonly phase: Phase;
  readonly words: string;
  readonly labels: readonly string[];
  readonly comment: string | null;
  readonly staffComment: string | null;
  readonly read: CheckRead | null;
  readonly differs: readonly string[];
  readonly version: number;
  readonly phaseAt: Date;
  readonly lookedAt: Date | null;
}

export interface CheckRead {
  readonly name: string | null;
  readonly birthDate: string | null;
  readonly country: string | null;
  readonly number: string | null;
  readonly issuedOn: string | null;
  readonly validUntil: string | null;
}

const columns = `id, client_id as "clientId", purpose, reference, applicant, phase, words, labels, comment, staff_comment as "staffComment",
  read_facts as read, differs, version, phase_at as "phaseAt", looked_at as "lookedAt"`;

/** The check of that name; it is there from then on. */
export async function keepCheck(
  sql: Sql,
  of: { readonly client: ClientId; readonly purpose: 'profile' | 'scan'; readonly reference: string; readonly at: Date },
): Promise<Check> {
  await sql.run(
    `insert into verification (client_id, purpose, reference, created_at, phase_at) values ($1, $2, $3, $4, $4)
     on conflict (reference) do nothing`,
    [of.client, of.purpose, of.reference, of.at],
  );
  return sql.one<Check>(`select ${columns} from verification where reference = $1`, [of.reference]);
}

export function checkById(sql: Sql, id: number): Promise<Check | undefined> {
  return sql.maybe<Check>(`select ${columns} from verification where id = $1`, [id]);
}

export function lockCheck(sql: Sql, id: number): Promise<Check | undefined> {
  return sql.maybe<Check>(`select ${columns} from verification where id = $1 for update`, [id]);
}

export function checkByReference(sql: Sql, reference: string): Promise<Check | undefined> {
  return sql.maybe<Check>(`select ${columns} from verification where reference = $1`, [reference]);
}

/** The latest first. */
export function checksOf(sql: Sql, client: ClientId): Promise<Check[]> {
  return sql.many<Check>(`select ${columns} from verification where client_id = $1 order by id desc limit 20`, [client]);
}

/** The vendor's number of it, once: whoever comes second finds the first. */
export async function setApplicant(sql: Sql, of: { readonly id: number; readonly applicant: string }): Promise<void> {
  await sql.run('update verification set applicant = $2 where id = $1 and applicant is null', [of.id, of.applicant]);
}

/** Whether the vendor has rejected a client for good. */
export async function isRejectedForGood(sql: Sql, client: ClientId): Promise<boolean> {
  const { is } = await sql.one<{ is: boolean }>(
    `select exists (select from verification where client_id = $1 and phase = 'final') as is`,
    [client],
  );
  return is;
}

/** It was asked about, and nothing could be followed. */
export async function lookedAt(sql: Sql, id: number, at: Date): Promise<void> {
  await sql.run('update verification set looked_at = $2 where id = $1', [id, at]);
}

export type CheckNews = Pick<Check, 'phase' | 'words' | 'labels' | 'comment' | 'staffComment' | 'read' | 'differs'>;

export async function writeNews(
  sql: Sql,
  { id, news, hasMoved, at }: { readonly id: number; readonly news: CheckNews; readonly hasMoved: boolean; readonly at: Date },
): Promise<void> {
  const { phase, words, labels, comment, staffComment, read, differs } = news;
  await sql.run(
    `update verification set phase = $2, words = $3, labels = $4, comment = $5, staff_comment = $6, read_facts = $7, differs = $8,
       version = version + 1, looked_at = $9, phase_at = case when $10 then $9 else phase_at end
      where id = $1`,
    [id, phase, words, labels, comment, staffComment, read && JSON.stringify(read), differs, at, hasMoved],
  );
}

/**
 * Checks that wait, for the vendor or for papers that are to be shown again, and were not asked for lately: each minute at first, then ever
 * more rarely, each quarter of an hour at last.
 */
export async function waitingChecks(sql: Sql, at: Date, limit: number): Promise<number[]> {
  const rows = await sql.many<{ id: number }>(
    `select id from verification
      where (phase in ('open', 'pending') or phase = 'retry' and purpose = 'profile') and applicant is not null and phase_at > $1::timestamptz - interval '60 days'
        and coalesce(looked_at, created_at) <= $1::timestamptz - least(interval '15 minutes',
          greatest(interval '1 minute', ($1::timestamptz - phase_at) / 10))
      order by looked_at nulls first, id limit $2`,
    [at, limit],
  );
  return rows.map(({ id }) => id);
}

export interface NewMessage {
  readonly provider: string;
  readonly digest: Buffer;
  readonly applicant: string;
  readonly reference: string | undefined;
  readonly type: string;
  readonly body: Buffer;
  readonly headers: object;
  readonly toldAt: Date;
}

/** A message by its bytes; how often it has come by now. */
export function keepMessage(sql: Sql, of: NewMessage): Promise<{ id: bigint; times: number }> {
  return sql.one(
    `insert into verification_message (provider, digest, applicant, reference, type, body, headers, told_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (provider, digest) do update set times = verification_message.times + 1
     returning id, times`,
    [of.provider, of.digest, of.applicant, of.reference ?? null, of.type, of.body, JSON.stringify(of.headers), of.toldAt],
  );
}

/** A job does what follows from it. */
export async function putOff(
  sql: Sql,
  of: { readonly topic: string; readonly message: bigint; readonly trace: string | undefined; readonly at: Date },
): Promise<void> {
  await sql.run(
    `insert into outbox (topic, key, payload, due_at, created_at) values ($1, $2, $3, $4, $4) on conflict do nothing`,
    [of.topic, `${of.topic}:${of.message}`, JSON.stringify({ message: String(of.message), trace: of.trace }), of.at],
  );
}

export interface KeptMessage {
  readonly applicant: string;
  readonly reference: string | null;
}

export function messageById(sql: Sql, id: string): Promise<KeptMessage | undefined> {
  return sql.maybe<KeptMessage>('select applicant, reference from verification_message where id = $1', [id]);
}

export async function noteProcessed(sql: Sql, id: string, outcome: string): Promise<void> {
  await sql.run('update verification_message set processed_at = now(), outcome = $2 where id = $1', [id, outcome]);
}

/** What was signed by nobody whom we know is counted by the day, and not kept. */
export async function countForged(
  sql: Sql,
  of: { readonly provider: string; readonly reason: string; readonly address: string; readonly bytes: number; readonly at: Date },
): Promise<void> {
  await sql.run(
    `insert into refused_message as r (day, provider, digest, reason, times, bytes, address, agent, first_at, last_at)
       values ($1::timestamptz::date, $2, ''::bytea, $3, 1, $4, $5, '', $1, $1)
     on conflict (day, provider, digest) do update set times = r.times + 1, reason = excluded.reason, bytes = excluded.bytes,
       address = excluded.address, last_at = excluded.last_at`,
    [of.at, of.provider, of.reason, of.bytes, of.address.slice(0, 45)],
  );
}

export interface ScanFlow {
  readonly id: number;
  readonly clientId: ClientId;
  readonly state: 'created' | 'waiting' | 'completed' | 'rejected';
  readonly country: string;
  readonly type: 'passport' | 'identity_card' | 'driving_licence';
  readonly documentId: number | null;
}

const scanColumns = 'id, client_id as "clientId", state, country, document_type as type, document_id as "documentId"';

/** The scan that is not at its end, locked. */
export function lockOpenScan(sql: Sql, client: ClientId): Promise<ScanFlow | undefined> {
  return sql.maybe<ScanFlow>(
    `select ${scanColumns} from scan_flow where client_id = $1 and state in ('created', 'waiting') for update`,
    [client],
  );
}

export function lastScan(sql: Sql, client: ClientId): Promise<ScanFlow | undefined> {
  return sql.maybe<ScanFlow>(`select ${scanColumns} from scan_flow where client_id = $1 order by id desc limit 1`, [client]);
}

export function scanById(sql: Sql, id: number): Promise<ScanFlow | undefined> {
  return sql.maybe<ScanFlow>(`select ${scanColumns} from scan_flow where id = $1`, [id]);
}

export function lockScan(sql: Sql, id: number): Promise<ScanFlow | undefined> {
  return sql.maybe<ScanFlow>(`select ${scanColumns} from scan_flow where id = $1 for update`, [id]);
}

/** Scans that nobody has gone on with since then, the oldest first. */
export async function abandonedScans(sql: Sql, since: Date, limit: number): Promise<number[]> {
  const rows = await sql.many<{ id: number }>(
    `select id from scan_flow where state in ('created', 'waiting') and changed_at <= $1 order by changed_at, id limit $2`,
    [since, limit],
  );
  return rows.map(({ id }) => id);
}

/** A new scan, or the one that nothing was scanned of yet, of another document. */
export function keepScan(
  sql: Sql,
  of: { readonly client: ClientId; readonly country: string; readonly type: ScanFlow['type']; readonly at: Date },
): Promise<ScanFlow> {
  return sql.one<ScanFlow>(
    `insert into scan_flow (client_id, country, document_type, created_at, changed_at) values ($1, $2, $3, $4, $4)
     on conflict (client_id) where state in ('created', 'waiting')
       do update set country = excluded.country, document_type = excluded.document_type, changed_at = excluded.changed_at
     returning ${scanColumns}`,
    [of.client, of.country, of.type, of.at],
  );
}

export function setScan(
  sql: Sql,
  of: { readonly id: number; readonly state: ScanFlow['state']; readonly document: number | null; readonly at: Date },
): Promise<ScanFlow> {
  return sql.one<ScanFlow>(
    `update scan_flow set state = $2, document_id = coalesce($3, document_id), changed_at = $4 where id = $1 returning ${scanColumns}`,
    [of.id, of.state, of.document, of.at],
  );
}
