import { type RemittanceId } from '../../../base/id.ts';
import { isCoin } from '../../../base/currency.ts';
import { money, type Money } from '../../../base/money.ts';
import type { Sql } from '../../../base/sql.ts';
import { after, secondMs } from '../../../base/time.ts';
import { coinAsked } from '../../../law/coins.ts';
import { capsDeposits } from '../../../law/verified.ts';
import type { PaymentState } from '../../../ports/payments/port.ts';
import { takesRoom } from '../capped.ts';
import * as movements from '../movements.ts';
import { ownRate, postReceived, withWorth } from './exchanging.ts';
import { collectFor } from './indebted.ts';
import { isExchanged, payablePhases, quoteAmounts, type Phase, type ReasonCode } from '../rules.ts';
import { acceptArrived, changePhase, remittanceOf, type PhaseFacts, type Remittance } from '../store.ts';
import {
  concludeTransaction,
  isByOther,
  isToldAsUndone,
  keepTransaction,
  waitingTransactions,
  type ProviderTransaction,
} from './transactions.ts';
import { applyEnd, applyTaking, type Applied } from './takings.ts';
import { tellSeen } from '../seen.ts';
import { askStaff, keepUnmatched, onReview } from './unmatched.ts';
import { rateOfNow, worthAsked } from '../coins.ts';
import { changeTold, providerOf, type LookUpOutcome, type LookUpParts } from '../context.ts';

/** The phase may be changed by somebody else between reading and writing: then it is read again, a few times. */
const mostReadings = 5;

/**
 * What follows for a deposit from one transaction of its payment, and from those that have waited for it. Safe to repeat, in any
 * order, by any number of processes.
 */
export async function applyDepositPayment(parts: LookUpParts, id: RemittanceId, payment: PaymentState): Promise<LookUpOutcome> {
  const { sql } = parts.run;
  const remittance = await remittanceOf(sql, id);
  if (!remittance) return 'unknown_reference';
  const transaction = await keepTransaction(sql, { remittance, payment, now: parts.needs.clock.now() });
  const outcome = await applied(parts, { id, payment, transaction });
  await followTakings(parts, id);
  return outcome;
}

/** A refund or a chargeback may have come before its payment or while that was on review, and what was won back before its chargeback. */
export async function followTakings(parts: LookUpParts, id: RemittanceId): Promise<void> {
  for (let rounds = 0; rounds < mostReadings && (await applyWaiting(parts, id)); rounds += 1);
}

interface Told {
  readonly id: RemittanceId;
  readonly payment: PaymentState;
  /** Undefined: the client has not acted yet, so that there is no transaction. */
  readonly transaction: ProviderTransaction | undefined;
}

async function applied(parts: LookUpParts, { id, payment, transaction }: Told): Promise<LookUpOutcome> {
  if (transaction?.outcome) return 'nothing_new';
  for (let reading = 0; reading < mostReadings; reading += 1) {
    const remittance = await remittanceOf(parts.run.sql, id);
    if (!remittance) return 'unknown_reference';
    const outcome =
      payment.kind === 'payment'
        ? await applyOwnPayment(parts, remittance, { payment, transaction })
        : transaction && (await applyTaking(parts, remittance, transaction));
    if (outcome) return outcome;
  }
  throw new Error(`remittance ${id} kept changing while its payment was settled`);
}

/** Whether anything has followed from what waited. */
async function applyWaiting(parts: LookUpParts, id: RemittanceId): Promise<boolean> {
  let hasFollowed = false;
  for (const transaction of await waitingTransactions(parts.run.sql, id)) {
    const remittance = await remittanceOf(parts.run.sql, id);
    const outcome = remittance && (await applyTaking(parts, remittance, transaction));
    if (outcome !== 'waits' && outcome !== 'unanswered') hasFollowed = true;
  }
  return hasFollowed;
}

async function applyOwnPayment(parts: LookUpParts, remittance: Remittance, told: Omit<Told, 'id'>): Applied {
  const { payment, transaction } = told;
  switch (payment.status) {
    case 'pending':
      if (payment.isOnItsWay) await tellSeen(parts, remittance);
      return 'pending';
    case 'approved':
      return applyApproval(parts, remittance, told);
    case 'declined':
    case 'cancelled': {
      if (transaction) await concludeTransaction(parts.run.sql, transaction.id, { outcome: 'ended' });
      return applyEnd(parts, remittance, endings[payment.status]);
    }
  }
}

const endings = {
  declined: { to: 'declined', reason: 'provider_declined' },
  cancelled: { to: 'cancelled', reason: 'payment_not_made' },
} as const;

const payable: readonly Phase[] = payablePhases;

async function applyApproval(
  parts: LookUpParts,
  remittance: Remittance,
  { payment, transaction: told }: Omit<Told, 'id'>,
): Applied {
  const taken = told && (await takenBackAlready(parts, remittance, told));
  if (taken) return taken;
  const isFirst = payable.includes(remittance.phase);
  const transaction =
    told && isCoin(remittance.currency) ? await withOwnWorth(parts, remittance, { payment, transaction: told }) : told;
  // Another amount was told meanwhile, of which this word knows nothing: it is asked for anew.
  if (transaction && (transaction.minor !== told?.minor || transaction.currency !== told.currency)) return 'unanswered';
  if (!isFirst) return applyFurtherPayment(parts, remittance, transaction);
  // It was paid, and was sent back: the same payment is not taken again.
  if (remittance.reason === 'sent_back' && isOwn(remittance, transaction)) return 'nothing_new';
  const outcome = await takePayment(parts, remittance, { payment, transaction });
  if (!outcome || outcome === 'unanswered') return outcome;
  const followed = outcome === 'on_review' ? 'on_review' : 'credited';
  if (transaction) await concludeTransaction(parts.run.sql, transaction.id, { outcome: followed });
  await collectFor(parts, remittance.clientId);
  return outcome;
}

/** A coin is worth what was quoted where it comes as that was, and else what it costs now; whoever is the first to hear of it keeps that. */
function withOwnWorth(
  parts: LookUpParts,
  remittance: Remittance,
  told: { readonly payment: PaymentState; readonly transaction: ProviderTransaction },
): Promise<ProviderTransaction> {
  const isFirstAsQuoted = payable.includes(remittance.phase) && isAsQuoted(parts, remittance, told);
  return withWorth(parts, { remittance, transaction: told.transaction, isAsQuoted: isFirstAsQuoted });
}

/** Word that it was paid, behind word that it was taken back: a provider's messages overtake each other, so it is asked. */
async function takenBackAlready(parts: LookUpParts, remittance: Remittance, transaction: ProviderTransaction): Applied {
  const { sql } = parts.run;
  if (!(await isToldAsUndone(sql, transaction))) return undefined;
  const answer = await providerOf(parts.needs, remittance).lookUp(remittance.reference, transaction.transactionId);
  if (answer.outcome !== 'found') return answer.outcome === 'unknown' ? 'unanswered' : 'waits';
  if (!answer.payment.undoesItself) return undefined;
  await concludeTransaction(sql, transaction.id, { outcome: 'returned' });
  return 'nothing_new';
}

/** A payment for what is paid already: the same once more, or another one. */
async function applyFurtherPayment(
  parts: LookUpParts,
  remittance: Remittance,
  transaction: ProviderTransaction | undefined,
): Promise<LookUpOutcome> {
  if (!transaction) return 'nothing_new';
  if (!isOwn(remittance, transaction)) return keepUnmatched(parts, remittance, transaction);
  const outcome = remittance.phase === 'on_review' ? 'on_review' : 'credited';
  await concludeTransaction(parts.run.sql, transaction.id, { outcome });
  return 'nothing_new';
}

/** Whether it is the payment that the remittance was taken for. One from before numbers were kept is. */
function isOwn({ providerTransaction }: Remittance, transaction: ProviderTransaction | undefined): boolean {
  return providerTransaction === null || providerTransaction === transaction?.transactionId;
}

async function takePayment(parts: LookUpParts, remittance: Remittance, { payment, transaction }: Omit<Told, 'id'>): Applied {
  const { needs, run, engine } = parts;
  const at = needs.clock.now();
  const { amount } = payment;
  if (await isByOther(parts.run.sql, { remittance, payment, at })) {
    const from = remittance.phase;
    const transition = { id: remittance.id, from, to: 'on_review', stage: 'third_party', reason: 'third_party' } as const;
    return onReview(parts, remittance, { payment, facts: factsOf(payment), transition });
  }
  const isAsAsked = isAmountAsked(remittance, payment);
  if (isCoin(remittance.currency) && amount?.currency === remittance.currency) {
    const isInTime = isAsQuoted(parts, remittance, { payment, transaction });
    if (!isInTime) return receiveAtRateOfNow(parts, remittance, { payment, transaction });
  }
  if (!isAsAsked) {
    const reason = amount?.currency && !isCoin(amount.currency) ? 'amount_differs' : 'currency_unknown';
    const transition = { id: remittance.id, from: remittance.phase, to: 'on_review', stage: 'amount_differs', reason } as const;
    return onReview(parts, remittance, { payment, facts: factsOf(payment), transition });
  }
  if (!isCoin(remittance.currency) && (await isAtOldRate(parts, remittance)))
    return receiveAtRateOfNow(parts, remittance, { payment, transaction });
  const arrives = money(remittance.accountAmount, remittance.accountCurrency);
  if (!(await hasRoom(parts, remittance, arrives))) return overCap(parts, remittance, payment);
  // Money that arrives after the client or the time has cancelled is the client's all the same.
  const late = lateReasons[remittance.phase];
  if (isExchanged(remittance)) {
    const reason = late ? { reason: late } : {};
    const { worth } = coinAsked(remittance.details) ?? {};
    const facts = { remittance, set: factsOf(payment), ...reason, settings: run.settings, now: at, worth };
    if (!(await run.transact((sql) => postReceived(sql, facts)))) return undefined;
    await engine.drive(run, remittance.id);
    return 'received';
  }
  const intent = movements.received(remittance, { at, set: factsOf(payment), ...(late ? { reason: late } : {}) });
  const outcome = await needs.book.submit(intent);
  if (outcome.outcome === 'refused' && outcome.code === 'step_refused') return undefined;
  if (outcome.outcome === 'refused')
    throw new Error(`the payment of remittance ${remittance.id} could not be posted: ${outcome.code}`);
  await engine.drive(run, remittance.id);
  return 'received';
}

const isAmountAsked = ({ amount, currency }: Remittance, { amount: came }: PaymentState): boolean =>
  came?.currency === currency && came.minor === amount;

/** Whether a coin has come as it was asked for, and was seen in the time of its quote. */
function isAsQuoted(parts: LookUpParts, remittance: Remittance, { payment, transaction }: Omit<Told, 'id'>): boolean {
  return (
    transaction !== undefined && isAmountAsked(remittance, payment) && isWithinQuote(parts, remittance, transaction.firstToldAt)
  );
}

/** What is more than may come before the papers are approved waits for them, or goes back. */
async function hasRoom({ needs, run }: LookUpParts, remittance: Remittance, arrives: Money): Promise<boolean> {
  const { settings } = run;
  if (!capsDeposits(remittance.companyId)) return true;
  return run.transact((sql) => takesRoom({ sql, now: needs.clock.now(), settings, remittance, arrives }));
}

function overCap(parts: LookUpParts, remittance: Remittance, payment: PaymentState): Applied {
  const { id, phase: from } = remittance;
  const transition = { id, from, to: 'on_review', stage: 'unverified_cap', reason: 'unverified_cap' } as const;
  return onReview(parts, remittance, { payment, facts: factsOf(payment), transition });
}

/**
 * Whether a payment comes after its quote's time and the rate is another one by now. Whoever could leave a payment page open,
 * and pay only when the rate has turned out well, would gain without any risk (docs/decisions/0008).
 */
async function isAtOldRate({ needs, run }: LookUpParts, remittance: Remittance): Promise<boolean> {
  const { rate, savedAt } = remittance;
  if (rate === null || savedAt === null || isWithinQuote({ run }, remittance, needs.clock.now())) return false;
  return (await rateOfNow({ needs, run }, remittance))?.rate !== rate;
}

function isWithinQuote({ run }: Pick<LookUpParts, 'run'>, { savedAt }: Remittance, at: Date): boolean {
  return savedAt !== null && at < after(savedAt, run.settings.transfer.quoteSeconds * secondMs);
}

/**
 * The payment as it was agreed, but for what arrives of it. New amounts and their posting are one. Where there is no rate, or
 * nothing would arrive, it waits for the client's word like a payment of another amount.
 */
async function receiveAtRateOfNow(
  parts: LookUpParts,
  remittance: Remittance,
  { payment, transaction }: Omit<Told, 'id'>,
): Applied {
  const { needs, run, engine } = parts;
  const { id, phase: from, fee, currency, accountCurrency: to } = remittance;
  // Of a coin what has come counts, be it less or more than was asked for.
  const amount = isCoin(currency) ? (payment.amount?.minor ?? remittance.amount) : remittance.amount;
  const at = needs.clock.now();
  const arrived = { arrived_amount: String(amount), arrived_currency: currency };
  const set = { ...factsOf(payment), ...arrived };
  const why = isCoin(currency) ? 'coin_arrived' : 'rate_changed';
  const transition = { id, from, to: 'on_review', stage: why, reason: why, set } as const;
  const priced = await rateOfNow(parts, remittance, transaction && ownRate(transaction));
  if (!priced && isCoin(currency)) return 'unanswered';
  // The fee is in the currency that was paid and stays; only what is left of the payment is exchanged anew.
  const rest = money(amount - fee, currency);
  const anew = priced && quoteAmounts({ amount: rest, to, rate: priced.exact, feeBasisPoints: 0 });
  if (!priced || !anew?.ok) {
    const also = (sql: Sql) => askStaff(sql, parts, { remittance, amount: payment.amount });
    return (await changeTold(parts, remittance, { ...transition, also })) ? 'on_review' : undefined;
  }
  const { arrives, leftOver } = anew.value;
  if (!(await hasRoom(parts, remittance, arrives))) return overCap(parts, remittance, payment);
  const worth = worthAsked(remittance, rest, priced.asked);
  const amounts = { amount, currency, fee, leftOver: leftOver.minor, accountAmount: arrives.minor };
  const isReceived = await run.transact(async (sql) => {
    if (!(await changePhase(sql, transition, at))) return false;
    await acceptArrived(sql, id, { ...amounts, rate: priced.rate, rateAsOf: priced.asOf });
    const changed = await remittanceOf(sql, id);
    if (!changed) throw new Error(`remittance ${id} is gone`);
    const facts = { remittance: changed, set: {}, reason: why, settings: run.settings, now: at, worth } as const;
    if (!(await postReceived(sql, facts))) throw new Error(`remittance ${id} was changed while it was received`);
    return true;
  });
  if (!isReceived) return undefined;
  await engine.drive(run, id);
  return 'received';
}

const lateReasons: Readonly<Partial<Record<Phase, ReasonCode>>> = {
  cancelled: 'paid_after_cancelled',
  declined: 'paid_after_declined',
  failed: 'paid_after_declined',
};

/** What of a payment is kept with its deposit. */
function factsOf(payment: PaymentState): PhaseFacts {
  const { payer, providerTransactionId } = payment;
  return {
    ...(providerTransactionId ? { provider_transaction: providerTransactionId } : {}),
    ...(payer.name ? { payer_name: payer.name.slice(0, 200) } : {}),
    ...(payer.cardMask ? { card_mask: payer.cardMask.slice(0, 40) } : {}),
    ...(payer.cardBrand ? { card_brand: payer.cardBrand.slice(0, 40) } : {}),
  };
}
