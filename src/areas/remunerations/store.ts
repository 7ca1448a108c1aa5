import type { Sql } from '../../base/sql.ts';

/** That a strategy is to be closed while others follow it. */
export interface ArchiveRow {
  readonly id: number;
  readonly strategyId: number;
  readonly status: 'waiting' | 'approved' | 'declined';
  readonly reason: string | null;
  readonly askedAt: Date;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
}

const columns = `id, strategy_id as "strategyId", status, reason, asked_at as "askedAt", decided_at as "decidedAt",
  decided_by as "decidedBy"`;

/** Undefined where it waits already. */
export async function insertArchive(
  sql: Sql,
  of: { readonly strategyId: number; readonly at: Date },
): Promise<number | undefined> {
  const row = await sql.maybe<{ id: number }>(
    `insert into strategy_archive (strategy_id, status, asked_at) values ($1, 'waiting', $2)
     on conflict (strategy_id) where status = 'waiting' do nothing returning id`,
    [of.strategyId, of.at],
  );
  return row?.id;
}

/** What was asked last of a strategy. */
export async function lastArchive(sql: Sql, strategyId: number): Promise<ArchiveRow | undefined> {
  return sql.maybe<ArchiveRow>(`select ${columns} from strategy_archive where strategy_id = $1 order by id desc limit 1`, [
    strategyId,
  ]);
}

export async function archiveById(sql: Sql, id: number): Promise<ArchiveRow | undefined> {
  return sql.maybe<ArchiveRow>(`select ${columns} from strategy_archive where id = $1`, [id]);
}

/** Locked: of two who decide at once the second finds it decided. */
export async function lockArchive(sql: Sql, id: number): Promise<ArchiveRow | undefined> {
  return sql.maybe<ArchiveRow>(`select ${columns} from strategy_archive where id = $1 for update`, [id]);
}

export async function decideArchive(
  sql: Sql,
  of: {
    readonly id: number;
    readonly status: 'approved' | 'declined';
    readonly reason: string | null;
    readonly by: string;
    readonly at: Date;
  },
): Promise<void> {
  await sql.run('update strategy_archive set status = $2, reason = $3, decided_by = $4, decided_at = $5 where id = $1', [
    of.id,
    of.status,
    of.reason,
    of.by,
    of.at,
  ]);
}
