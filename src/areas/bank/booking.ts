import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { recordAudit } from '../../ledger/audit.ts';
import { post } from '../../ledger/book.ts';
import * as chart from '../../ledger/chart.ts';
import type { Leg, MovementKind } from '../../ledger/entries.ts';
import type { PaymentState } from '../../ports/payments/port.ts';
import type { Settings } from '../../settings/index.ts';
import { closeCase, openCase } from '../cases/face.ts';
import { unmatchedQueue } from '../payments/face.ts';
import { matchOf, payoutReferencesIn, referencesIn } from './rules.ts';
import {
  addEntry,
  conclude,
  hasLike,
  originalOf,
  payablesNamed,
  payoutNamed,
  tellHanded,
  textsOfDebit,
  waitingFor,
  type EntryOutcome,
  type KeptEntry,
  type NamedPayout,
  type NewEntry,
} from './store.ts';

/** What is handed to a payment is handed by this event of the outbox. */
export const entryTopic = 'bank.entry';

interface Booking {
  readonly now: Date;
  readonly settings: Settings;
}

/** Keeps a transaction of a statement, once, and says what follows from it; the rest of the import's transaction stands or falls with it. */
export async function bookEntry(sql: Sql, run: Booking, placed: NewEntry): Promise<EntryOutcome | 'known'> {
  const kept = await addEntry(sql, placed);
  if (!kept) return 'known';
  if (kept.minor === 0n) return 'noted';
  if (kept.direction === 'debit') return takeBack(sql, run, kept);
  const payout = await returnedPayout(sql, kept);
  // Any other money that comes back to us is nobody's.
  if (kept.isReversal && !payout) return 'noted';
  const isRepeated = kept.key.startsWith('servicer:') ? false : await hasLike(sql, placed);
  const match = isRepeated
    ? ({ outcome: 'suspense', why: 'maybe_repeated' } as const)
    : payout
      ? ({ outcome: 'suspense', why: 'payout_returned' } as const)
      : matchOf(kept, await payablesNamed(sql, referencesIn(kept.texts)));
  if (match.outcome === 'handed') {
    const handed = { ...kept, ...match };
    await conclude(sql, kept.id, match);
    await hand(sql, run, kept.id);
    await followWaiting(sql, run, handed);
    return 'handed';
  }
  const suspended = { ...kept, ...match, payout };
  await suspend(sql, run, suspended);
  await followWaiting(sql, run, suspended);
  return 'suspense';
}

/** Told once the transaction has committed: the job hands it to the engine of payments. */
export function hand(sql: Sql, { now }: Pick<Booking, 'now'>, id: number): Promise<void> {
  return tellHanded(sql, entryTopic, { id, now });
}

/** Money at the bank that no payment waits for: it stands in suspense, before staff. */
async function suspend(sql: Sql, run: Booking, entry: Asked): Promise<void> {
  await conclude(sql, entry.id, { outcome: 'suspense', why: entry.why });
  if (entry.currency !== null) await postSuspense(sql, { entry, kind: 'payment_unmatched', at: run.now });
  await ask(sql, run, entry);
}

/** What a withdrawal has paid and another bank gives back: it names the payout itself, or what left the account for it. */
async function returnedPayout(sql: Sql, entry: KeptEntry): Promise<NamedPayout | undefined> {
  const texts = [...entry.texts, ...(await textsOfDebit(sql, entry))];
  return payoutNamed(sql, payoutReferencesIn(texts));
}

async function ask(sql: Sql, { now, settings }: Booking, { payout, ...entry }: Asked): Promise<void> {
  await recordAudit(sql, {
    actor: { kind: 'system', id: 'bank' },
    action: 'bank_entry.unmatched',
    subject: subjectOf(entry),
    detail: { account: entry.account, entry: entry.key, why: entry.why },
    at: now,
  });
  const hours = settings.desk.businessHours;
  const of = payout ? { clientId: payout.clientId } : {};
  const detail = { ...shownOf(entry), ...(payout ? { transfer_id: payout.remittanceId, payout: payout.reference } : {}) };
  await openCase(sql, { queue: unmatchedQueue, subject: subjectOf(entry), ...of, detail, now, hours });
}

interface Asked extends KeptEntry {
  readonly payout?: NamedPayout | undefined;
}

/** What a case about it is called. */
export function subjectOf({ id }: Pick<KeptEntry, 'id'>): string {
  return `bank_entry:${id}`;
}

/** What queues and approvals show of it; who paid and what they wrote is read on purpose. */
export function shownOf(entry: KeptEntry) {
  const { account, minor, currency, letters, why, direction } = entry;
  const amount = currency === null ? String(minor) : formatMinor(minor, currency);
  return { kind: 'bank_entry', provider: 'bank', direction, amount, currency: letters || currency, account, why };
}

/** What leaves the account takes back what came in, where it names it: a reversal, or what staff has sent back. */
async function takeBack(sql: Sql, run: Booking, taking: KeptEntry): Promise<EntryOutcome> {
  const original = await originalOf(sql, taking);
  if (original) return undo(sql, run, { taking, original });
  if (!taking.isReversal) return notePayment(sql, taking);
  const waiting = { ...taking, why: 'unknown_original' } as const;
  await conclude(sql, taking.id, { outcome: 'waiting', why: waiting.why });
  await ask(sql, run, waiting);
  return 'waiting';
}

/** What is paid out to a client bears its transfer; charges and the broker's own payments concern nobody. */
async function notePayment(sql: Sql, paid: KeptEntry): Promise<EntryOutcome> {
  const payout = await payoutNamed(sql, payoutReferencesIn(paid.texts));
  if (payout) await conclude(sql, paid.id, { outcome: 'noted', remittanceId: payout.remittanceId });
  return 'noted';
}

interface Undone {
  readonly taking: KeptEntry;
  readonly original: KeptEntry;
}

async function undo(sql: Sql, run: Booking, { taking, original }: Undone): Promise<EntryOutcome> {
  if (original.outcome === 'handed') {
    await conclude(sql, taking.id, { outcome: 'handed', remittanceId: original.remittanceId });
    await hand(sql, run, taking.id);
    return 'handed';
  }
  // Of another amount than what stands there: somebody has to look.
  if (taking.minor !== original.minor || taking.currency !== original.currency) {
    await conclude(sql, taking.id, { outcome: 'waiting', why: 'unknown_original' });
    await ask(sql, run, { ...taking, why: 'unknown_original' });
    return 'waiting';
  }
  if (original.currency !== null) await postSuspense(sql, { entry: original, kind: 'unmatched_returned', at: run.now });
  await conclude(sql, original.id, { outcome: 'returned' });
  await conclude(sql, taking.id, { outcome: 'returned' });
  for (const each of [original, taking]) await endCase(sql, each, { outcome: 'returned', at: run.now });
  return 'returned';
}

/** A reversal may be told of before what it takes back. */
async function followWaiting(sql: Sql, run: Booking, original: KeptEntry): Promise<void> {
  for (const taking of await waitingFor(sql, original)) {
    const outcome = await undo(sql, run, { taking, original });
    if (outcome !== 'waiting') await endCase(sql, taking, { outcome, at: run.now });
  }
}

export function endCase(
  sql: Sql,
  entry: Pick<KeptEntry, 'id'>,
  ended: { readonly outcome: string; readonly at: Date },
): Promise<boolean> {
  return closeCase(sql, { queue: unmatchedQueue.name, subject: subjectOf(entry), ...ended });
}

interface Suspense {
  readonly entry: KeptEntry;
  readonly kind: Extract<MovementKind, 'payment_unmatched' | 'unmatched_assigned' | 'unmatched_returned'>;
  readonly at: Date;
}

/** Moves what came in into suspense, or out of it. */
export async function postSuspense(sql: Sql, { entry, kind, at }: Suspense): Promise<void> {
  const { id, companyId, currency, minor } = entry;
  if (currency === null) throw new Error(`entry ${id} of the bank is in no currency of ours`);
  const [suspense, bank] = [chart.suspense(companyId, currency), chart.provider(companyId, currency, 'bank')];
  const leg: Leg = kind === 'payment_unmatched' ? { from: bank, to: suspense, minor } : { from: suspense, to: bank, minor };
  const outcome = await post(sql, { movement: { key: `${kind}:bank-${id}`, kind, legs: [leg], at } });
  if (outcome.outcome === 'refused') throw new Error(`the ledger would not take ${kind}:bank-${id}: ${outcome.code}`);
}

/** What is handed to a payment, as the engine of payments reads it, with the payment that it takes back where the bank names one. */
export async function handedOf(sql: Sql, entry: KeptEntry): Promise<PaymentState | undefined> {
  const original = entry.direction === 'debit' ? await originalOf(sql, entry) : undefined;
  const payment = stateOf(entry);
  return payment && { ...payment, takesNumber: original?.outcome === 'handed' ? numberOf(original) : undefined };
}

const numberOf = ({ account, key }: KeptEntry): string => `${account}/${key}`;

function stateOf(entry: KeptEntry): PaymentState | undefined {
  if (entry.reference === null) return undefined;
  const { currency, minor, letters, payerName, direction, isReversal, why } = entry;
  // What comes back was paid by the broker, which is nobody of another name.
  const isPaid = direction === 'credit' && why !== 'payout_returned';
  return {
    reference: entry.reference,
    kind: direction === 'credit' ? 'payment' : 'refund',
    status: 'approved',
    undoesItself: false,
    providerStatus: isReversal ? 'BOOK reversal' : 'BOOK',
    providerTransactionId: numberOf(entry),
    amount: { minor, currency: currency ?? undefined, letters },
    payer: { name: isPaid ? (payerName ?? undefined) : undefined, cardMask: undefined, cardBrand: undefined },
    occurredAt: entry.bookedAt,
  };
}
