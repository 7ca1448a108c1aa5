import type { Sql } from '../../base/sql.ts';
import { cardsOf, findTransfers, listTransfers, type Remittance } from './lists.ts';
import { shownLine, type Say } from './shown.ts';

export { cardsOf, findTransfers };
export type { Remittance } from './lists.ts';
export type { Say } from './shown.ts';

/** A transfer as lists show it, in the language of `say`. */
export type ShownTransfer = ReturnType<typeof shownLine>;

/** The client's latest transfers, newest first: one statement. `limit` at most 100. */
export async function recentTransfers(sql: Sql, clientId: number, limit: number): Promise<Remittance[]> {
  const everything = { clientId, from: undefined, till: undefined, type: undefined, status: undefined, account: undefined };
  return listTransfers(sql, everything, { after: undefined, offset: 0, limit: Math.min(limit, 100) });
}

/** The transfer as calls answer it. */
export function shownTransfer(remittance: Remittance, say: Say): ShownTransfer {
  return shownLine(remittance, say);
}
