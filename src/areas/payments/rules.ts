import { isCoin, type Currency } from '../../base/currency.ts';
import { chargeOf, divideUp, money, neededFor, paidOutFor, type ExactRate, type Money } from '../../base/money.ts';
import type { Verdict } from '../../base/refusal.ts';
import type {
  ProviderReasonCode,
  ProviderTimelineCode,
  TransferStatus,
  TransferType,
  WithdrawalReasonCode,
  WithdrawalTimelineCode,
} from './contract.ts';

/**
 * Where a remittance stands in its own steps. Outside programs see the status that a phase counts as.
 *
 * deposit:  quoted → starting → waiting_payment → received → completed (a wallet: waiting_payment → completed)
 * withdraw: quoted → held → awaiting_approval → sent → completed (a wallet: quoted → awaiting_approval)
 * transfer: quoted → held → sent → completed (into a wallet: held → completed; out of one: quoted → sent)
 * reversal: reversing → completed (what does not fit its payment: awaiting_approval → reversing)
 */
export const phases = {
  /** Confirmed with its quote; nobody has saved it. */
  quoted: {
    status: 'created',
    next: ['starting', 'held', 'awaiting_approval', 'sent', 'completed'],
    waitsFor: undefined,
    isDriven: false,
  },
  /** The hosted payment page is being opened. */
  starting: {
    status: 'created',
    next: ['waiting_payment', 'received', 'completed', 'on_review', 'declined', 'cancelled', 'failed'],
    waitsFor: 'provider',
    isDriven: true,
  },
  waiting_payment: {
    status: 'waiting_payment',
    next: ['received', 'completed', 'on_review', 'declined', 'cancelled', 'failed'],
    waitsFor: 'client',
    isDriven: false,
  },
  /** Something else arrived than was asked for: the client takes it, or staff decides. */
  on_review: {
    status: 'on_review',
    next: ['received', 'completed', 'declined', 'cancelled'],
    waitsFor: 'client',
    isDriven: false,
  },
  /** The provider has the money; the platform is to credit it. */
  received: { status: 'processing', next: ['completed'], waitsFor: 'platform', isDriven: true },
  /** Set aside at its source. */
  held: {
    status: 'processing',
    next: ['sent', 'completed', 'declined', 'awaiting_approval'],
    waitsFor: 'platform',
    isDriven: true,
  },
  /** Set aside, or told of by a provider in a way that fits nothing: staff has to agree before it goes on. */
  awaiting_approval: {
    status: 'on_review',
    next: ['sent', 'completed', 'declined', 'cancelled', 'reversing', 'returning'],
    waitsFor: 'staff',
    isDriven: false,
  },
  /** It has left its source; the target's platform is to credit it, or providers are to pay out its parts. */
  sent: { status: 'processing', next: ['completed', 'returning', 'failed'], waitsFor: 'platform', isDriven: true },
  /** The target refused it, or staff did after it had left its platform, or the client has cancelled it; it is on its way back. */
  returning: { status: 'processing', next: ['failed', 'declined', 'cancelled'], waitsFor: 'platform', isDriven: true },
  /** A payment was taken back; the money is being taken out again. */
  reversing: { status: 'processing', next: ['completed'], waitsFor: 'platform', isDriven: true },
  completed: { status: 'completed', next: [], waitsFor: undefined, isDriven: false },
  // A payment that arrives after all is honoured: the client's money is here.
  declined: { status: 'declined', next: ['received', 'completed', 'on_review'], waitsFor: undefined, isDriven: false },
  cancelled: { status: 'cancelled', next: ['received', 'completed', 'on_review'], waitsFor: undefined, isDriven: false },
  failed: { status: 'failed', next: ['received', 'completed', 'on_review'], waitsFor: undefined, isDriven: false },
} as const satisfies Record<string, PhaseRow>;

/** Phases that a client may be told of, by notices.ts; what they wait for of themselves needs no notice. */
export const toldPhases: readonly Phase[] = ['on_review', 'awaiting_approval', 'completed', 'declined', 'cancelled', 'failed'];

interface PhaseRow {
  /** What outside programs see of it. */
  readonly status: TransferStatus;
  readonly next: readonly string[];
  /** Who has to act before it goes on; undefined where nobody has: it is no more than a quote, or at its end. */
  readonly waitsFor: 'client' | 'platform' | 'provider' | 'staff' | undefined;
  /** Whether the broker itself has to move it on, by asking whom it waits for. */
  readonly isDriven: boolean;
}

export type Phase = keyof typeof phases;
/** A phase of what is under way. */
export type OpenPhase = { [Each in Phase]: (typeof phases)[Each]['waitsFor'] extends undefined ? never : Each }[Phase];

export const everyPhase = Object.keys(phases) as readonly Phase[];
export const drivenPhases = everyPhase.filter((phase) => phases[phase].isDriven);

/** Whether it is under way: somebody has to act. */
export function isOpen(phase: Phase): phase is OpenPhase {
  return phases[phase].waitsFor !== undefined;
}

/** The lines of a transfer's timeline: each is a sentence, `stage.<code>`. */
export type TimelineCode =
  | 'saved'
  | 'waiting_payment'
  | 'paid'
  | 'paid_into_wallet'
  | 'credited'
  | 'credited_to_wallet'
  | 'amount_differs'
  | 'rate_changed'
  | 'held'
  | 'awaiting_approval'
  | 'sent'
  | 'in_wallet'
  | 'returning'
  | 'giving_back'
  | 'returned'
  | 'returned_to_wallet'
  | 'declined'
  | 'cancelled'
  | 'failed'
  | 'chargeback'
  | 'refunded'
  | 'taken_back'
  | 'taken_back_in_part'
  | WithdrawalTimelineCode
  | ProviderTimelineCode;

/** Why a transfer did not take its usual course: each is a sentence, `reason.<code>`. */
export type ReasonCode =
  | 'provider_refused'
  | 'provider_declined'
  | 'payment_page_unavailable'
  | 'payment_not_made'
  | 'payment_expired'
  | 'cancelled_by_client'
  | 'amount_differs'
  | 'rate_changed'
  | 'currency_unknown'
  | 'accepted_arrived'
  | 'paid_after_cancelled'
  | 'paid_after_declined'
  | 'not_enough_money'
  | 'platform_unavailable'
  | 'account_not_active'
  | 'source_refused'
  | 'approval_declined'
  | 'target_refused'
  | 'target_refused_returned'
  | 'target_refused_wallet'
  | 'account_refused_wallet'
  | 'chargeback'
  | 'refunded'
  | 'taken_back_in_part'
  | WithdrawalReasonCode
  | ProviderReasonCode;

/** Whether a remittance may go from the one phase to the other. */
export function mayFollow(from: Phase, to: Phase): boolean {
  const next: readonly string[] = phases[from].next;
  return next.includes(to);
}

/** Phases in which a provider's approval is taken. */
export const payablePhases: readonly Phase[] = ['starting', 'waiting_payment', 'declined', 'cancelled', 'failed'];

export interface QuoteTerms {
  readonly amount: Money;
  readonly to: Currency;
  /** Units of `to` for one unit of the amount's currency; undefined when both are the same. */
  readonly rate: ExactRate | undefined;
  readonly feeBasisPoints: number;
}

export interface QuotedAmounts {
  readonly amount: Money;
  /** The broker's charge, rounded up. */
  readonly fee: Money;
  /** What arrives: the amount less the fee, at the rate, rounded down. */
  readonly arrives: Money;
  /** What of the amount was not needed for what arrives, in the amount's currency: it stays with the broker. */
  readonly leftOver: Money;
}

/**
 * What arrives of an amount. Every rounding is the broker's, however often it is asked for (see `paidOutFor`), and at least
 * one minor unit has to arrive.
 */
export function quoteAmounts(terms: QuoteTerms): Verdict<QuotedAmounts, 'arrives_as_nothing'> {
  const { amount, to, rate, feeBasisPoints } = terms;
  const fee = chargeOf(amount, BigInt(feeBasisPoints));
  const rest = money(amount.minor - fee.minor, amount.currency);
  if (rate === undefined && amount.currency !== to) throw new Error(`a quote from ${amount.currency} to ${to} needs a rate`);
  if (rest.minor <= 0n) return { ok: false, code: 'arrives_as_nothing', field: 'amount' };
  if (rate === undefined) return { ok: true, value: { amount, fee, arrives: rest, leftOver: money(0n, amount.currency) } };
  const arrives = paidOutFor(rest, to, rate);
  if (arrives.minor <= 0n) return { ok: false, code: 'arrives_as_nothing', field: 'amount' };
  const leftOver = money(rest.minor - neededFor(arrives, amount.currency, rate).minor, amount.currency);
  return { ok: true, value: { amount, fee, arrives, leftOver } };
}

/** The least that has to be paid so that so much arrives under those terms, fee included. */
export function leastFor(arrives: Money, terms: Omit<QuoteTerms, 'amount' | 'to'> & { readonly from: Currency }): Money {
  const { from, rate, feeBasisPoints } = terms;
  const rest = rate === undefined ? arrives : neededFor(arrives, from, rate);
  return money(divideUp(rest.minor * 10_000n, BigInt(10_000 - feeBasisPoints)), from);
}

/** What may leave a trading account: never more than its balance, nor what its positions need, and never its bonus. */
export function withdrawable(account: {
  readonly balance: bigint;
  readonly marginFree: bigint;
  readonly credit: bigint;
}): bigint {
  const free = least(account.balance, account.marginFree - account.credit);
  return free > 0n ? free : 0n;
}

const least = (first: bigint, second: bigint): bigint => (first < second ? first : second);

/** What is asked of a platform on the way, and the letter that each operation ends its tag with. */
const tagLetters = { unbonus: 'u', debit: 'd', credit: 'c', return: 'b', reverse: 'x' } as const;
export type OperationName = keyof typeof tagLetters;

/** The tag of an operation in the platform's deals: at most 31 characters, the same however often it is asked. */
export function tagOf(reference: string, operation: OperationName): string {
  return `${reference}-${tagLetters[operation]}`;
}

/** Whether what is paid arrives as another currency. */
export function isExchanged(paid: { readonly currency: Currency; readonly accountCurrency: Currency }): boolean {
  return paid.currency !== paid.accountCurrency;
}

/**
 * A deposit that nothing was paid for yet can be cancelled, and a withdrawal that nobody has approved; a transfer's money moves as
 * soon as it is saved.
 */
export function mayCancel({ type, phase }: { readonly type: TransferType; readonly phase: Phase }): boolean {
  if (type === 'withdraw') return phase === 'awaiting_approval';
  return type === 'deposit' && (phase === 'starting' || phase === 'waiting_payment');
}

/** Whether we ourselves have to move it on. What is paid out goes by its parts, each of which is looked at by itself. */
export function isDriven({ type, phase }: { readonly type: TransferType; readonly phase: Phase }): boolean {
  return phases[phase].isDriven && !(type === 'withdraw' && phase === 'sent');
}

/**
 * What arrived can be taken when it is not what was asked for, but in a currency that the same account can be credited from. What
 * somebody else has paid is not the client's to take; nor is another coin than the one asked for, which has no rate of a day.
 */
export function mayAccept(transfer: {
  readonly phase: Phase;
  readonly arrivedMinor: bigint | null;
  readonly arrivedCurrency: Currency | null;
  readonly reason: ReasonCode | null;
}): boolean {
  const { phase, arrivedMinor, arrivedCurrency, reason } = transfer;
  if (arrivedMinor === null || arrivedCurrency === null || isCoin(arrivedCurrency)) return false;
  return phase === 'on_review' && reason !== 'third_party';
}

/**
 * Whether a payer's name can be the client's own, as both were written somewhere: "MR J SMITH" is John Smith, "Smith John
 * Peter" too, and a name that a provider has cut off is still itself (trade rules: no third-party money). Undefined when
 * that cannot be told: no name, or two names in different scripts.
 */
export function mayBeSamePerson(client: string, payer: string): boolean | undefined {
  const [ours, theirs] = [nameParts(client), nameParts(payer)];
  if (ours.length === 0 || theirs.length === 0 || isLatin(ours) !== isLatin(theirs)) return undefined;
  const [fewer, more] = ours.length < theirs.length ? [ours, theirs] : [theirs, ours];
  return fewer.every((word) => more.some((other) => beginsAlike(word, other))) && fewer.some((word) => isWhole(word, more));
}

/** Without marks and capitals: how a card's embosser or a bank's form changes a name. */
function nameParts(name: string): string[] {
  return (
    name
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  );
}

function isLatin(words: readonly string[]): boolean {
  return /\p{Script=Latin}/u.test(words.join(''));
}

/** An initial, a short form or a name that was cut off. */
function beginsAlike(first: string, second: string): boolean {
  return first.startsWith(second) || second.startsWith(first);
}

function isWhole(word: string, words: readonly string[]): boolean {
  return words.includes(word) && word.length > 1;
}
