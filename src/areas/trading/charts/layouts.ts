import type { ClientId } from '../../../base/id.ts';
import type { Sql } from '../../../base/sql.ts';
import type { ChartLayout } from '../contract.ts';

/** What the terminal begins with: one chart, and its candles alone. */
const first: ChartLayout = { charts: 1, others: [], indicators: [] };

export async function layoutOf(sql: Sql, clientId: ClientId): Promise<ChartLayout> {
  const row = await sql.maybe<{ layout: ChartLayout }>('select layout from chart_layout where client_id = $1', [clientId]);
  return row?.layout ?? first;
}

/** What was sent last stands, as a whole: two tabs never make one of two halves. */
export async function keepLayout(
  sql: Sql,
  { clientId, layout, now }: { readonly clientId: ClientId; readonly layout: ChartLayout; readonly now: Date },
): Promise<void> {
  await sql.run(
    `insert into chart_layout (client_id, layout, changed_at) values ($1, $2, $3)
     on conflict (client_id) do update set layout = excluded.layout, changed_at = excluded.changed_at`,
    [clientId, JSON.stringify(layout), now],
  );
}
