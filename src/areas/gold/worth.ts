import type { Currency } from '../../base/currency.ts';
import type { ClientId } from '../../base/id.ts';
import { formatMoney, money, shownRate, worthIn } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { accountsOf } from '../accounts/face.ts';
import { walletsOf } from '../fundingAccounts/face.ts';
import { originalRate, readTable } from '../rates/face.ts';
import { goldCurrency } from './trades.ts';

interface Worth {
  readonly client: ClientId;
  /** In cents of US dollars. */
  readonly worth: bigint;
  readonly now: Date;
}

/** What gold is worth in the currencies that a client has money in, at the day's rates, in their order; none where there is no rate. */
export async function worthElsewhere(
  sql: Sql,
  { client, worth, now }: Worth,
): Promise<{ readonly currency: Currency; readonly value: string }[]> {
  const [wallets, accounts] = [await walletsOf(sql, client), await accountsOf(sql, client)];
  const live = accounts.filter(({ isDemo }) => !isDemo);
  const currencies = [...new Set([...wallets, ...live].map(({ currency }) => currency))].filter((each) => each !== goldCurrency);
  const table = currencies.length === 0 ? undefined : await readTable(sql, now);
  if (!table) return [];
  return currencies.flatMap((currency) => {
    const original = originalRate(table, goldCurrency, currency);
    const rate = original && shownRate(original);
    return rate === undefined ? [] : [{ currency, value: formatMoney(worthIn(money(worth, goldCurrency), currency, rate)) }];
  });
}
