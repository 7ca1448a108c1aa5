import type { ClientId } from '../../base/id.ts';
import { money, neededFor, paidOutFor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { utcDay } from '../../base/time.ts';
import { trading } from '../../ledger/chart.ts';
import type { TradingAccount } from '../accounts/face.ts';
import { originalRate, readTable } from '../rates/face.ts';
import * as store from './store.ts';

/** A cost that no deal has: an exchange on the way in or out, a fee of the broker's, or a provider's share. */
export interface Charge {
  readonly kind: 'conversion' | 'service';
  /** The transfer's number, or the fact that the fee is booked under. */
  readonly reference: string;
  readonly at: Date;
  /** Negative: the client paid it. */
  readonly minor: bigint;
}

export interface ChargesOf {
  readonly account: TradingAccount;
  readonly client: ClientId;
  readonly span: store.DealSpan;
}

/** All of them in the order in which they came. */
export async function chargesOf(sql: Sql, { account, client, span }: ChargesOf): Promise<Charge[]> {
  const { number, currency, companyId: company } = account;
  const code = trading({ company, clientId: client }, currency, number).code;
  const fees = (await store.bookedFees(sql, code, span)).map(({ key, at, minor }): Charge => ({
    kind: 'service',
    reference: key,
    at,
    minor: -minor,
  }));
  const exchanged = await store.exchangedPayments(sql, span);
  return [...fees, ...(await conversions(sql, exchanged))].toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** What an exchange cost beside the reference rate of its day; nothing is said of days whose rates are not known. */
async function conversions(sql: Sql, exchanged: readonly store.Exchanged[]): Promise<Charge[]> {
  const tables = new Map<string, Awaited<ReturnType<typeof readTable>>>();
  const charges: Charge[] = [];
  for (const payment of exchanged) {
    const day = utcDay(payment.at);
    if (!tables.has(day)) tables.set(day, await readTable(sql, payment.at));
    const table = tables.get(day);
    const rate = table && originalRate(table, payment.currency, payment.arrivesIn);
    if (!rate) continue;
    const { given, currency, arrives, arrivesIn, isIncoming, id, at } = payment;
    const lost = isIncoming
      ? paidOutFor(money(given, currency), arrivesIn, rate).minor - arrives
      : given - neededFor(money(arrives, arrivesIn), currency, rate).minor;
    // What rounding leaves is nobody's cost.
    if (lost > 1n) charges.push({ kind: 'conversion', reference: String(id), at, minor: -lost });
  }
  return charges;
}
