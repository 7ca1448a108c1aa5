import type { Currency } from '../../base/currency.ts';
import type { AccountNumber, ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { post } from '../../ledger/book.ts';
import * as chart from '../../ledger/chart.ts';
import { fundingAccountOf, type FundingAccount } from '../fundingAccounts/face.ts';
import { isDifferenceReported } from '../reconciliation/face.ts';

export interface Adjustment {
  readonly clientId: ClientId;
  /** A wallet's number, or a trading account's. */
  readonly number: AccountNumber;
  /** Minor units; below zero: less. */
  readonly minor: bigint;
  readonly currency: Currency;
  readonly approval: number;
  readonly now: Date;
}

/** The client's own funding account of that number; undefined where it is none that the ledger has. */
export async function adjustable(
  sql: Sql,
  { clientId, number }: Pick<Adjustment, 'clientId' | 'number'>,
): Promise<FundingAccount | undefined> {
  const found = await fundingAccountOf(sql, clientId, number);
  return found?.isDemo ? undefined : found;
}

/** The ledger alone is put right, against suspense: what the platform has of an account is what it says. */
export async function postAdjustment(sql: Sql, adjustment: Adjustment): Promise<'done' | 'outdated'> {
  const { minor, currency, approval, now } = adjustment;
  const own = await adjustable(sql, adjustment);
  if (own?.currency !== currency) return 'outdated';
  if (own.platform && !(await isDifferenceReported(sql, own.number))) return 'outdated';
  const owner = { company: own.companyId, clientId: own.clientId };
  const account = own.platform ? chart.trading(owner, currency, own.number) : chart.wallet(owner, currency);
  const suspense = chart.suspense(own.companyId, currency);
  const leg = minor > 0n ? { from: suspense, to: account, minor } : { from: account, to: suspense, minor: -minor };
  const outcome = await post(sql, {
    movement: { key: `adjustment:approval-${approval}`, kind: 'adjustment', legs: [leg], at: now },
  });
  return outcome.outcome === 'posted' ? 'done' : 'outdated';
}
