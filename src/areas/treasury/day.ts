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

/** What lies at which provider at the end of the day; what the broker has stands below zero in the book. */
export async function lyingIn(sql: Sql, lines: readonly BookLine[], now: Date): Promise<Lying[]> {
  const coming = await comingPayouts(sql, now);
  return lines
    .filter(({ isClients, kind }) => !isClients && kind === 'provider')
    .map(({ company, unit, name, closing }) => {
      const toPay = toPayAt(coming, { company, unit, name });
      return {
        company,
        currency: unit,
        provider: name,
        amount: formatMinor(-closing, unit),
        to_pay: formatMinor(toPay, unit),
        is_short: toPay > -closing,
      };
    });
}

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
function toPayAt(
  coming: readonly ComingPayout[],
  of: { readonly company: number; readonly unit: Currency; readonly name: string },
): bigint {
  return coming
    .filter(({ company, currency, provider }) => company === of.company && currency === of.unit && provider === of.name)
    .reduce((sum, { minor }) => sum + minor, 0n);
}
