import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Settings } from '../../settings/index.ts';
import { swapFreeGroupOf } from '../../law/swapFree.ts';
import { feeCurrency } from './rules.ts';
import { copyChange, openWithdrawal } from './withdrawals.ts';

/** What nights of a symbol cost on an account without swap: how many nothing, and a lot of each after them, in US dollars. */
export function swapFreeTerms(
  { swapFree }: Settings,
  path: string,
): { readonly nights: number; readonly fee: string; readonly currency: string } {
  return { ...swapFree.groups[swapFreeGroupOf(path)], currency: feeCurrency };
}

/** Whether a client may have accounts without swap: not while the right is withdrawn, nor from the moment that it was. */
export async function hasSwapFreeRight(sql: Sql, client: ClientId): Promise<boolean> {
  return (await openWithdrawal(sql, client)) === undefined;
}

/** Call it where one account becomes another, in the transaction that writes the other down. */
export async function takeSwapFreeAlong(sql: Sql, accounts: { readonly from: number; readonly to: number }): Promise<void> {
  await copyChange(sql, accounts);
}
