import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { utcDay } from '../../base/time.ts';
import type { AccountType } from '../../law/accountTypes.ts';
import { missingParts } from './rules.ts';
import { keepAgreement, stockFactsOf } from './store.ts';

/** Whether a client has filled in all that an account of that type for shares asks, the W-8BEN still counting. */
export async function isStockFormComplete(
  sql: Sql,
  of: { readonly client: ClientId; readonly type: Pick<AccountType, 'id'>; readonly now: Date },
): Promise<boolean> {
  return missingParts(of.type, await stockFactsOf(sql, of.client), utcDay(of.now)).length === 0;
}

/** Keeps what the exchange wants to be agreed to, with the account that is being opened. */
export async function agreeWithExchange(
  sql: Sql,
  of: { readonly number: number; readonly client: ClientId; readonly at: Date },
): Promise<void> {
  await keepAgreement(sql, { ...of, isNonProfessional: true });
}
