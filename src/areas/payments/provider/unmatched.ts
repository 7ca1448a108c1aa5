import { money, type Money } from '../../../base/money.ts';
import type { Sql } from '../../../base/sql.ts';
import { amountSaid } from '../../../base/wording.ts';
import { recordAudit } from '../../../ledger/audit.ts';
import { post } from '../../../ledger/book.ts';
import * as chart from '../../../ledger/chart.ts';
import type { Leg, MovementKind } from '../../../ledger/entries.ts';
import { exchangeLegs } from '../../../ledger/exchange.ts';
import type { PaymentState } from '../../../ports/payments/port.ts';
import { closeCase, openCase } from '../../cases/face.ts';
import * as movements from '../movements.ts';
import { depositsQueue, unmatchedQueue } from '../queues.ts';
import type { ReasonCode, TimelineCode } from '../rules.ts';
import { noteInTimeline, tellLater, type PhaseFacts, type Remittance, type Transition } from '../store.ts';
import type { OrderSource } from './reversals.ts';
import {
  concludeTransaction,
  isPaidByOther,
  lockWaiting,
  noteGivenBack,
  transactionOf,
  wasPaidByOther,
  type ProviderTransaction,
} from './transactions.ts';
import { creditable } from './exchanging.ts';
import { changeTold, type LookUpOutcome, type LookUpParts, type PaymentContext } from '../context.ts';

/* Money at a provider that no order waits for: it stands in suspense, and somebody says whose it is. */

/** Keeps what a transaction has brought in suspense, tells the client of it and puts it before staff: once. */
export async function keepUnmatched(
  { needs, run }: PaymentContext,
  remittance: Remittance,
  { id }: ProviderTransaction,
): Promise<LookUpOutcome> {
  const at = needs.clock.now();
  return run.transact(async (sql) => {
    const transaction = await lockWaiting(sql, id);
    if (!transaction) return 'nothing_new';
    const { kind, minor, currency, letters, transactionId, provider } = transaction;
    const isOurs = currency !== null && minor !== null && minor > 0n;
    const { came: code } = unmatchedCodes(remittance);
    const why = await isPaidByOther(sql, { remittance, transaction, at });
    if (isOurs) await postSuspense(sql, { remittance, transaction, kind: 'payment_unmatched', minor, at });
    await concludeTransaction(sql, id, { outcome: isOurs ? 'suspense' : 'on_review' });
    await recordAudit(sql, {
      actor: { kind: 'system', id: 'remittance' },
      action: 'payment.unmatched',
      subject: subjectOf(transaction),
      clientId: remittance.clientId,
      detail: { remittance: remittance.id, provider, transaction: transactionId, kind, currency: letters ?? currency ?? '' },
      at,
    });
    await askWhose(sql, { run, remittance, transaction, why, at });
    if (isOurs) await tellClient({ needs, run }, sql, { remittance, transaction, code });
    return 'unmatched';
  });
}

/** Staff say whose it is. */
async function askWhose(sql: Sql, { run, remittance, transaction, why, at }: Asked): Promise<void> {
  await openCase(sql, {
    queue: unmatchedQueue,
    subject: subjectOf(transaction),
    clientId: remittance.clientId,
    detail: { ...shownOf(transaction), transfer_id: remittance.id, ...(why ? { why: 'third_party' } : {}) },
    now: at,
    hours: run.settings.desk.businessHours,
  });
}

interface Asked extends Pick<PaymentContext, 'run'> {
  readonly remittance: Remittance;
  readonly transaction: ProviderTransaction;
  /** Somebody else has paid it. */
  readonly why: boolean;
  readonly at: Date;
}

interface GivenBack {
  readonly remittance: Remittance;
  /** What takes it back. */
  readonly transaction: ProviderTransaction;
  readonly allotments: readonly { readonly source: Pick<OrderSource, 'payment' | 'stands' | 'left'>; readonly minor: bigint }[];
}

/**
 * What is taken back of an order may be a payment that is nobody's, in suspense or on its way back: then nothing is asked of the client.
 * What of it stays in suspense stays before staff.
 */
export async function giveBack(
  sql: Sql,
  context: PaymentContext,
  { remittance, transaction, allotments }: GivenBack,
): Promise<void> {
  const { needs, run } = context;
  const at = needs.clock.now();
  let suspended = 0n;
  for (const { source, minor } of allotments) {
    if (source.payment === null) throw new Error(`what remittance ${remittance.id} has brought is the client's`);
    await noteGivenBack(sql, { payment: source.payment, taking: transaction.id, minor });
    if (source.stands === 'going_back') {
      await closeCase(sql, { queue: depositsQueue.name, subject: `remittance:${remittance.id}`, outcome: 'returned', at });
      continue;
    }
    suspended += minor;
    if (source.left === minor) await concludeTransaction(sql, source.payment, { outcome: 'returned' });
    const payment = await transactionOf(sql, source.payment);
    const wasOpen = await closeCase(sql, {
      queue: unmatchedQueue.name,
      subject: subjectOf({ id: source.payment }),
      outcome: 'returned',
      at,
    });
    if (!payment || source.left === minor || !wasOpen) continue;
    const why = await wasPaidByOther(sql, remittance.clientId, payment);
    await askWhose(sql, { run, remittance, transaction: payment, why, at });
  }
  if (suspended === 0n) return;
  await postSuspense(sql, { remittance, transaction, kind: 'unmatched_returned', minor: suspended, at });
  const told = { ...transaction, minor: suspended };
  await tellClient(context, sql, { remittance, transaction: told, code: 'second_payment_returned' });
}

/** What a case about a transaction is called. */
export function subjectOf({ id }: Pick<ProviderTransaction, 'id'>): string {
  return `transaction:${id}`;
}

/** What queues show of a transaction, without what of it has gone back. */
export function shownOf({
  provider,
  transactionId,
  kind: told,
  payoutId,
  minor,
  givenBack,
  currency,
  letters,
  worth: whole,
  worthCurrency,
}: ProviderTransaction) {
  const kind = payoutId === null ? told : 'payout_returned';
  const left = (minor ?? 0n) - givenBack;
  const worth = whole === null ? undefined : creditable({ minor, currency, worth: whole, worthCurrency }, left);
  const amount =
    minor !== null && currency !== null
      ? amountSaid(money(minor - givenBack, currency))
      : { amount: String(minor ?? ''), currency: letters ?? '' };
  const own = worth ? { worth: amountSaid(worth) } : {};
  return { provider, transaction: transactionId, kind, ...amount, ...own };
}

interface Suspense {
  readonly remittance: Remittance;
  /** What has brought it, or takes it back. */
  readonly transaction: ProviderTransaction;
  readonly kind: Extract<MovementKind, 'payment_unmatched' | 'unmatched_credited' | 'unmatched_returned'>;
  readonly minor: bigint;
  /** What becomes the client's of it; left out: the same. */
  readonly arrives?: Money;
  readonly at: Date;
}

/** Moves a transaction's money into suspense, or out of it; into a wallet by way of the broker's position where that is of another currency. */
export async function postSuspense(sql: Sql, posted: Suspense): Promise<void> {
  const { remittance, transaction, kind, minor, at } = posted;
  const { companyId: company, clientId } = remittance;
  const { id, provider: name, currency } = transaction;
  if (currency === null) throw new Error(`transaction ${id} has no amount of ours`);
  const suspense = chart.suspense(company, currency);
  const provider = chart.provider(company, currency, name);
  const { arrives = money(minor, currency) } = posted;
  const ends: Readonly<Record<Suspense['kind'], Pick<Leg, 'from' | 'to'>>> = {
    payment_unmatched: { from: provider, to: suspense },
    unmatched_credited: { from: suspense, to: chart.wallet({ company, clientId }, arrives.currency) },
    unmatched_returned: { from: suspense, to: provider },
  };
  const exchanged = {
    company,
    amount: minor,
    fee: 0n,
    leftOver: 0n,
    currency,
    arrives: arrives.minor,
    arrivesIn: arrives.currency,
  };
  const [first, ...others] = exchangeLegs(ends[kind], exchanged).filter((leg) => leg.minor > 0n);
  if (!first) throw new Error(`${kind}:${id} would move nothing`);
  const outcome = await post(sql, { movement: { key: `${kind}:${id}`, kind, legs: [first, ...others], at } });
  if (outcome.outcome === 'refused') throw new Error(`the ledger would not take ${kind}:${id}: ${outcome.code}`);
}

interface Told {
  readonly remittance: Remittance;
  readonly transaction: ProviderTransaction;
  readonly code: TimelineCode;
}

/** By which lines the client reads of it: what came for a deposit is a further payment, what came for a withdrawal came back. */
export function unmatchedCodes({ type }: Pick<Remittance, 'type'>) {
  return type === 'withdraw'
    ? ({ came: 'payout_back_odd', credited: 'payout_back_found' } as const)
    : ({ came: 'second_payment', credited: 'second_payment_credited' } as const);
}

export async function tellClient({ needs, run }: PaymentContext, sql: Sql, told: Told): Promise<void> {
  const { remittance, transaction, code } = told;
  const { minor, currency } = transaction;
  if (minor === null || currency === null) return;
  const values = { second: amountSaid(money(minor, currency)) };
  await noteInTimeline(sql, remittance.id, { code, values, at: needs.clock.now() });
  await run.tellIn(sql, movements.ofClient({ topic: 'live', payload: { topics: ['transfers', 'wallets'] } }, remittance));
}

interface EndedUnmatched {
  readonly remittance: Remittance;
  readonly transaction: ProviderTransaction;
  readonly code: TimelineCode;
  /** What became the client's; left out: what of it had not gone back. */
  readonly arrives?: Money;
  readonly now: Date;
}

/** Somebody has said whose it is. */
export async function endUnmatched(sql: Sql, ended: EndedUnmatched): Promise<void> {
  const { remittance, transaction, code, now } = ended;
  const { minor, givenBack, currency } = transaction;
  if (minor !== null && currency !== null) {
    const second = amountSaid(ended.arrives ?? money(minor - givenBack, currency));
    await noteInTimeline(sql, remittance.id, { code, values: { second }, at: now });
  }
  const payload = { topics: ['transfers', 'wallets', 'dashboard'] };
  await tellLater(sql, { topic: 'live', payload, clientId: remittance.clientId }, now);
  await closeCase(sql, { queue: unmatchedQueue.name, subject: subjectOf(transaction), outcome: code, at: now });
}

/* A payment that waits, with what arrived, for the client's word or that of staff. */

interface Awaited {
  readonly payment: PaymentState;
  /** What of the payment is kept with its deposit. */
  readonly facts: PhaseFacts;
  readonly transition: Pick<Transition, 'id' | 'from' | 'to' | 'stage' | 'reason'>;
}

/** It waits, with what arrived, for whoever may say what becomes of it. */
export async function onReview(
  parts: LookUpParts,
  remittance: Remittance,
  { payment, facts, transition }: Awaited,
): Promise<LookUpOutcome | undefined> {
  const { amount } = payment;
  const arrived = amount?.currency ? { arrived_amount: String(amount.minor), arrived_currency: amount.currency } : {};
  const why = transition.reason;
  const reviewed = {
    ...transition,
    set: { ...facts, ...arrived },
    also: (sql: Sql) => askStaff(sql, parts, { remittance, amount, why }),
  };
  return (await changeTold(parts, remittance, reviewed)) ? 'on_review' : undefined;
}

interface Arrived {
  readonly remittance: Remittance;
  readonly amount: PaymentState['amount'];
  readonly why?: ReasonCode | undefined;
}

/** What waits for the client's word waits for staff as well: whoever comes first. */
export function askStaff(sql: Sql, { needs, run }: LookUpParts, { remittance, amount, why }: Arrived): Promise<unknown> {
  const { id, clientId, currency } = remittance;
  const arrived = amount?.currency ? amountSaid(money(amount.minor, amount.currency)) : { currency: amount?.letters ?? '' };
  return openCase(sql, {
    queue: depositsQueue,
    subject: `remittance:${id}`,
    clientId,
    detail: {
      kind: 'deposit',
      ...arrived,
      asked: amountSaid(money(remittance.amount, currency)),
      transfer_id: id,
      ...(why ? { why } : {}),
    },
    now: needs.clock.now(),
    hours: run.settings.desk.businessHours,
  });
}
