import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { ProfessionalCriterion, ProfessionalReason } from '../../law/professional.ts';

export interface ApplicationRow {
  readonly id: number;
  readonly clientId: ClientId;
  readonly requestedAt: Date | null;
  readonly acceptedAt: Date | null;
  readonly outcome: 'approved' | 'declined' | null;
  readonly reasonCode: ProfessionalReason | null;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
}

const columns = `id, client_id as "clientId", requested_at as "requestedAt", accepted_at as "acceptedAt", outcome,
  reason_code as "reasonCode", decided_at as "decidedAt", decided_by as "decidedBy"`;

/** The client's last application. */
export function lastApplication(sql: Sql, client: ClientId): Promise<ApplicationRow | undefined> {
  return sql.maybe(`select ${columns} from professional_application where client_id = $1 order by id desc limit 1`, [client]);
}

/** The one that is open, locked; begun where there is none. */
export async function openApplication(sql: Sql, client: ClientId, at: Date): Promise<ApplicationRow> {
  await sql.run(
    'insert into professional_application (client_id, created_at) values ($1, $2) on conflict (client_id) where outcome is null do nothing',
    [client, at],
  );
  return sql.one(`select ${columns} from professional_application where client_id = $1 and outcome is null for update`, [client]);
}

export function applicationById(sql: Sql, id: number): Promise<ApplicationRow | undefined> {
  return sql.maybe(`select ${columns} from professional_application where id = $1`, [id]);
}

/** Locked: of two who decide at once the second finds it decided. */
export function lockApplication(sql: Sql, id: number): Promise<ApplicationRow | undefined> {
  return sql.maybe(`select ${columns} from professional_application where id = $1 for update`, [id]);
}

export interface Evidence {
  readonly fileId: string;
  readonly criterion: ProfessionalCriterion;
}

export function evidenceOf(sql: Sql, application: number): Promise<Evidence[]> {
  return sql.many(
    'select file_id as "fileId", criterion from professional_evidence where application_id = $1 order by sent_at, file_id limit 100',
    [application],
  );
}

export async function addEvidence(sql: Sql, of: Evidence & { readonly application: number; readonly at: Date }): Promise<void> {
  await sql.run('insert into professional_evidence (file_id, application_id, criterion, sent_at) values ($1, $2, $3, $4)', [
    of.fileId,
    of.application,
    of.criterion,
    of.at,
  ]);
}

export async function markRequested(sql: Sql, id: number, at: Date): Promise<void> {
  await sql.run('update professional_application set requested_at = $2 where id = $1 and requested_at is null', [id, at]);
}

export async function markAccepted(sql: Sql, id: number, at: Date): Promise<void> {
  await sql.run('update professional_application set accepted_at = $2 where id = $1 and accepted_at is null', [id, at]);
}

/** The one that is open is neither requested nor acknowledged any more; undefined where none was. */
export function beginAgain(sql: Sql, client: ClientId): Promise<Pick<ApplicationRow, 'id'> | undefined> {
  return sql.maybe(
    `update professional_application set requested_at = null, accepted_at = null
      where client_id = $1 and outcome is null and (requested_at is not null or accepted_at is not null) returning id`,
    [client],
  );
}

export async function endApplication(
  sql: Sql,
  of: {
    readonly id: number;
    readonly outcome: 'approved' | 'declined';
    readonly reasonCode: ProfessionalReason | null;
    readonly by: string;
    readonly at: Date;
  },
): Promise<void> {
  await sql.run(
    'update professional_application set outcome = $2, reason_code = $3, decided_by = $4, decided_at = $5 where id = $1',
    [of.id, of.outcome, of.reasonCode, of.by, of.at],
  );
}

/** From retail to elective professional (readings, 9); false where the client is not retail any more. */
export async function makeProfessional(sql: Sql, client: ClientId): Promise<boolean> {
  const rows = await sql.run(
    'update client set client_category = 2, version = version + 1 where id = $1 and client_category = 0',
    [client],
  );
  return rows === 1;
}

/** Browsers of the client that stand open hear of it, when the caller's transaction has committed. */
export async function tellBrowsers(sql: Sql, client: ClientId, at: Date): Promise<void> {
  await sql.run(
    `insert into outbox (topic, client_id, payload, due_at, created_at)
     values ('live', $1, '{"topics":["client_info","dashboard","accounts"]}', $2, $2)`,
    [client, at],
  );
}
