import type { Sql } from '../../base/sql.ts';

/** A file that a client has asked for. */
export interface ExportRow {
  readonly id: string;
  readonly clientId: number;
  readonly kind: 'transfers' | 'statement' | 'trade_report' | 'personal_data';
  /** As the call had it. */
  readonly asked: Readonly<Record<string, string>>;
  readonly format: 'pdf' | 'csv' | 'xlsx' | 'json';
  readonly language: string;
  readonly state: 'waiting' | 'writing' | 'ready' | 'failed';
  readonly rowsDone: number;
  readonly rowsWhole: number | null;
  readonly attempts: number;
  readonly fileName: string | null;
  readonly bytes: bigint | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const columns = `id, client_id as "clientId", kind, asked, format, language, state, rows_done as "rowsDone", rows_whole as "rowsWhole",
  attempts, file_name as "fileName", bytes, created_at as "createdAt", expires_at as "expiresAt"`;

type NewExport = Pick<ExportRow, 'id' | 'clientId' | 'kind' | 'asked' | 'format' | 'language' | 'createdAt' | 'expiresAt'>;

/** Two that ask at once are one after the other: the lock is the client's. */
export async function lockExports(sql: Sql, clientId: number): Promise<void> {
  await sql.one(`select pg_advisory_xact_lock(hashtextextended('export:' || $1::text, 0))::text as locked`, [clientId]);
}

/** False where so many are under way already. */
export async function insertExport(sql: Sql, row: NewExport, mostUnderWay: number): Promise<boolean> {
  await lockExports(sql, row.clientId);
  const inserted = await sql.run(
    `insert into export_file (id, client_id, kind, asked, format, language, created_at, expires_at)
     select $1, $2, $3, $4, $5, $6, $7, $8
      where (select count(*) from export_file where client_id = $2 and state in ('waiting', 'writing')) < $9`,
    [
      row.id,
      row.clientId,
      row.kind,
      JSON.stringify(row.asked),
      row.format,
      row.language,
      row.createdAt,
      row.expiresAt,
      mostUnderWay,
    ],
  );
  return inserted === 1;
}

export function exportsOf(sql: Sql, clientId: number, now: Date): Promise<ExportRow[]> {
  return sql.many<ExportRow>(
    `select ${columns} from export_file where client_id = $1 and expires_at > $2 order by created_at desc, id limit 50`,
    [clientId, now],
  );
}

/** The files of one kind that were asked for with exactly these words. */
export function exportsAsked(
  sql: Sql,
  of: Pick<ExportRow, 'clientId' | 'kind' | 'asked'> & { readonly now: Date },
): Promise<ExportRow[]> {
  return sql.many<ExportRow>(
    `select ${columns} from export_file where client_id = $1 and kind = $2 and asked = $3::jsonb and expires_at > $4
      order by created_at desc, format desc, id limit 50`,
    [of.clientId, of.kind, JSON.stringify(of.asked), of.now],
  );
}

export async function exportRow(sql: Sql, id: string): Promise<ExportRow | undefined> {
  return sql.maybe<ExportRow>(`select ${columns} from export_file where id = $1`, [id]);
}

/** Takes one to be written, if nobody else is at it. Wall time: a moved clock makes nobody lose what they hold. */
export async function claimExport(sql: Sql, id: string, seconds: number): Promise<ExportRow | undefined> {
  return sql.maybe<ExportRow>(
    `update export_file set state = 'writing', attempts = attempts + 1, rows_done = 0, held_until = now() + make_interval(secs => $2)
     where id = $1 and (state = 'waiting' or (state = 'writing' and held_until < now())) returning ${columns}`,
    [id, seconds],
  );
}

/** What waits for somebody to write it, or was left by whoever did, the oldest first. */
export async function openExports(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql.many<{ id: string }>(
    `select id from export_file where state = 'waiting' or (state = 'writing' and held_until < now()) order by created_at limit $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

export async function noteWhole(sql: Sql, id: string, rows: number): Promise<void> {
  await sql.run('update export_file set rows_whole = $2 where id = $1', [id, rows]);
}

/** How far it is, and that somebody is at it still; false when another has taken it. */
export async function noteProgress(
  sql: Sql,
  of: { readonly id: string; readonly attempt: number; readonly rows: number; readonly seconds: number },
): Promise<boolean> {
  const noted = await sql.run(
    `update export_file set rows_done = $3, held_until = now() + make_interval(secs => $4)
     where id = $1 and attempts = $2 and state = 'writing'`,
    [of.id, of.attempt, of.rows, of.seconds],
  );
  return noted === 1;
}

export async function noteReady(
  sql: Sql,
  of: { readonly id: string; readonly attempt: number; readonly rows: number; readonly fileName: string; readonly bytes: number },
): Promise<void> {
  await sql.run(
    `update export_file set state = 'ready', rows_done = $3, rows_whole = $3, file_name = $4, bytes = $5, held_until = null
     where id = $1 and attempts = $2 and state = 'writing'`,
    [of.id, of.attempt, of.rows, of.fileName, of.bytes],
  );
}

/** It did not go: it waits for another try, or, after the last one, it is given up. */
export async function noteFailed(
  sql: Sql,
  of: { readonly id: string; readonly attempt: number; readonly isLast: boolean },
): Promise<void> {
  await sql.run(
    `update export_file set state = case when $3 then 'failed' else 'waiting' end, held_until = null
     where id = $1 and attempts = $2 and state = 'writing'`,
    [of.id, of.attempt, of.isLast],
  );
}

/** What nobody may fetch any more and nobody is writing. */
export async function expiredExports(sql: Sql, now: Date, limit: number): Promise<string[]> {
  const rows = await sql.many<{ id: string }>(
    `select id from export_file where expires_at <= $1 and (state <> 'writing' or held_until < now()) order by expires_at limit $2`,
    [now, limit],
  );
  return rows.map(({ id }) => id);
}

export async function dropExport(sql: Sql, id: string): Promise<void> {
  await sql.run('delete from export_file where id = $1', [id]);
}
