import type { Currency } from '../../base/currency.ts';
import { formatMinor, formatMoney, money } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { formatWeight } from '../../base/weight.ts';
import type { Settings } from '../../settings/index.ts';
import { accountsOf, type TradingAccount } from '../accounts/face.ts';
import { fundingAccountOf, walletBalances, type FundingAccount } from '../fundingAccounts/face.ts';
import { closingPlan, wayless, type PlannedWithdrawal } from '../payments/face.ts';
import type { FoundClient } from '../session/face.ts';
import { goldLeft } from './store.ts';

/** Whose money it is, and by what it is reckoned. */
export interface Asking {
  readonly sql: Sql;
  readonly now: Date;
  readonly settings: Settings;
  readonly client: FoundClient;
}

export interface LeftWallet {
  readonly wallet: FundingAccount;
  readonly balance: { readonly minor: bigint; readonly currency: Currency };
  readonly plan: PlannedWithdrawal;
}

/** What is left of a client in wallets, each with its way back. */
export async function walletsLeft(asking: Asking): Promise<LeftWallet[]> {
  const { sql, client } = asking;
  const left: LeftWallet[] = [];
  for (const { number, currency, balanceMinor } of await walletBalances(sql, client.id)) {
    if (balanceMinor <= 0n) continue;
    const wallet = await fundingAccountOf(sql, client.id, number);
    if (!wallet) throw new Error(`wallet ${number} is none`);
    const balance = money(balanceMinor, currency);
    left.push({ wallet, balance, plan: await closingPlan(asking, balance) });
  }
  return left;
}

/** Trading accounts with money, as their platforms last told. */
export async function accountsLeft({ sql, client }: Pick<Asking, 'sql' | 'client'>): Promise<TradingAccount[]> {
  const accounts = await accountsOf(sql, client.id);
  return accounts.filter(({ isDemo, snapshot }) => !isDemo && (snapshot?.balance ?? 0n) > 0n);
}

/** As the desk's calls answer it. */
export function shownWallet({ wallet: { number }, balance, plan }: LeftWallet) {
  const hasWay = plan.lines.length > 0;
  return {
    number,
    currency: balance.currency,
    balance: formatMoney(balance),
    goes_back: formatMoney(hasWay ? plan.most : money(0n, balance.currency)),
    wayless: formatMoney(hasWay ? wayless(plan) : balance),
    lines: shownLines(plan),
  };
}

/** Where it goes, line by line. */
export function shownLines({ lines }: PlannedWithdrawal) {
  return lines.map(({ way, source, pays }) => ({
    way,
    to: source.label ?? null,
    transfer_id: source.id,
    amount: formatMoney(pays),
    currency: pays.currency,
  }));
}

export function shownAccount({ number, currency, snapshot }: TradingAccount) {
  return { number, currency, balance: formatMinor(snapshot?.balance ?? 0n, currency) };
}

/** What is held of gold, as the desk's calls answer it; undefined where there is none. */
export async function shownGold({ sql, client }: Pick<Asking, 'sql' | 'client'>) {
  const { free, pledged } = await goldLeft(sql, client.id);
  return free + pledged > 0n ? { free: formatWeight(free, 'g'), pledged: formatWeight(pledged, 'g') } : undefined;
}
