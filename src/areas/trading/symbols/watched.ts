import type { ClientId } from '../../../base/id.ts';
import type { Sql } from '../../../base/sql.ts';
import type { PlatformKey } from '../../../law/platforms.ts';
import { mostTicks } from '../contract.ts';

interface WatchedList {
  readonly clientId: ClientId;
  readonly platform: PlatformKey;
}

/** A client's own list of symbols, in the order in which they were taken in. */
export async function watchedOf(sql: Sql, of: WatchedList): Promise<string[]> {
  const rows = await sql.many<{ symbol: string }>(
    `select symbol from watched_symbol where client_id = $1 and platform = $2 order by place limit ${mostTicks}`,
    [of.clientId, of.platform],
  );
  return rows.map(({ symbol }) => symbol);
}

/** One symbol comes in or goes out, so that two tabs do not undo each other. False when the list is full. */
export async function keepWatched(
  sql: Sql,
  wish: WatchedList & { readonly symbol: string; readonly isWatched: boolean },
): Promise<boolean> {
  const values = [wish.clientId, wish.platform, wish.symbol];
  if (!wish.isWatched) {
    await sql.run('delete from watched_symbol where client_id = $1 and platform = $2 and symbol = $3', values);
    return true;
  }
  const list = await watchedOf(sql, wish);
  if (list.includes(wish.symbol)) return true;
  if (list.length >= mostTicks) return false;
  await sql.run('insert into watched_symbol (client_id, platform, symbol) values ($1, $2, $3) on conflict do nothing', values);
  return true;
}
