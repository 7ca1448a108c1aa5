import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Sql } from '../../src/base/sql.ts';

/** What the cards' provider says of the payments that it has taken and the payouts that it has made, beside what the ledger says. */

/** A payment that a provider has taken, in its own file. */
export interface TakenPayment {
  readonly reference: string;
  readonly currency: string;
  readonly minor: bigint;
}

/** What moved at the provider, in its own file: sales, refunds and payouts that it has approved, and messages it has still to bring. */
export interface ProviderLog {
  readonly taken: readonly TakenPayment[];
  readonly paid: readonly TakenPayment[];
  /** Messages that the portal has not acknowledged. */
  readonly undelivered: number;
}

/** What the cards' provider has written down. */
export function readProvider(dataFolder: string): ProviderLog {
  const database = new DatabaseSync(path.join(dataFolder, 'sandbox', 'praxis', 'praxis.sqlite'), {
    readOnly: true,
    readBigInts: true,
  });
  try {
    const approved = database.prepare(
      `select reference, currency, amount from transactions where type in (?, ?) and status = 'approved' limit 100000`,
    );
    const read = (...types: readonly [string, string]): TakenPayment[] =>
      approved.all(...types).map((row) => ({
        reference: String(row['reference']),
        currency: String(row['currency']),
        minor: BigInt(row['amount'] as bigint),
      }));
    const undelivered = Number(database.prepare('select count(*) as count from deliveries').get()?.['count']);
    return { taken: read('sale', 'sale'), paid: read('refund', 'payout'), undelivered };
  } finally {
    database.close();
  }
}

/** A deposit of the drill, as the ledger's side has it. */
export interface KnownDeposit extends TakenPayment {
  readonly id: number;
  readonly isCompleted: boolean;
}

/** What differs between the provider's log and the deposits that it is of: each is completed if it was taken, once and to the cent. */
export function takenFaults(deposits: readonly KnownDeposit[], taken: readonly TakenPayment[]): string[] {
  const byReference = Map.groupBy(taken, ({ reference }) => reference);
  return deposits.flatMap(({ id, reference, currency, minor, isCompleted }) => {
    const own = byReference.get(reference) ?? [];
    const said = own.map((payment) => `${payment.minor} ${payment.currency}`).join(', ');
    if (!isCompleted) return own.length === 0 ? [] : [`deposit ${id} is not completed, and the provider has taken ${said}`];
    const isSame = own.length === 1 && own[0]?.minor === minor && own[0].currency === currency;
    return isSame ? [] : [`deposit ${id} of ${minor} ${currency} is completed, and the provider has taken ${said || 'nothing'}`];
  });
}

/** A part of a withdrawal, as the ledger's side has it; `names` are all under which its provider may have been asked for it. */
export interface KnownPayout {
  readonly id: number;
  readonly names: readonly string[];
  readonly currency: string;
  readonly minor: bigint;
  readonly isCompleted: boolean;
}

/** What differs between the provider's log and the payouts: each is completed if it was paid, once and to the cent, and nothing else was. */
export function paidFaults(payouts: readonly KnownPayout[], paid: readonly TakenPayment[]): string[] {
  const byReference = Map.groupBy(paid, ({ reference }) => reference);
  const known = new Set(payouts.flatMap(({ names }) => names));
  const strange = paid.filter(({ reference }) => !known.has(reference));
  return [
    ...strange.map(
      ({ reference, minor, currency }) => `the provider has paid ${minor} ${currency} as ${reference}, which is no payout`,
    ),
    ...payouts.flatMap(({ id, names, currency, minor, isCompleted }) => {
      const own = names.flatMap((name) => byReference.get(name) ?? []);
      const said = own.map((payment) => `${payment.minor} ${payment.currency}`).join(', ');
      if (!isCompleted) return own.length === 0 ? [] : [`payout ${id} is not completed, and the provider has paid ${said}`];
      const isSame = own.length === 1 && own[0]?.minor === minor && own[0].currency === currency;
      return isSame ? [] : [`payout ${id} of ${minor} ${currency} is completed, and the provider has paid ${said || 'nothing'}`];
    }),
  ];
}

/** What the provider holds for the broker, by currency, in minor units. */
export type Held = Readonly<Record<string, string>>;

/** By its own log: what it has taken less what it has paid. */
export function heldByLog({ taken, paid }: ProviderLog): Held {
  const held = new Map<string, bigint>();
  for (const { currency, minor } of taken) held.set(currency, (held.get(currency) ?? 0n) + minor);
  for (const { currency, minor } of paid) held.set(currency, (held.get(currency) ?? 0n) - minor);
  return asText(held);
}

/** By the ledger, in which what others hold for the broker stands negative. */
export async function heldByLedger(sql: Sql): Promise<Held> {
  const rows = await sql.many<{ currency: string; minor: string }>(
    `select a.unit as currency, (-sum(s.balance))::text as minor from ledger_account a join ledger_summed() s on s.account_id = a.id
      where a.kind = 'provider' and a.code like '%:provider:praxis' group by a.unit`,
  );
  return asText(new Map(rows.map(({ currency, minor }) => [currency, BigInt(minor)])));
}

const asText = (held: ReadonlyMap<string, bigint>): Held =>
  Object.fromEntries([...held].map(([currency, minor]) => [currency, String(minor)]));

/** What both stood at when nothing had moved yet, and what both stand at now. */
export interface HeldBefore {
  readonly log: Held;
  readonly ledger: Held;
}

/** Where the log and the ledger have not moved by the same since. */
export function heldFaults(before: HeldBefore, now: HeldBefore): string[] {
  const moved = (key: 'log' | 'ledger', currency: string): bigint =>
    BigInt(now[key][currency] ?? 0) - BigInt(before[key][currency] ?? 0);
  const currencies = new Set([...Object.keys(now.log), ...Object.keys(now.ledger)]);
  return [...currencies].flatMap((currency) => {
    const [log, ledger] = [moved('log', currency), moved('ledger', currency)];
    return log === ledger ? [] : [`the provider holds ${log} ${currency} more by its log, and ${ledger} by the ledger`];
  });
}
