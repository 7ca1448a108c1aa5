import type { RefusalDetail } from '../../base/refusal.ts';
import type { Sql } from '../../base/sql.ts';
import type { AccountType } from '../../law/accountTypes.ts';
import { requireGate, type GateCode } from '../../law/gates.ts';
import type { ClientIdentity } from '../../protocol/call.ts';
import { accountsOf } from '../accounts/face.ts';
import { isStockFormComplete } from '../stocks/face.ts';

export type StockRefusal = GateCode | '10041' | 'stock_form_required';

interface Asking {
  readonly now: Date;
  readonly client: ClientIdentity;
  readonly refuse: (code: StockRefusal, detail?: RefusalDetail) => never;
}

/**
 * What an account for shares asks beyond any other: its own gate (10045 where papers are not approved), an account to trade with
 * (10041), and the form with a W-8BEN that counts.
 */
export async function requireStocks(type: AccountType, { client, now, refuse }: Asking, sql: Sql): Promise<void> {
  requireGate('open_stock_account', client.profile, refuse);
  const own = await accountsOf(sql, client.id);
  // Our own reading of 10041, which document 2 §8 has lead to the opening of a trading account.
  if (!own.some((account) => !account.isDemo && account.status === 'active' && account.type.opening === 'basic'))
    return refuse('10041');
  if (!(await isStockFormComplete(sql, { client: client.id, type, now }))) return refuse('stock_form_required');
}
