import { currencies, readCurrency, type Currency } from '../../../base/currency.ts';
import type { LookUpAnswer, PaymentKind, PaymentState, PaymentStatus, SettlementAnswer, SettlementLine } from '../port.ts';
import { isTheirs, sendSigned, unixSeconds, unknown, type PraxisSettings } from './asking.ts';
import {
  apiVersion,
  findOrderAnswerSchema,
  findOrderAnswerSignature,
  findOrderSignature,
  findTransactionSignature,
  settlementAnswerSignature,
  settlementSchema,
  settlementSignature,
  type OrderObjects,
  type SettlementReport,
} from './messages.ts';

/** find-order says that it knows no such order with a positive status and words of that kind. */
const absentWords = /not found|no (such )?(order|session|transaction)/i;

/** The order's latest transaction, or the one of that number. */
export async function lookUp(settings: PraxisSettings, reference: string, tid?: string): Promise<LookUpAnswer> {
  const order = {
    merchant_id: settings.merchantId,
    application_key: settings.applicationKey,
    order_id: reference,
    version: apiVersion,
    timestamp: unixSeconds(settings.clock),
  };
  const exchange = await sendSigned(settings, callOf(order, tid));
  if (exchange.outcome === 'unknown') return exchange;
  const parsed = findOrderAnswerSchema.safeParse(exchange.answer);
  if (!parsed.success) return unknown('the look-up was answered in an unknown form');
  const answer = parsed.data;
  if (!isTheirs(settings, exchange.signature, findOrderAnswerSignature(answer)))
    return unknown('the answer of the look-up is not signed by the provider');
  if (answer.status > 0 && absentWords.test(answer.description ?? '')) return { outcome: 'absent' };
  if (answer.status !== 0) return unknown(answer.description ?? `status ${answer.status}`);
  if (answer.session?.order_id !== reference) return unknown('the look-up was answered about another order');
  if (tid !== undefined && String(answer.transaction?.tid) !== tid)
    return unknown('the look-up was answered about another transaction');
  return { outcome: 'found', payment: paymentState(answer, reference, answer.timestamp ?? order.timestamp) };
}

function callOf(order: Parameters<typeof findOrderSignature>[0], tid: string | undefined) {
  if (tid === undefined) return { path: '/agent/find-order', body: order, signed: findOrderSignature(order) };
  const body = { ...order, tid };
  return { path: '/agent/find-transaction', body, signed: findTransactionSignature(body) };
}

export function paymentState(order: OrderObjects, reference: string, timestamp: number): PaymentState {
  const { transaction, customer } = order;
  const card = transaction?.card;
  const holder = [customer?.first_name, customer?.last_name].filter(Boolean).join(' ');
  const name = card?.card_holder || holder;
  return {
    reference,
    ...transactionFacts(order),
    providerTransactionId: transaction ? String(transaction.tid) : undefined,
    amount: transaction ? amountOf(transaction) : undefined,
    payer: {
      name: name || undefined,
      cardMask: card?.card_number ?? undefined,
      cardBrand: card?.card_type ?? undefined,
    },
    occurredAt: new Date(timestamp * 1000),
  };
}

function fiatCurrency(letters: string): Currency | undefined {
  const currency = readCurrency(letters);
  return currency && currencies[currency].kind === 'fiat' ? currency : undefined;
}

function amountOf({ amount, currency: letters }: { readonly amount: number; readonly currency: string }) {
  return { minor: BigInt(amount), currency: fiatCurrency(letters), letters };
}

/** What a transaction does, and how it stands. */
export interface TransactionFacts {
  readonly kind: PaymentKind;
  readonly status: PaymentStatus;
  readonly undoesItself: boolean;
  readonly providerStatus: string;
  readonly isOnItsWay?: true;
}

/**
 * How a transaction of an order stands, from it and its session (objects/session, objects/transaction,
 * overview/transaction_flow). A word that is in no table is a payment that is pending.
 */
export function transactionFacts(order: OrderObjects): TransactionFacts {
  const session = (order.session?.session_status ?? '').toLowerCase();
  if (!order.transaction) {
    const status = abandoned.has(session) ? 'cancelled' : 'pending';
    return { kind: 'payment', status, undoesItself: false, providerStatus: session || 'no transaction' };
  }
  const type = order.transaction.transaction_type.toLowerCase();
  const word = order.transaction.transaction_status.toLowerCase();
  const providerStatus = `${type} ${word}`;
  const kind = kinds.get(type) ?? 'payment';
  const undone = kind === 'payment' || kind === 'payout' ? undoing.get(word) : undefined;
  if (undone && paying.has(type)) return { kind: undone, status: 'approved', undoesItself: true, providerStatus };
  const status = kinds.has(type) ? (statuses.get(word) ?? 'pending') : 'pending';
  // Within one session the client may try again with another card: a refused attempt is not yet a refused order.
  const mayTryAgain = kind === 'payment' && status === 'declined' && session === 'open';
  const onItsWay = kind === 'payment' && word === 'pending' ? ({ isOnItsWay: true } as const) : {};
  return { kind, status: mayTryAgain ? 'pending' : status, undoesItself: false, providerStatus, ...onItsWay };
}

/** A session that ended without any attempt. */
const abandoned: ReadonlySet<string> = new Set(['expired', 'failed']);

const paying: ReadonlySet<string> = new Set(['sale', 'payout']);

/** `reversal` gives back what a chargeback has taken. */
const kinds: ReadonlyMap<string, PaymentKind> = new Map([
  ['sale', 'payment'],
  ['payout', 'payout'],
  ['refund', 'refund'],
  ['chargeback', 'chargeback'],
  ['reversal', 'won_back'],
]);

const statuses: ReadonlyMap<string, PaymentStatus> = new Map([
  ['approved', 'approved'],
  ['rejected', 'declined'],
  ['declined', 'declined'],
  ['error', 'declined'],
  ['cancelled', 'cancelled'],
]);

/** Words of a payment that say that it was taken back as a whole. */
const undoing: ReadonlyMap<string, PaymentKind> = new Map([
  ['chargeback', 'chargeback'],
  ['reversed', 'refund'],
]);

/** More pages than a day of any merchant has. */
const mostPages = 1000;

/** The whole report of a day, page by page; unknown where any of them is. */
export async function settlement(settings: PraxisSettings, day: string): Promise<SettlementAnswer> {
  const lines: SettlementLine[] = [];
  let after = 0;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await readPage(settings, day, after);
    if (page.outcome === 'unknown') return page;
    lines.push(...page.report.lines.flatMap(lineOf));
    const { next } = page.report;
    if (next === null) return { outcome: 'done', lines };
    if (next <= after) return unknown('the settlement report goes in circles');
    after = next;
  }
  return unknown(`the settlement report of ${day} has no end`);
}

type Page =
  | { readonly outcome: 'read'; readonly report: SettlementReport }
  | { readonly outcome: 'unknown'; readonly reason: string };

async function readPage(settings: PraxisSettings, day: string, after: number): Promise<Page> {
  const body = {
    merchant_id: settings.merchantId,
    application_key: settings.applicationKey,
    day,
    after,
    version: apiVersion,
    timestamp: unixSeconds(settings.clock),
  };
  const exchange = await sendSigned(settings, { path: '/agent/settlement-report', body, signed: settlementSignature(body) });
  if (exchange.outcome === 'unknown') return exchange;
  const parsed = settlementSchema.safeParse(exchange.answer);
  if (!parsed.success) return unknown('the settlement report came in an unknown form');
  const report = parsed.data;
  if (!isTheirs(settings, exchange.signature, settlementAnswerSignature(report)))
    return unknown('the settlement report is not signed by the provider');
  if (report.status !== 0 || report.day !== day) return unknown(report.description ?? 'a report of another day');
  return { outcome: 'read', report };
}

/** What moves no money of ours, such as an authorisation, is no line of ours. */
function lineOf(line: SettlementReport['lines'][number]): SettlementLine[] {
  const kind = kindOf(line.transaction_type);
  if (!kind) return [];
  const settledAt = new Date(line.settled_at * 1000);
  return [{ transactionId: String(line.tid), reference: line.order_id, kind, amount: amountOf(line), settledAt }];
}

/** What a type of transaction does; undefined where we do not know the type. */
export function kindOf(type: string): PaymentKind | undefined {
  return kinds.get(type.toLowerCase());
}
