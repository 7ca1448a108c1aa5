import type { Sql } from '../../base/sql.ts';
import { cardsOf, findTransfers, listTransfers, transfersOf, type Remittance } from './lists.ts';
import { shownLine, type Reader } from './shown.ts';

export { cardsOf, findTransfers, transfersOf };
export type { Remittance } from './lists.ts';

/** A transfer as lists show it. */
export type ShownTransfer = ReturnType<typeof shownLine>;

/** The client's latest transfers, newest first: one statement. `limit` at most 100. */
export async function recentTransfers(sql: Sql, clientId: number, limit: number): Promise<Remittance[]> {
  const everything = { clientId, from: undefined, till: undefined, type: undefined, status: undefined, account: undefined };
  return listTransfers(sql, everything, { after: undefined, offset: 0, limit: Math.min(limit, 100) });
}

/** The transfer as calls answer it. */
export function shownTransfer(remittance: Remittance, reader: Reader): ShownTransfer {
  return shownLine(remittance, reader);
}
