import { clientId, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';

export type NewsStatus = 'waiting' | 'approved' | 'declined';

/** News of a strategy, as its manager wrote it. */
export interface NewsRow {
  readonly id: number;
  readonly strategyId: number;
  readonly clientId: ClientId;
  readonly strategy: string;
  readonly number: number;
  readonly author: string;
  readonly title: string;
  readonly text: string;
  readonly status: NewsStatus;
  readonly reason: string | null;
  readonly writtenAt: Date;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
}

const columns = `n.id, n.strategy_id as "strategyId", n.client_id as "clientId", s.name as strategy, s.number, s.nickname as author,
  n.title, n.body as text, n.status, n.reason, n.written_at as "writtenAt", n.decided_at as "decidedAt", n.decided_by as "decidedBy"`;
const joined = 'strategy_news n join strategy s on s.id = n.strategy_id';

const known = (row: NewsRow): NewsRow => ({ ...row, clientId: clientId(row.clientId) });

/** A strategy of that client's, whether it can be followed or is closed. */
export async function ownStrategy(sql: Sql, of: { readonly id: number; readonly client: ClientId }) {
  return sql.maybe<{ id: number; name: string; isActive: boolean }>(
    `select id, name, status = 'active' as "isActive" from strategy
      where id = $1 and client_id = $2 and status in ('active', 'closed') for no key update`,
    [of.id, of.client],
  );
}

const mostOwn = 100;

/** What was written of a strategy, the newest first. */
export async function writtenOf(sql: Sql, strategy: number): Promise<NewsRow[]> {
  const rows = await sql.many<NewsRow>(
    `select ${columns} from ${joined} where n.strategy_id = $1 order by n.id desc limit ${mostOwn}`,
    [strategy],
  );
  return rows.map(known);
}

export async function countWaiting(sql: Sql, strategy: number): Promise<number> {
  const { count } = await sql.one<{ count: number }>(
    `select count(*)::integer as count from strategy_news where strategy_id = $1 and status = 'waiting'`,
    [strategy],
  );
  return count;
}

export interface NewNews {
  readonly strategyId: number;
  readonly clientId: ClientId;
  readonly title: string;
  readonly text: string;
  readonly at: Date;
}

export async function insertNews(sql: Sql, of: NewNews): Promise<number> {
  const { id } = await sql.one<{ id: number }>(
    `insert into strategy_news (strategy_id, client_id, title, body, status, written_at)
     values ($1, $2, $3, $4, 'waiting', $5) returning id`,
    [of.strategyId, of.clientId, of.title, of.text, of.at],
  );
  return id;
}

export async function newsById(sql: Sql, id: number): Promise<NewsRow | undefined> {
  const row = await sql.maybe<NewsRow>(`select ${columns} from ${joined} where n.id = $1`, [id]);
  return row && known(row);
}

/** Locked: of two who decide at once the second finds it decided. */
export async function lockNews(sql: Sql, id: number): Promise<NewsRow | undefined> {
  const row = await sql.maybe<NewsRow>(`select ${columns} from ${joined} where n.id = $1 for update of n`, [id]);
  return row && known(row);
}

export interface NewsDecision {
  readonly id: number;
  readonly status: 'approved' | 'declined';
  readonly reason: string | null;
  readonly by: string;
  readonly at: Date;
}

export async function decideNews(sql: Sql, { id, status, reason, by, at }: NewsDecision): Promise<void> {
  await sql.run('update strategy_news set status = $2, reason = $3, decided_by = $4, decided_at = $5 where id = $1', [
    id,
    status,
    reason,
    by,
    at,
  ]);
}

export interface FeedQuery {
  /** Of what this client follows. */
  readonly follower: ClientId | undefined;
  readonly page: number;
  readonly size: number;
}

export interface FeedRow extends NewsRow {
  readonly decidedAt: Date;
}

/** What is shown, the newest first; what is left of an erased manager's is not. A page behind the last is the last. */
export async function newsFeed(sql: Sql, { follower, page: asked, size }: FeedQuery) {
  const values = [follower ?? null];
  const where = `n.status = 'approved' and n.title <> '' and case when $1::integer is null then s.status = 'active'
    else exists (select from investment i where i.strategy_id = s.id and i.client_id = $1 and i.ended_at is null) end`;
  const { total } = await sql.one<{ total: number }>(`select count(*)::integer as total from ${joined} where ${where}`, values);
  const page = Math.min(asked, Math.max(1, Math.ceil(total / size)));
  const rows = await sql.many<FeedRow>(
    `select ${columns} from ${joined} where ${where} order by n.decided_at desc, n.id desc
      limit ${size} offset ${(page - 1) * size}`,
    values,
  );
  return { rows, total, page };
}

/** What is shown of one strategy, the newest first. */
export async function shownOf(sql: Sql, strategy: number, limit: number): Promise<FeedRow[]> {
  return sql.many<FeedRow>(
    `select ${columns} from ${joined} where n.strategy_id = $1 and n.status = 'approved' and n.title <> ''
      order by n.decided_at desc, n.id desc limit $2`,
    [strategy, limit],
  );
}

/** The same of all strategies of a manager that can be followed. */
export async function shownOfManager(sql: Sql, client: number, limit: number): Promise<FeedRow[]> {
  return sql.many<FeedRow>(
    `select ${columns} from ${joined} where s.client_id = $1 and s.status = 'active' and n.status = 'approved' and n.title <> ''
      order by n.decided_at desc, n.id desc limit $2`,
    [client, limit],
  );
}
