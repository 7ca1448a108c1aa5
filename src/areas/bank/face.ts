import type { Sql } from '../../base/sql.ts';
import { checksKept } from './balances.ts';
import type { BankBalance } from './contract.ts';
import { shownBalance } from './shown.ts';

/** What the bank says lies there beside what was read of it and beside the book, as it was found last. */
export async function bankBalances(sql: Sql): Promise<BankBalance[]> {
  return (await checksKept(sql)).map(shownBalance);
}
