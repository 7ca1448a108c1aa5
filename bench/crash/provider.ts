import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Sql } from '../../src/base/sql.ts';

/** What providers say of the payments that they have taken and the payouts that they have made, beside what the ledger says. */

/** The cards' and that of a wallet elsewhere. */
export const drilledProviders = ['praxis', 'skrill'] as const;
export type DrilledProvider = (typeof drilledProviders)[number];

/** A payment that a provider has taken, in its own file. */
export interface TakenPayment {
  readonly provider: DrilledProvider;
  readonly reference: string;
  readonly currency: string;
  readonly minor: bigint;
}

/** What moved at the providers, in their own files: sales, refunds and payouts that they have approved, and messages they have still to bring. */
export interface ProviderLog {
  readonly taken: readonly TakenPayment[];
  readonly paid: readonly TakenPayment[];
  /** Messages that the portal has not acknowledged. */
  readonly undelivered: number;
}

/** What the providers have written down. */
export function readProviders(dataFolder: string): ProviderLog {
  const logs = drilledProviders.map((provider) => readProvider(dataFolder, provider));
  return {
    taken: logs.flatMap(({ taken }) => taken),
    paid: logs.flatMap(({ paid }) => paid),
    undelivered: logs.reduce((sum, { undelivered }) => sum + undelivered, 0),
  };
}

/** Whether each of them has paid something out. */
export const haveAllPaid = ({ paid }: ProviderLog): boolean =>
  drilledProviders.every((provider) => paid.some((one) => one.provider === provider));

/** What one of them has. */
export function readProvider(dataFolder: string, provider: DrilledProvider): ProviderLog {
  const database = new DatabaseSync(path.join(dataFolder, 'sandbox', provider, 'praxis.sqlite'), {
    readOnly: true,
    readBigInts: true,
  });
  try {
    const approved = database.prepare(
      `select reference, currency, amount from transactions where type in (?, ?) and status = 'approved' limit 100000`,
    );
    const read = (...types: readonly [string, string]): TakenPayment[] =>
      approved.all(...types).map((row) => ({
        provider,
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
  return deposits.flatMap((deposit) => {
    const { id, reference, currency, minor, isCompleted } = deposit;
    const own = byReference.get(reference) ?? [];
    const said = own.map((payment) => `${payment.minor} ${payment.currency}`).join(', ');
    if (!isCompleted) return own.length === 0 ? [] : [`deposit ${id} is not completed, and the provider has taken ${said}`];
    return isJust(own, deposit)
      ? []
      : [`deposit ${id} of ${minor} ${currency} is completed, and the provider has taken ${said || 'nothing'}`];
  });
}

/** Once, by whom it was to be, and to the cent. */
const isJust = (own: readonly TakenPayment[], { provider, minor, currency }: Omit<TakenPayment, 'reference'>): boolean =>
  own.length === 1 && own[0]?.provider === provider && own[0].minor === minor && own[0].currency === currency;

/** A part of a withdrawal, as the ledger's side has it; `names` are all under which its provider may have been asked for it. */
export interface KnownPayout extends Omit<TakenPayment, 'reference'> {
  readonly id: number;
  readonly names: readonly string[];
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
    ...payouts.flatMap((payout) => {
      const { id, names, currency, minor, isCompleted } = payout;
      const own = names.flatMap((name) => byReference.get(name) ?? []);
      const said = own.map((payment) => `${payment.minor} ${payment.currency}`).join(', ');
      if (!isCompleted) return own.length === 0 ? [] : [`payout ${id} is not completed, and the provider has paid ${said}`];
      return isJust(own, payout)
        ? []
        : [`payout ${id} of ${minor} ${currency} is completed, and the provider has paid ${said || 'nothing'}`];
    }),
  ];
}

/** What providers hold for the broker, by currency and provider (`USD at skrill`), in minor units. */
export type Held = Readonly<Record<string, string>>;

/** By their own logs: what they have taken less what they have paid. */
export function heldByLog({ taken, paid }: ProviderLog): Held {
  const held = new Map<string, bigint>();
  const add = ({ provider, currency }: TakenPayment, minor: bigint) =>
    held.set(`${currency} at ${provider}`, (held.get(`${currency} at ${provider}`) ?? 0n) + minor);
  for (const payment of taken) add(payment, payment.minor);
  for (const payment of paid) add(payment, -payment.minor);
  return asText(held);
}

/** By the ledger, in which what others hold for the broker stands negative. */
export async function heldByLedger(sql: Sql): Promise<Held> {
  const rows = await sql.many<{ what: string; minor: string }>(
    `select a.unit || ' at ' || substring(a.code from '[^:]+$') as what, (-sum(s.balance))::text as minor
       from ledger_account a join ledger_summed() s on s.account_id = a.id
      where a.kind = 'provider' and substring(a.code from '[^:]+$') = any($1::text[]) group by 1`,
    [drilledProviders],
  );
  return asText(new Map(rows.map(({ what, minor }) => [what, BigInt(minor)])));
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
  const moved = (key: 'log' | 'ledger', what: string): bigint => BigInt(now[key][what] ?? 0) - BigInt(before[key][what] ?? 0);
  return [...new Set([...Object.keys(now.log), ...Object.keys(now.ledger)])].flatMap((what) => {
    const [log, ledger] = [moved('log', what), moved('ledger', what)];
    return log === ledger ? [] : [`the provider holds ${log} ${what} more by its log, and ${ledger} by the ledger`];
  });
}
