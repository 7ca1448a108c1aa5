import type { Currency } from '../../base/currency.ts';
import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { awaitedPayouts, type TrialLine as BookLine } from '../../ledger/trial.ts';
import { comingPayouts, type ComingPayout } from '../payments/face.ts';
import type { Awaited, Coming, Lying, TrialLine } from './contract.ts';

/* What the desk shows of a day of the book, and of what is to be paid out as it is now. */

export function shownLine({ company, unit, isClients, kind, name, ...sums }: BookLine): TrialLine {
  const account = [isClients ? 'client' : 'broker', kind, ...(name === '' ? [] : [name])].join(':');
  const written = (minor: bigint): string => formatMinor(minor, unit);
  return {
    company,
    currency: unit,
    account,
    opening: written(sums.opening),
    debit: written(sums.debit),
    credit: written(sums.credit),
    closing: written(sums.closing),
  };
}

/**
 * What lies at which provider at the end of the day; what the broker has stands below zero in the book. Where nothing ever lay and
 * something is to be paid, less lies than is to be paid, too.
 */
export async function lyingIn(sql: Sql, lines: readonly BookLine[], now: Date): Promise<Lying[]> {
  const coming = await comingPayouts(sql, now);
  const lying = lines
    .filter(({ isClients, kind }) => !isClients && kind === 'provider')
    .map(({ company, unit, name, closing }) => ({ company, unit, name, minor: -closing }));
  const lacking = coming
    .map(({ company, currency, provider }) => ({ company, unit: currency, name: provider, minor: 0n }))
    .filter((of, index, all) => all.findIndex(isSame(of)) === index && !lying.some(isSame(of)));
  return [...lying, ...lacking].map(({ minor, ...of }) => {
    const toPay = toPayAt(coming, of);
    const { company, unit, name } = of;
    return {
      company,
      currency: unit,
      provider: name,
      amount: formatMinor(minor, unit),
      to_pay: formatMinor(toPay, unit),
      is_short: toPay > minor,
    };
  });
}

/** Of a company at a provider, in a currency. */
interface Lies {
  readonly company: number;
  readonly unit: Currency;
  readonly name: string;
}

const isSame =
  (one: Lies) =>
  (other: Lies): boolean =>
    one.company === other.company && one.unit === other.unit && one.name === other.name;

export async function comingNow(sql: Sql, now: Date): Promise<Coming[]> {
  return (await comingPayouts(sql, now)).map(({ count, minor, unapproved, currency, ...of }) => ({
    ...of,
    currency,
    payouts: count,
    amount: formatMinor(minor, currency),
    unapproved: formatMinor(unapproved, currency),
  }));
}

export async function awaitedNow(sql: Sql): Promise<Awaited[]> {
  return (await awaitedPayouts(sql)).map(({ company, unit, count, minor }) => ({
    company,
    currency: unit,
    payouts: count,
    amount: formatMinor(minor, unit),
  }));
}

/** What is to be paid out there, on whatever day. */
function toPayAt(coming: readonly ComingPayout[], of: Lies): bigint {
  return coming
    .filter(({ company, currency, provider }) => isSame(of)({ company, unit: currency, name: provider }))
    .reduce((sum, { minor }) => sum + minor, 0n);
}
