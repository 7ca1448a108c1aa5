import { z } from 'zod';
import { currencies, readCurrency } from '../../../base/currency.ts';
import { parseMinor } from '../../../base/money.ts';
import {
  maxReferenceLength,
  type PaymentAmount,
  type PaymentKind,
  type PaymentState,
  type PaymentStatus,
  type SettlementLine,
} from '../port.ts';

/* What vendors of our own protocol write: orders with the transaction that is told of, and pages of a day's report. */

const transactionSchema = z.object({
  id: z.string().min(1).max(40),
  type: z.string().max(20),
  status: z.string().max(20),
  amount: z.string().max(30),
  currency: z.string().max(3),
  payer: z.object({ name: z.string().max(140), email: z.string().max(254) }).partial(),
  at: z.iso.datetime({ offset: true }),
});

export const orderSchema = z.object({
  merchant: z.string().max(40),
  reference: z.string().min(1).max(maxReferenceLength),
  /** Null while nobody has paid or been paid. */
  transaction: transactionSchema.nullable(),
});
export type Order = z.infer<typeof orderSchema>;

export const pageSchema = z.object({ page: z.url().max(2000) });
export const refusalSchema = z.object({ error: z.string().max(300) });

export const settlementSchema = z.object({
  lines: z
    .array(
      z.object({
        id: z.string().min(1).max(40),
        reference: z.string().min(1).max(100),
        type: z.string().max(20),
        amount: z.string().max(30),
        currency: z.string().max(3),
        at: z.iso.datetime({ offset: true }),
      }),
    )
    .max(1000),
  /** Where the next page begins; null on the last one. */
  next: z.string().max(40).nullable(),
});

/** What is not in the table is pending. */
const statuses: ReadonlyMap<string, PaymentStatus> = new Map([
  ['completed', 'approved'],
  ['pending', 'pending'],
  ['declined', 'declined'],
  ['cancelled', 'cancelled'],
]);

const kinds: ReadonlyMap<string, PaymentKind> = new Map([
  ['payment', 'payment'],
  ['payout', 'payout'],
  ['refund', 'refund'],
  ['chargeback', 'chargeback'],
  ['reversal', 'won_back'],
]);

export function stateOf({ reference, transaction }: Order, now: Date): PaymentState {
  const nobody = { name: undefined, cardMask: undefined, cardBrand: undefined };
  const still = { reference, undoesItself: false, providerTransactionId: undefined, amount: undefined, payer: nobody };
  if (!transaction) return { ...still, kind: 'payment', status: 'pending', providerStatus: 'open', occurredAt: now };
  const kind = kinds.get(transaction.type);
  return {
    reference,
    kind: kind ?? 'payment',
    // A type that is not known is no payment that was made.
    status: (kind && statuses.get(transaction.status)) ?? 'pending',
    undoesItself: false,
    providerStatus: `${transaction.type} ${transaction.status}`,
    providerTransactionId: transaction.id,
    ...(kind === 'payment' && transaction.status === 'pending' ? { isOnItsWay: true } : {}),
    amount: amountOf(transaction.amount, transaction.currency),
    payer: { ...nobody, name: transaction.payer.name || undefined },
    occurredAt: new Date(transaction.at),
  };
}

/** The lines of a page; undefined where one cannot be understood. What is of no kind of ours moves no money of ours. */
export function linesOf({ lines }: z.infer<typeof settlementSchema>): readonly SettlementLine[] | undefined {
  const read = lines.map(({ id, reference, type, amount: text, currency, at }) => {
    const amount = amountOf(text, currency);
    return amount && { transactionId: id, reference, kind: kinds.get(type), amount, settledAt: new Date(at) };
  });
  if (read.includes(undefined)) return undefined;
  return read.flatMap((line) => (line?.kind ? [{ ...line, kind: line.kind }] : []));
}

function amountOf(text: string, letters: string): PaymentAmount | undefined {
  const currency = readCurrency(letters);
  const known = currency && currencies[currency].kind === 'fiat' ? currency : undefined;
  const minor = parseMinor(text, known ?? 'USD');
  return minor === undefined ? undefined : { minor, currency: known, letters };
}
