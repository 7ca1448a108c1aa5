import type { Sql } from '../../base/sql.ts';
import { cardsOf, listTransfers } from './lists.ts';
import type { Remittance } from './store.ts';
import { shownLine, type Say } from './shown.ts';

export { readAmount, withdrawable } from './rules.ts';
export { placeOfMethods, quoteFor, houseMethodId } from './confirm.ts';
export { placeOf, type Place } from './places.ts';
export { importTransfer, type ImportedTransfer, type PastPlatformMove, type PastTransfer } from './past.ts';
export { wordsOf } from './shown.ts';
export { cardsOf };
export { findTransfers } from './lists.ts';
export { shownQuote, type Say } from './shown.ts';
export type { Remittance } from './store.ts';

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
