import type { Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';

/**
 * True for whoever may begin to compare both books of a server now: once in so many seconds, whatever process asks, and at once in a new
 * era of the chain.
 */
export async function takeComparison(sql: Sql, server: PlatformKey, everySeconds: number): Promise<boolean> {
  const taken = await sql.run(
    `insert into cursor_mark (name, value) select $1, jsonb_build_object('era', max(number)) from audit_era
       having not exists (select from cursor_mark where name = $1 and updated_at >= now() - make_interval(secs => $2)
         and coalesce((value->>'era')::integer, 1) >= max(number))
     on conflict (name) do update set updated_at = now(), value = excluded.value
       where cursor_mark.updated_at < now() - make_interval(secs => $2)
         or coalesce((cursor_mark.value->>'era')::integer, 1) < (excluded.value->>'era')::integer`,
    [`reconciled:${server}`, everySeconds],
  );
  return taken > 0;
}

/** When the first account of a server was opened; undefined while there is none. */
export async function firstOpening(sql: Sql, server: PlatformKey): Promise<Date | undefined> {
  const row = await sql.one<{ at: Date | null }>('select min(opened_at) as at from trading_account where platform = $1', [
    server,
  ]);
  return row.at ?? undefined;
}
