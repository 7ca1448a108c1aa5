import type { ClientId } from '../../../base/id.ts';
import type { Sql } from '../../../base/sql.ts';
import type { PlatformKey } from '../../../law/platforms.ts';
import { mostFigures, mostFiguresOfAll, type Figure } from '../../../protocol/chartFigures.ts';

interface Over {
  readonly clientId: ClientId;
  readonly platform: PlatformKey;
  readonly symbol: string;
}

/** What a client has drawn over the candles of a symbol, in the order of drawing. */
export async function figuresOf(sql: Sql, { clientId, platform, symbol }: Over): Promise<Figure[]> {
  return sql.many<Figure>(
    `select id, kind, points from chart_figure where client_id = $1 and platform = $2 and symbol = $3 order by place limit ${mostFigures}`,
    [clientId, platform, symbol],
  );
}

/** Each figure by itself, so that two tabs do not undo each other. False where there are as many as there may be. */
export async function keepFigure(
  sql: Sql,
  { clientId, platform, symbol, figure }: Over & { readonly figure: Figure },
): Promise<boolean> {
  const { id, kind, points } = figure;
  const values = [clientId, id, platform, symbol, kind, JSON.stringify(points)];
  const moved = await sql.run(
    'update chart_figure set kind = $5, points = $6 where client_id = $1 and id = $2 and platform = $3 and symbol = $4',
    values,
  );
  if (moved > 0) return true;
  // One at a time of a client, so that many at once are no more than there may be.
  await sql.one('select id from client where id = $1 for no key update', [clientId]);
  const { all, here } = await sql.one<{ all: number; here: number }>(
    `select count(*)::integer as all, (count(*) filter (where platform = $2 and symbol = $3))::integer as here
     from chart_figure where client_id = $1`,
    [clientId, platform, symbol],
  );
  if (all >= mostFiguresOfAll || here >= mostFigures) return false;
  await sql.run(
    `insert into chart_figure (client_id, id, platform, symbol, kind, points) values ($1, $2, $3, $4, $5, $6)
     on conflict (client_id, id) do nothing`,
    values,
  );
  return true;
}

export async function removeFigure(
  sql: Sql,
  { clientId, id }: { readonly clientId: ClientId; readonly id: string },
): Promise<void> {
  await sql.run('delete from chart_figure where client_id = $1 and id = $2', [clientId, id]);
}
