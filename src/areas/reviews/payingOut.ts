import type { Sql } from '../../base/sql.ts';
import { approveRest, approveWithdrawal, type WithdrawalOutcome } from '../payments/face.ts';

/** How a withdrawal is paid out: whole, some lines of it, or what such a split has left. */
export type PaysOut =
  | { readonly does: 'approve_withdrawal' | 'approve_rest' }
  | { readonly does: 'split_withdrawal'; readonly lines: readonly number[] };

/** Does what was agreed to. */
export function paidOut(sql: Sql, pays: PaysOut, approving: Parameters<typeof approveWithdrawal>[1]): Promise<WithdrawalOutcome> {
  if (pays.does === 'approve_rest') return approveRest(sql, approving);
  return approveWithdrawal(sql, pays.does === 'split_withdrawal' ? { ...approving, pays: pays.lines } : approving);
}
