import type { Currency } from '../../base/currency.ts';
import type { Money } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { isVerified } from '../../law/verified.ts';
import type { Settings } from '../../settings/index.ts';
import { fundingAccountOf, walletBalances, type FundingAccount } from '../fundingAccounts/face.ts';
import type { FoundClient } from '../session/face.ts';
import { dueIn, leftOf } from './returning.ts';
import { lastDueOf, remainderOf } from './rules.ts';
import * as store from './store.ts';

/* What staff look at, and decide of, where money could not go back by itself. */

export interface Asking {
  readonly sql: Sql;
  readonly now: Date;
  readonly settings: Settings;
  readonly client: FoundClient;
}

export interface WaitingMoney {
  readonly deposits: readonly store.UnverifiedDeposit[];
  /** What has to go back, and as much of it as the wallet has. */
  readonly amount: Money;
  readonly inWallet: Money;
  readonly wallet: FundingAccount | undefined;
  readonly dueAt: Date;
  /** No more time is given beyond: all that is open counts from the first of it. */
  readonly lastDue: Date;
}

/** What of a currency waits; undefined where nothing does. Nobody else ends or gives back any of it before the caller's transaction has. */
export async function waitingMoney({ sql, now, client }: Asking, currency: Currency): Promise<WaitingMoney | undefined> {
  const open = await store.lockOpen(sql, client.id);
  const deposits = dueIn(open, { currency, now });
  const [first] = deposits;
  if (!first?.dueAt || isVerified(client.profile)) return undefined;
  const balance = (await walletBalances(sql, client.id)).find((each) => each.currency === currency);
  const wallet = balance && (await fundingAccountOf(sql, client.id, balance.number));
  const amount = remainderOf(deposits);
  return { deposits, amount, inWallet: leftOf(amount, balance), wallet, dueAt: first.dueAt, lastDue: lastDueOf(open) };
}

/** Whose papers were refused for good gets no more time: the money goes back at once. */
export const areRefused = ({ profile }: FoundClient): boolean => profile.status === 13;
