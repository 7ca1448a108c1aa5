import type { Sql } from '../../base/sql.ts';

/** A file that is written while nobody waits, whoever has asked for it. */
export interface FileRow {
  readonly id: string;
  /** As the call had it. */
  readonly asked: Readonly<Record<string, string>>;
  readonly format: 'pdf' | 'csv' | 'xlsx' | 'json';
  readonly state: 'waiting' | 'writing' | 'ready' | 'failed';
  readonly rowsDone: number;
  readonly rowsWhole: number | null;
  readonly attempts: number;
  readonly fileName: string | null;
  readonly bytes: bigint | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** One that a client has asked for. */
export interface ExportRow extends FileRow {
  readonly clientId: number;
  readonly kind: 'transfers' | 'statement' | 'trade_report' | 'personal_data';
  readonly language: string;
}

/** One that a member of staff has asked for: a list of the desk, and why they take it along. */
export interface DeskExportRow extends FileRow {
  readonly staffId: number;
  readonly list: string;
  readonly reason: string;
}

const ofFile = `id, asked, format, state, rows_done as "rowsDone", rows_whole as "rowsWhole", attempts, file_name as "fileName", bytes,
  created_at as "createdAt", expires_at as "expiresAt"`;
const columns = `${ofFile}, client_id as "clientId", kind, language`;
const deskColumns = `${ofFile}, staff_id as "staffId", list, reason`;

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

type NewDeskExport = Pick<DeskExportRow, 'id' | 'staffId' | 'list' | 'asked' | 'format' | 'reason' | 'createdAt' | 'expiresAt'>;

/** False where so many of theirs are under way already; two that ask at once are one after the other. */
export async function insertDeskExport(sql: Sql, row: NewDeskExport, mostUnderWay: number): Promise<boolean> {
  await sql.one(`select pg_advisory_xact_lock(hashtextextended('desk_export:' || $1::text, 0))::text as locked`, [row.staffId]);
  const inserted = await sql.run(
    `insert into desk_export (id, staff_id, list, asked, format, reason, created_at, expires_at)
     select $1, $2, $3, $4, $5, $6, $7, $8
      where (select count(*) from desk_export where staff_id = $2 and state in ('waiting', 'writing')) < $9`,
    [
      row.id,
      row.staffId,
      row.list,
      JSON.stringify(row.asked),
      row.format,
      row.reason,
      row.createdAt,
      row.expiresAt,
      mostUnderWay,
    ],
  );
  return inserted === 1;
}

export function deskExportsOf(sql: Sql, staffId: number, now: Date): Promise<DeskExportRow[]> {
  return sql.many<DeskExportRow>(
    `select ${deskColumns} from desk_export where staff_id = $1 and expires_at > $2 order by created_at desc, id limit 50`,
    [staffId, now],
  );
}

export async function deskExportRow(sql: Sql, id: string): Promise<DeskExportRow | undefined> {
  return sql.maybe<DeskExportRow>(`select ${deskColumns} from desk_export where id = $1`, [id]);
}

/** The rows of one table of files, as whoever writes them goes by them. */
export interface Files<Row extends FileRow> {
  /** Takes one to be written, if nobody else is at it. Wall time: a moved clock makes nobody lose what they hold. */
  claim(sql: Sql, id: string, seconds: number): Promise<Row | undefined>;
  /** What waits for somebody to write it, or was left by whoever did, the oldest first. */
  open(sql: Sql, limit: number): Promise<string[]>;
  noteWhole(sql: Sql, id: string, rows: number): Promise<void>;
  /** How far it is, and that somebody is at it still; false when another has taken it. */
  noteProgress(sql: Sql, of: Attempt & { readonly rows: number; readonly seconds: number }): Promise<boolean>;
  noteReady(sql: Sql, of: Attempt & { readonly rows: number; readonly fileName: string; readonly bytes: number }): Promise<void>;
  /** It did not go: it waits for another try, or, after the last one, it is given up. */
  noteFailed(sql: Sql, of: Attempt & { readonly isLast: boolean }): Promise<void>;
  /** What nobody may fetch any more and nobody is writing. */
  expired(sql: Sql, now: Date, limit: number): Promise<string[]>;
  drop(sql: Sql, id: string): Promise<void>;
}

interface Attempt {
  readonly id: string;
  readonly attempt: number;
}

export const clientFiles: Files<ExportRow> = filesIn('export_file', columns);
export const deskFiles: Files<DeskExportRow> = filesIn('desk_export', deskColumns);

function filesIn<Row extends FileRow>(table: 'export_file' | 'desk_export', named: string): Files<Row> {
  const ids = async (sql: Sql, text: string, values: readonly unknown[]): Promise<string[]> =>
    (await sql.many<{ id: string }>(text, [...values])).map(({ id }) => id);
  return {
    claim: (sql, id, seconds) =>
      sql.maybe<Row & object>(
        `update ${table} set state = 'writing', attempts = attempts + 1, rows_done = 0, held_until = now() + make_interval(secs => $2)
         where id = $1 and (state = 'waiting' or (state = 'writing' and held_until < now())) returning ${named}`,
        [id, seconds],
      ),
    open: (sql, limit) =>
      ids(
        sql,
        `select id from ${table} where state = 'waiting' or (state = 'writing' and held_until < now()) order by created_at limit $1`,
        [limit],
      ),
    async noteWhole(sql, id, rows) {
      await sql.run(`update ${table} set rows_whole = $2 where id = $1`, [id, rows]);
    },
    async noteProgress(sql, of) {
      const noted = await sql.run(
        `update ${table} set rows_done = $3, held_until = now() + make_interval(secs => $4)
         where id = $1 and attempts = $2 and state = 'writing'`,
        [of.id, of.attempt, of.rows, of.seconds],
      );
      return noted === 1;
    },
    async noteReady(sql, of) {
      await sql.run(
        `update ${table} set state = 'ready', rows_done = $3, rows_whole = $3, file_name = $4, bytes = $5, held_until = null
         where id = $1 and attempts = $2 and state = 'writing'`,
        [of.id, of.attempt, of.rows, of.fileName, of.bytes],
      );
    },
    async noteFailed(sql, of) {
      await sql.run(
        `update ${table} set state = case when $3 then 'failed' else 'waiting' end, held_until = null
         where id = $1 and attempts = $2 and state = 'writing'`,
        [of.id, of.attempt, of.isLast],
      );
    },
    expired: (sql, now, limit) =>
      ids(
        sql,
        `select id from ${table} where expires_at <= $1 and (state <> 'writing' or held_until < now()) order by expires_at limit $2`,
        [now, limit],
      ),
    async drop(sql, id) {
      await sql.run(`delete from ${table} where id = $1`, [id]);
    },
  };
}
