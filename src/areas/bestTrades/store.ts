import { isCurrency, type Currency } from '../../base/currency.ts';
import type { AccountNumber, ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { isPlatformKey, type PlatformKey } from '../../law/platforms.ts';

/** A trade that was closed on a live account, in minor units of the account's currency. */
export interface TradeRow {
  readonly server: PlatformKey;
  readonly ticket: string;
  readonly number: AccountNumber;
  readonly clientId: ClientId;
  readonly companyId: number;
  readonly currency: Currency;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly lots: string;
  readonly openPrice: string | null;
  readonly closePrice: string;
  readonly result: bigint;
  readonly openedAt: Date | null;
  readonly closedAt: Date;
}

const columns = `t.server, t.ticket, t.number, a.client_id as "clientId", a.company_id as "companyId", a.currency, t.symbol, t.side,
  trim_scale(t.lots)::text as lots, t.open_price::text as "openPrice", t.close_price::text as "closePrice",
  t.profit + t.swap + t.commission as result, t.opened_at as "openedAt", t.closed_at as "closedAt"`;

type FoundRow = Omit<TradeRow, 'server' | 'currency'> & { readonly server: string; readonly currency: string };

function known(rows: readonly FoundRow[]): TradeRow[] {
  return rows.flatMap(({ server, currency, ...row }) =>
    isPlatformKey(server) && isCurrency(currency) ? [{ ...row, server, currency }] : [],
  );
}

/** Those of each currency that brought the most, the best first. */
export async function bestTrades(
  sql: Sql,
  of: { readonly client: ClientId; readonly since: Date; readonly limit: number },
): Promise<TradeRow[]> {
  const rows = await sql.many<FoundRow>(
    `select * from (
       select ${columns}, row_number() over (partition by a.currency order by t.profit + t.swap + t.commission desc, t.id) as place
         from closed_trade t join trading_account a using (number)
        where a.client_id = $1 and not a.is_demo and t.closed_at >= $2 and t.profit + t.swap + t.commission > 0
     ) best where place <= $3 order by place, currency`,
    [of.client, of.since, of.limit],
  );
  return known(rows);
}

/** The client's trade of that ticket; servers count each for itself, so that the account may have to be named. */
export async function tradeOf(
  sql: Sql,
  of: { readonly client: ClientId; readonly ticket: string; readonly number: number | undefined },
): Promise<TradeRow | undefined> {
  const rows = await sql.many<FoundRow>(
    `select ${columns} from closed_trade t join trading_account a using (number)
      where a.client_id = $1 and not a.is_demo and t.ticket = $2 and ($3::integer is null or t.number = $3)
      order by t.closed_at desc, t.id desc limit 1`,
    [of.client, of.ticket, of.number ?? null],
  );
  return known(rows)[0];
}

export interface PictureRow {
  readonly id: string;
  readonly expiresAt: Date;
}

/** The picture's row: the same trade in the same language is the same picture, and asked for anew it lasts anew. */
export function keepPicture(
  sql: Sql,
  of: {
    readonly id: string;
    readonly trade: TradeRow;
    readonly language: string;
    readonly now: Date;
    readonly expiresAt: Date;
  },
): Promise<PictureRow> {
  const { id, trade, language, now, expiresAt } = of;
  return sql.one<PictureRow>(
    `insert into trade_picture as p (id, client_id, server, ticket, language, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (server, ticket, language) do update set expires_at = greatest(p.expires_at, excluded.expires_at)
     returning id, expires_at as "expiresAt"`,
    [id, trade.clientId, trade.server, trade.ticket, language, now, expiresAt],
  );
}

export async function isThere(sql: Sql, id: string, now: Date): Promise<boolean> {
  return (await sql.maybe('select from trade_picture where id = $1 and expires_at > $2', [id, now])) !== undefined;
}

/**
 * What has expired is a picture no more: whoever asks for the same from now on gets one of another name. Answers the names whose bytes are
 * still to be forgotten, those of rounds before with them.
 */
export async function endExpired(sql: Sql, now: Date, limit: number): Promise<string[]> {
  await sql.run(
    `with gone as (
       delete from trade_picture where expires_at <= $1 and id in (
         select id from trade_picture where expires_at <= $1 order by expires_at limit $2)
       returning id)
     insert into trade_picture_gone (id, at) select id, $1 from gone`,
    [now, limit],
  );
  const rows = await sql.many<{ id: string }>('select id from trade_picture_gone order by at, id limit $1', [limit]);
  return rows.map(({ id }) => id);
}

/** Its bytes are forgotten. */
export async function noteForgotten(sql: Sql, id: string): Promise<void> {
  await sql.run('delete from trade_picture_gone where id = $1', [id]);
}
