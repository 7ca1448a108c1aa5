import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { ShownNews } from './contract.ts';
import { shownNews } from './shown.ts';
import { decideNews, insertNews, shownOf, shownOfManager } from './store.ts';

/** The newest news of a strategy that the desk has approved. */
export async function newsOfStrategy(sql: Sql, strategy: number, limit: number): Promise<ShownNews[]> {
  return (await shownOf(sql, strategy, limit)).map(shownNews);
}

/** The same of all strategies of a manager that can be followed. */
export async function newsOfManager(sql: Sql, client: number, limit: number): Promise<ShownNews[]> {
  return (await shownOfManager(sql, client, limit)).map(shownNews);
}

export interface SeededNews {
  readonly strategyId: number;
  readonly clientId: ClientId;
  readonly title: string;
  readonly text: string;
  readonly at: Date;
  readonly status: 'approved' | 'declined';
  readonly reason: string | null;
}

/** News of a seeded strategy, as if it had been written and decided. */
export async function bringNews(sql: Sql, { status, reason, ...news }: SeededNews): Promise<void> {
  const id = await insertNews(sql, news);
  await decideNews(sql, { id, status, reason, by: 'seed', at: news.at });
}
