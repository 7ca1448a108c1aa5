import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Table } from '../../tables/table.ts';
import type { StatementReader } from '../statements/face.ts';
import { tradeReportTable } from './asTable.ts';
import { reportedAccount, spanOf } from './report.ts';
import { countDeals } from './store.ts';

export { isTooLong } from './rules.ts';

export interface AskedFile {
  readonly number: number;
  readonly from: string;
  readonly till: string;
}

/** How many deals a report would have, counted up to `most`; undefined where the client has no such account. */
export async function reportedDeals(
  sql: Sql,
  client: ClientId,
  { number, from, till, most }: AskedFile & { readonly most: number },
): Promise<number | undefined> {
  const account = await reportedAccount(sql, client, number);
  return account && countDeals(sql, spanOf({ account, client, from, till }), most);
}

/** The report as a table, and how many deals it has; undefined where the client has no such account. */
export async function tradesAsTable(
  sql: Sql,
  of: AskedFile & { readonly client: ClientId; readonly to: StatementReader; readonly mostRows: number },
): Promise<{ readonly table: Table; readonly rows: number } | undefined> {
  const { client, number, from, till, to, mostRows } = of;
  const account = await reportedAccount(sql, client, number);
  if (!account) return undefined;
  const asked = { account, client, from, till };
  return { table: await tradeReportTable(sql, asked, to), rows: await countDeals(sql, spanOf(asked), mostRows) };
}
