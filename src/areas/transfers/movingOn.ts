import { accountNumber as numbered } from '../../base/id.ts';
import { formatMinor, parseMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { accountOf } from '../accounts/face.ts';
import { ownFundingAccountsOf, type Remittance } from '../payments/face.ts';
import { wasMovedOn } from './lists.ts';

/** What has come into the wallet though it was paid into an account, and can go there now. Amounts are decimal strings. */
export interface MovingOn {
  readonly account_number: number;
  readonly target_account_number: number;
  readonly amount: string;
  readonly currency: string;
}

const landed: ReadonlySet<Remittance['reason']> = new Set(['account_refused_wallet', 'debt_first_wallet']);

/** The account that a deposit has come to, while it can be traded on; null for one that is in a wallet. */
export async function tradedOn(sql: Sql, remittance: Remittance): Promise<number | null> {
  const { type, status, reason, accountNumber, accountPlatform } = remittance;
  if (type !== 'deposit' || status !== 'completed' || accountPlatform === null || landed.has(reason)) return null;
  const account = await accountOf(sql, accountNumber);
  return account?.status === 'active' ? accountNumber : null;
}

/** Null where nothing of it is in the wallet, the account is closed, or it was moved there since. */
export async function movingOnOf(sql: Sql, remittance: Remittance): Promise<MovingOn | null> {
  const { type, status, reason, clientId, accountNumber, accountCurrency: currency, accountAmount, updatedAt } = remittance;
  if (type !== 'deposit' || status !== 'completed' || !landed.has(reason)) return null;
  const own = await ownFundingAccountsOf(sql, clientId);
  const target = own.find(({ shown }) => shown.kind === 'trading' && shown.number === accountNumber);
  const wallet = own.find(({ shown }) => shown.kind === 'wallet' && shown.currency === currency);
  if (!target || !wallet) return null;
  const there = parseMinor(wallet.available, currency) ?? 0n;
  const minor = there < accountAmount ? there : accountAmount;
  const ends = { clientId, from: numbered(wallet.shown.number), to: accountNumber, since: updatedAt };
  if (minor <= 0n || (await wasMovedOn(sql, ends))) return null;
  return {
    account_number: wallet.shown.number,
    target_account_number: accountNumber,
    amount: formatMinor(minor, currency),
    currency,
  };
}
