import type { Currency } from '../../base/currency.ts';
import type { AccountNumber, ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { bonusCredit, goldCredit, trading, type Account, type Owner } from '../../ledger/chart.ts';
import { balancesOfAccounts } from '../../ledger/statement.ts';
import type { Platform } from '../../ports/platform/port.ts';

/* What both sides have of an account, beside each other. */

export interface ComparedAccount {
  readonly number: AccountNumber;
  readonly isDemo: boolean;
  readonly leverage: number;
  readonly clientId: ClientId;
  readonly companyId: number;
  readonly currency: Currency;
}

export interface Compares {
  readonly server: PlatformKey;
  readonly platform: Pick<Platform, 'accounts' | 'deals'>;
}

/** What is compared of an account, by the platform's word for it, with the ledger's accounts of it, which together are that. */
const accountsOf: Readonly<Record<Measure, readonly ((owner: Owner, currency: Currency, login: AccountNumber) => Account)[]>> = {
  balance: [trading],
  credit: [bonusCredit, goldCredit],
};
export const measures = ['balance', 'credit'] as const;
export type Measure = (typeof measures)[number];

export interface Compared {
  readonly of: Compares;
  readonly accounts: readonly ComparedAccount[];
  /** What the platform says, by login. One that it does not know has nothing. */
  readonly told: ReadonlyMap<number, Readonly<Record<Measure, bigint>>>;
  readonly measure: Measure;
}

export interface Seen {
  readonly account: ComparedAccount;
  readonly platform: bigint;
  readonly ledger: bigint;
}

export async function seenOf({ accounts, told, measure }: Compared, sql: Sql): Promise<Seen[]> {
  const pairs = accounts.map((account) => ({ account, codes: ledgerAccounts(account, measure) }));
  const ledger = await balancesOfAccounts(
    sql,
    pairs.flatMap(({ codes }) => codes),
  );
  const heldOn = (codes: readonly Account[]): bigint => codes.reduce((sum, { code }) => sum + (ledger.get(code) ?? 0n), 0n);
  return pairs.map(({ account, codes }) => ({
    account,
    platform: told.get(account.number)?.[measure] ?? 0n,
    ledger: heldOn(codes),
  }));
}

/**
 * The accounts that differ by the same once more. What was paid between the platform's answer and the ledger's differs for a moment
 * only; one that the platform does not answer for waits for the next pass.
 */
export async function lookAgain(compared: Compared, differing: readonly Seen[], sql: Sql): Promise<ReadonlySet<number>> {
  const answer = await compared.of.platform.accounts(differing.map(({ account }) => account.number));
  if (answer.outcome !== 'done') return new Set();
  const told = new Map(answer.accounts.map((account) => [account.login, account]));
  const again = await seenOf({ ...compared, accounts: differing.map(({ account }) => account), told }, sql);
  const isStanding = ({ platform, ledger }: Seen, index: number): boolean => {
    const before = differing[index];
    return before !== undefined && platform - ledger === before.platform - before.ledger;
  };
  return new Set(again.filter(isStanding).map(({ account }) => account.number));
}

function ledgerAccounts(
  { companyId: company, clientId: client, currency, number }: ComparedAccount,
  measure: Measure,
): Account[] {
  return accountsOf[measure].map((accountOf) => accountOf({ company, clientId: client }, currency, number));
}
