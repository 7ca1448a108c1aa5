import type { Currency } from '../../base/currency.ts';
import { money, neededFor, paidOutFor, type ExactRate } from '../../base/money.ts';

/** What is taken, of the currency where it is, and what of a debt it pays. Minor units. */
export interface Taken {
  readonly source: bigint;
  readonly pays: bigint;
}

export interface Takeable {
  /** What is there and may be taken. */
  readonly available: bigint;
  readonly sourceCurrency: Currency;
  /** What is owed. */
  readonly owed: bigint;
  readonly currency: Currency;
  /** Units of the debt's currency for one of the source's; undefined when both are the same. */
  readonly rate: ExactRate | undefined;
}

/** The most that can be taken towards a debt, and never more than is owed; undefined where nothing can. */
export function takenFor({ available, sourceCurrency, owed, currency, rate }: Takeable): Taken | undefined {
  if (available <= 0n || owed <= 0n) return undefined;
  if (sourceCurrency === currency)
    return available < owed ? { source: available, pays: available } : { source: owed, pays: owed };
  if (!rate) return undefined;
  const all = neededFor(money(owed, currency), sourceCurrency, rate).minor;
  if (all <= available) return { source: all, pays: owed };
  const pays = paidOutFor(money(available, sourceCurrency), currency, rate).minor;
  if (pays <= 0n) return undefined;
  return { source: neededFor(money(pays, currency), sourceCurrency, rate).minor, pays };
}

/** What each debt is paid of an amount, the oldest first. */
export function allocated<Owed extends { readonly remaining: bigint }>(
  debts: readonly Owed[],
  amount: bigint,
): { readonly debt: Owed; readonly minor: bigint }[] {
  let left = amount;
  return debts.flatMap((debt) => {
    const minor = debt.remaining < left ? debt.remaining : left;
    left -= minor;
    return minor > 0n ? [{ debt, minor }] : [];
  });
}
