import { writeTimeCursor } from '../../base/cursor.ts';
import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { Table } from '../../tables/table.ts';
import { fundingAccountNamesOf } from '../fundingAccounts/face.ts';
import { transfersTable } from './asTable.ts';
import { filtersOf, type AskedFilters } from './filters.ts';
import {
  cardsOf,
  countTransfers,
  findTransfers,
  lastMethodOf,
  listTransfers,
  transfersOf,
  type ListedTransfer,
  type Remittance,
} from './lists.ts';
import { readCursor } from './rules.ts';
import { shownDetails, shownLine, type DetailsReader, type Reader } from './shown.ts';

export { askForPaper, paperWaitedFor } from './papers.ts';
export { cardsOf, findTransfers, lastMethodOf, transfersOf };
export type { ListedTransfer, Remittance } from './lists.ts';

/** A transfer as lists show it. */
export type ShownTransfer = ReturnType<typeof shownLine>;

/** The client's latest transfers, newest first: one statement. `limit` at most 100. */
export async function recentTransfers(sql: Sql, clientId: ClientId, limit: number): Promise<ListedTransfer[]> {
  const everything = { clientId, from: undefined, till: undefined, type: undefined, status: undefined, account: undefined };
  return listTransfers(sql, everything, { after: undefined, offset: 0, limit: Math.min(limit, 100) });
}

/** Whether the client has ever paid in: one statement. */
export async function hasDeposited(sql: Sql, clientId: ClientId): Promise<boolean> {
  const paid = { clientId, from: undefined, till: undefined, type: 'deposit', status: 'completed', account: undefined } as const;
  return (await listTransfers(sql, paid, { after: undefined, offset: 0, limit: 1 })).length > 0;
}

/** The transfer as calls answer it. */
export function shownTransfer(remittance: ListedTransfer, reader: Reader): ShownTransfer {
  return shownLine(remittance, reader);
}

/** A page of the client's transfers, newest first, behind `after` (`next` of the page before); undefined when that is no cursor. */
export async function transferPage(
  sql: Sql,
  of: { readonly clientId: ClientId; readonly after: string | undefined; readonly limit: number },
): Promise<{ readonly transfers: ListedTransfer[]; readonly next: string | null } | undefined> {
  const after = of.after === undefined ? undefined : readCursor(of.after);
  if (of.after !== undefined && !after) return undefined;
  const everything = {
    clientId: of.clientId,
    from: undefined,
    till: undefined,
    type: undefined,
    status: undefined,
    account: undefined,
  };
  const found = await listTransfers(sql, everything, { after, offset: 0, limit: of.limit + 1 });
  const transfers = found.slice(0, of.limit);
  const last = found.length > of.limit ? transfers.at(-1) : undefined;
  return { transfers, next: last ? writeTimeCursor({ at: last.createdAt, id: last.id }) : null };
}

/** The transfer with its timeline, as it stands `now`. */
export function detailedTransfer(sql: Sql, remittance: Remittance, reader: DetailsReader) {
  return shownDetails(sql, remittance, reader);
}

/** The client's list of transfers as a table, and how many rows it has; past `mostRows` it ends, and says so. */
export async function transfersAsTable(
  sql: Sql,
  of: {
    readonly client: ClientId;
    readonly asked: AskedFilters;
    readonly say: Say;
    readonly language: LanguageKey;
    readonly mostRows: number;
  },
): Promise<{ readonly table: Table; readonly rows: number }> {
  const { language, mostRows, say } = of;
  const filters = filtersOf(of.client, of.asked);
  const reader = { say, fundingAccountNames: await fundingAccountNamesOf(sql, of.client) };
  const rows = await countTransfers(sql, filters, mostRows);
  return { table: transfersTable({ sql, filters, reader, language, mostRows, pageSize: longPage }), rows };
}

/** Of a list that nobody waits for: fewer questions, and rows that are forgotten before they grow old in memory. */
const longPage = 250;

/** How many transfers of the client's fit, counted up to `most`. */
export async function transferCount(sql: Sql, client: ClientId, of: { readonly asked: AskedFilters; readonly most: number }) {
  return countTransfers(sql, filtersOf(client, of.asked), of.most);
}
