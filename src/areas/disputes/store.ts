import type { Currency } from '../../base/currency.ts';
import type { ClientId, RemittanceId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import type { DisputeStatus, endings, EvidenceKind } from './contract.ts';

export type Ending = (typeof endings)[number];

/** What is known of the payment when it is disputed. */
export interface DisputedPayment {
  readonly reference: string;
  readonly transaction: string | null;
  /** ISO 8601. */
  readonly paid_at: string | null;
  readonly card: string | null;
  readonly payer: string | null;
  readonly account: number;
}

/** A dispute; its amount is in minor units. */
export interface DisputeRow {
  readonly id: number;
  readonly clientId: ClientId;
  readonly companyId: CompanyId;
  readonly remittanceId: RemittanceId;
  readonly reversalId: RemittanceId;
  readonly provider: string;
  readonly transactionId: string;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly payment: DisputedPayment;
  readonly status: DisputeStatus;
  readonly openedAt: Date;
  readonly evidenceDueAt: Date;
  readonly sentAt: Date | null;
  readonly endedAt: Date | null;
  readonly endedWhy: Ending | null;
  readonly endedBy: string | null;
  readonly liftedAt: Date | null;
}

const columns = `id, client_id as "clientId", company_id as "companyId", remittance_id as "remittanceId", reversal_id as "reversalId", provider,
  transaction_id as "transactionId", amount, currency, payment, status, opened_at as "openedAt", evidence_due_at as "evidenceDueAt",
  sent_at as "sentAt", ended_at as "endedAt", ended_why as "endedWhy", ended_by as "endedBy", lifted_at as "liftedAt"`;

type NewDispute = Pick<
  DisputeRow,
  | 'clientId'
  | 'companyId'
  | 'remittanceId'
  | 'reversalId'
  | 'provider'
  | 'transactionId'
  | 'amount'
  | 'currency'
  | 'payment'
  | 'openedAt'
  | 'evidenceDueAt'
>;

/** Undefined where that transfer is disputed already. */
export async function insertDispute(sql: Sql, of: NewDispute): Promise<number | undefined> {
  const row = await sql.maybe<{ id: number }>(
    `insert into dispute (client_id, company_id, remittance_id, reversal_id, provider, transaction_id, amount, currency, payment, opened_at,
       evidence_due_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (reversal_id) do nothing returning id`,
    [
      of.clientId,
      of.companyId,
      of.remittanceId,
      of.reversalId,
      of.provider,
      of.transactionId,
      of.amount,
      of.currency,
      JSON.stringify(of.payment),
      of.openedAt,
      of.evidenceDueAt,
    ],
  );
  return row?.id;
}

export function disputeById(sql: Sql, id: number): Promise<DisputeRow | undefined> {
  return sql.maybe(`select ${columns} from dispute where id = $1`, [id]);
}

/** Locked until the caller's transaction ends. */
export function lockDispute(sql: Sql, id: number): Promise<DisputeRow | undefined> {
  return sql.maybe(`select ${columns} from dispute where id = $1 for update`, [id]);
}

/** The dispute that a reversal was made for, locked. */
export function lockDisputeOf(sql: Sql, reversal: RemittanceId): Promise<DisputeRow | undefined> {
  return sql.maybe(`select ${columns} from dispute where reversal_id = $1 for update`, [reversal]);
}

interface DisputePage {
  /** Left out: of all. */
  readonly client?: ClientId | undefined;
  readonly status: DisputeStatus | undefined;
  readonly before: number | undefined;
  readonly limit: number;
}

/** Newest first. */
export function listDisputes(sql: Sql, { client, status, before, limit }: DisputePage): Promise<DisputeRow[]> {
  return sql.many(
    `select ${columns} from dispute
      where ($1::text is null or status = $1) and ($2::integer is null or id < $2) and ($4::integer is null or client_id = $4)
      order by id desc limit $3`,
    [status ?? null, before ?? null, limit, client ?? null],
  );
}

/** Whose evidence should have been sent by now. */
export async function overdueDisputes(sql: Sql, now: Date, limit: number): Promise<number[]> {
  const rows = await sql.many<{ id: number }>(
    `select id from dispute where status = 'open' and evidence_due_at <= $1 order by evidence_due_at, id limit $2`,
    [now, limit],
  );
  return rows.map(({ id }) => id);
}

export async function markSent(sql: Sql, id: number, at: Date): Promise<void> {
  await sql.run(`update dispute set status = 'sent', sent_at = $2 where id = $1 and status = 'open'`, [id, at]);
}

export async function markEnded(
  sql: Sql,
  of: {
    readonly id: number;
    readonly status: Extract<DisputeStatus, 'won' | 'lost' | 'dropped'>;
    readonly why: Ending;
    readonly by: string;
    readonly at: Date;
  },
): Promise<void> {
  await sql.run('update dispute set status = $2, ended_why = $3, ended_by = $4, ended_at = $5 where id = $1', [
    of.id,
    of.status,
    of.why,
    of.by,
    of.at,
  ]);
}

export async function markLifted(sql: Sql, id: number, at: Date): Promise<void> {
  await sql.run('update dispute set lifted_at = $2 where id = $1 and lifted_at is null', [id, at]);
}

/** A client is restricted while any dispute of theirs restricts; true when that has changed. */
export async function followRestriction(sql: Sql, client: ClientId): Promise<boolean> {
  const changed = await sql.run(
    `update client c set charged_back = not c.charged_back, version = version + 1
      where id = $1 and charged_back <> exists (select from dispute d where d.client_id = $1 and d.lifted_at is null)`,
    [client],
  );
  return changed === 1;
}

/** Whether a payment of that client's is disputed, by now. */
export async function isChargedBack(sql: Sql, client: ClientId): Promise<boolean> {
  return (await sql.one<{ charged_back: boolean }>('select charged_back from client where id = $1', [client])).charged_back;
}

export interface EvidenceRow {
  readonly fileId: string;
  readonly kind: EvidenceKind;
  readonly note: string;
  readonly addedBy: string;
}

export function evidenceOf(sql: Sql, dispute: number): Promise<EvidenceRow[]> {
  return sql.many(
    `select file_id as "fileId", kind, note, added_by as "addedBy" from dispute_evidence where dispute_id = $1
      order by added_at, file_id limit 100`,
    [dispute],
  );
}

export async function addEvidence(sql: Sql, of: EvidenceRow & { readonly dispute: number; readonly at: Date }): Promise<void> {
  await sql.run(
    'insert into dispute_evidence (file_id, dispute_id, kind, note, added_by, added_at) values ($1, $2, $3, $4, $5, $6)',
    [of.fileId, of.dispute, of.kind, of.note, of.addedBy, of.at],
  );
}

/** Browsers of the client that stand open hear of it, when the caller's transaction has committed. */
export async function tellBrowsers(sql: Sql, client: ClientId, at: Date): Promise<void> {
  await sql.run(
    `insert into outbox (topic, client_id, payload, due_at, created_at) values ('live', $1, '{"topics":["client_info"]}', $2, $2)`,
    [client, at],
  );
}

/** What was charged back has been taken back, as far as it goes: no debt of it is still to come. */
export async function isTaken(sql: Sql, reversal: RemittanceId): Promise<boolean> {
  const { phase } = await sql.one<{ phase: string }>('select phase from remittance where id = $1', [reversal]);
  return phase === 'completed' || phase === 'declined';
}
