import type { AccountNumber, ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { utcDay } from '../../base/time.ts';
import { stockTypeKeys, type AccountType } from '../../law/accountTypes.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { doesW8benCount, isUsShare, missingParts } from './rules.ts';
import { accountsWithoutForm, keepAgreement, stockFactsOf } from './store.ts';

export { isUsShare } from './rules.ts';

/** Whether a client has filled in all that an account of that type for shares asks, the W-8BEN still counting. */
export async function isStockFormComplete(
  sql: Sql,
  of: { readonly client: ClientId; readonly type: Pick<AccountType, 'id'>; readonly now: Date },
): Promise<boolean> {
  return missingParts(of.type, await stockFactsOf(sql, of.client), utcDay(of.now)).length === 0;
}

/** Whether nothing more of a symbol in that folder may be bought or sold on an account for shares, as no W-8BEN counts. */
export async function areUsSharesShut(
  sql: Sql,
  of: {
    readonly account: { readonly clientId: ClientId; readonly type: Pick<AccountType, 'opening'> };
    readonly path: string;
    readonly now: Date;
  },
): Promise<boolean> {
  if (of.account.type.opening !== 'stock' || !isUsShare(of.path)) return false;
  const { validUntil } = await stockFactsOf(sql, of.account.clientId);
  return !doesW8benCount(validUntil, utcDay(of.now));
}

/** Accounts for shares on which nothing more of the United States may be bought, behind the one of that number. */
export async function accountsShutForUsShares(
  sql: Sql,
  of: { readonly platform: PlatformKey; readonly now: Date; readonly after: number; readonly limit: number },
): Promise<readonly { readonly number: AccountNumber; readonly clientId: ClientId }[]> {
  return accountsWithoutForm(sql, { ...of, types: stockTypeKeys, day: utcDay(of.now) });
}

/** Keeps what the exchange wants to be agreed to, with the account that is being opened. */
export async function agreeWithExchange(
  sql: Sql,
  of: { readonly number: number; readonly client: ClientId; readonly at: Date },
): Promise<void> {
  await keepAgreement(sql, { ...of, isNonProfessional: true });
}
