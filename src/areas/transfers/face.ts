import { writeTimeCursor } from '../../base/cursor.ts';
import type { Sql } from '../../base/sql.ts';
import { cardsOf, findTransfers, lastMethodOf, listTransfers, transfersOf, type Remittance } from './lists.ts';
import { readCursor } from './rules.ts';
import { shownDetails, shownLine, type DetailsReader, type Reader } from './shown.ts';

export { cardsOf, findTransfers, lastMethodOf, transfersOf };
export type { Remittance } from './lists.ts';

/** A transfer as lists show it. */
export type ShownTransfer = ReturnType<typeof shownLine>;

/** The client's latest transfers, newest first: one statement. `limit` at most 100. */
export async function recentTransfers(sql: Sql, clientId: number, limit: number): Promise<Remittance[]> {
  const everything = { clientId, from: undefined, till: undefined, type: undefined, status: undefined, account: undefined };
  return listTransfers(sql, everything, { after: undefined, offset: 0, limit: Math.min(limit, 100) });
}

/** Whether the client has ever paid in: one statement. */
export async function hasDeposited(sql: Sql, clientId: number): Promise<boolean> {
  const paid = { clientId, from: undefined, till: undefined, type: 'deposit', status: 'completed', account: undefined } as const;
  return (await listTransfers(sql, paid, { after: undefined, offset: 0, limit: 1 })).length > 0;
}

/** The transfer as calls answer it. */
export function shownTransfer(remittance: Remittance, reader: Reader): ShownTransfer {
  return shownLine(remittance, reader);
}

/** A page of the client's transfers, newest first, behind `after` (`next` of the page before); undefined when that is no cursor. */
export async function transferPage(
  sql: Sql,
  of: { readonly clientId: number; readonly after: string | undefined; readonly limit: number },
): Promise<{ readonly transfers: Remittance[]; readonly next: string | null } | undefined> {
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
