import { money } from '../../base/money.ts';
import { after, secondMs } from '../../base/time.ts';
import { recordAudit } from '../../ledger/audit.ts';
import { post as postWith } from '../../ledger/book.ts';
import type { PaymentState } from '../../ports/payments/port.ts';
import { quoteRate, type QuotedRate } from '../rates/face.ts';
import * as movements from './movements.ts';
import { reverse, type TakenBack } from './reversals.ts';
import { mayBeSamePerson, payablePhases, quoteAmounts, type Phase, type ReasonCode } from './rules.ts';
import { acceptArrived, changePhase, payerOf, remittanceOf, type PhaseFacts, type Remittance } from './store.ts';
import { changeTold, type LookUpOutcome, type LookUpParts, type PaymentContext } from './context.ts';

/** The phase may be changed by somebody else between reading and writing: then it is read again, a few times. */
const mostReadings = 5;

/** What follows for a deposit from how its payment stands. Safe to repeat, in any order, by any number of processes. */
export async function applyDepositPayment(parts: LookUpParts, id: number, payment: PaymentState): Promise<LookUpOutcome> {
  for (let reading = 0; reading < mostReadings; reading += 1) {
    const remittance = await remittanceOf(parts.run.sql, id);
    if (!remittance) return 'unknown_reference';
    const outcome = await appliers[payment.status](parts, remittance, payment);
    if (outcome) return outcome;
  }
  throw new Error(`remittance ${id} kept changing while its payment was settled`);
}

/** Undefined: the remittance was changed meanwhile. */
type Applier = (parts: LookUpParts, remittance: Remittance, payment: PaymentState) => Promise<LookUpOutcome | undefined>;

const appliers: Readonly<Record<PaymentState['status'], Applier>> = {
  pending: async () => 'pending',
  approved: applyApproval,
  declined: (parts, remittance) => applyEnd(parts, remittance, { to: 'declined', reason: 'provider_declined' }),
  cancelled: (parts, remittance) => applyEnd(parts, remittance, { to: 'cancelled', reason: 'payment_not_made' }),
  chargeback: (parts, remittance, payment) => applyTakenBack(parts, remittance, { payment, reason: 'chargeback' }),
  refunded: (parts, remittance, payment) => applyTakenBack(parts, remittance, { payment, reason: 'refunded' }),
};

const payable: readonly Phase[] = payablePhases;

async function applyApproval(
  parts: LookUpParts,
  remittance: Remittance,
  payment: PaymentState,
): Promise<LookUpOutcome | undefined> {
  if (!payable.includes(remittance.phase)) return 'nothing_new';
  const { needs, run, engine } = parts;
  const at = needs.clock.now();
  await notePayer(parts, remittance, payment);
  const { amount } = payment;
  const isAsAsked = amount?.currency === remittance.currency && amount.minor === remittance.amount;
  if (!isAsAsked) {
    const arrived = amount?.currency ? { arrived_amount: String(amount.minor), arrived_currency: amount.currency } : {};
    const transition = {
      id: remittance.id,
      from: remittance.phase,
      to: 'on_review',
      stage: 'amount_differs',
      reason: amount?.currency ? 'amount_differs' : 'currency_unknown',
      set: { ...factsOf(payment), ...arrived },
    } as const;
    return (await changeTold({ needs, run }, remittance, transition)) ? 'on_review' : undefined;
  }
  if (await isAtOldRate(parts, remittance)) return receiveAtRateOfNow(parts, remittance, payment);
  // Money that arrives after the client or the time has cancelled is the client's all the same.
  const late = lateReasons[remittance.phase];
  const intent = movements.received(remittance, { at, set: factsOf(payment), ...(late ? { reason: late } : {}) });
  const outcome = await needs.book.submit(intent);
  if (outcome.outcome === 'refused' && outcome.code === 'step_refused') return undefined;
  if (outcome.outcome === 'refused')
    throw new Error(`the payment of remittance ${remittance.id} could not be posted: ${outcome.code}`);
  await engine.drive(run, remittance.id);
  return 'received';
}

/**
 * Whether a payment comes after its quote's time and the rate is another one by now. Whoever could leave a payment page open,
 * and pay only when the rate has turned out well, would gain without any risk (docs/decisions/0008).
 */
async function isAtOldRate({ needs, run }: LookUpParts, remittance: Remittance): Promise<boolean> {
  const { rate, savedAt } = remittance;
  const at = needs.clock.now();
  if (rate === null || savedAt === null || at < after(savedAt, run.settings.transfer.quoteSeconds * secondMs)) return false;
  return (await rateOfNow({ needs, run }, remittance))?.rate !== rate;
}

function rateOfNow(
  { needs, run }: PaymentContext,
  { currency: from, accountCurrency: to }: Remittance,
): Promise<QuotedRate | undefined> {
  return quoteRate(run.sql, { from, to, direction: 'deposit', at: needs.clock.now(), rules: run.settings.rates });
}

/**
 * The payment as it was agreed, but for what arrives of it. New amounts and their posting are one. Where there is no rate, or
 * nothing would arrive, it waits for the client's word like a payment of another amount.
 */
async function receiveAtRateOfNow(
  parts: LookUpParts,
  remittance: Remittance,
  payment: PaymentState,
): Promise<LookUpOutcome | undefined> {
  const { needs, run, engine } = parts;
  const { id, phase: from, amount, fee, currency, accountCurrency: to } = remittance;
  const at = needs.clock.now();
  const arrived = { arrived_amount: String(amount), arrived_currency: currency };
  const set = { ...factsOf(payment), ...arrived };
  const transition = { id, from, to: 'on_review', stage: 'rate_changed', reason: 'rate_changed', set } as const;
  const priced = await rateOfNow(parts, remittance);
  // The fee is in the currency that was paid and stays; only what is left of the payment is exchanged anew.
  const rest = money(amount - fee, currency);
  const anew = priced && quoteAmounts({ amount: rest, to, rate: priced.exact, feeBasisPoints: 0 });
  if (!priced || !anew?.ok) return (await changeTold(parts, remittance, transition)) ? 'on_review' : undefined;
  const { arrives, leftOver } = anew.value;
  const amounts = { amount, currency, fee, leftOver: leftOver.minor, accountAmount: arrives.minor };
  const isReceived = await run.transact(async (sql) => {
    if (!(await changePhase(sql, transition, at))) return false;
    await acceptArrived(sql, id, { ...amounts, rate: priced.rate, rateAsOf: priced.asOf });
    const changed = await remittanceOf(sql, id);
    if (!changed) throw new Error(`remittance ${id} is gone`);
    const outcome = await postWith(sql, movements.received(changed, { at, set: {}, reason: 'rate_changed' }));
    if (outcome.outcome === 'refused') throw new Error(`remittance ${id} could not be received: ${outcome.code}`);
    return true;
  });
  if (!isReceived) return undefined;
  await engine.drive(run, id);
  return 'received';
}

/** Money of somebody else is not to be taken (trade rules): what the broker looks into has to stand in the audit trail. */
async function notePayer(parts: LookUpParts, remittance: Remittance, payment: PaymentState): Promise<void> {
  const { sql } = parts.run;
  const client = await payerOf(sql, remittance.clientId);
  const payer = payment.payer.name?.slice(0, 200) ?? '';
  if (mayBeSamePerson(client.name, payer) !== false) return;
  await recordAudit(sql, {
    actor: { kind: 'system', id: 'remittance' },
    action: 'remittance.payer_differs',
    subject: `remittance:${remittance.id}`,
    clientId: remittance.clientId,
    detail: { client: client.name, payer },
    at: parts.needs.clock.now(),
  });
}

const lateReasons: Readonly<Partial<Record<Phase, ReasonCode>>> = {
  cancelled: 'paid_after_cancelled',
  declined: 'paid_after_declined',
  failed: 'paid_after_declined',
};

function factsOf(payment: PaymentState): PhaseFacts {
  const { payer, providerTransactionId } = payment;
  return {
    ...(providerTransactionId ? { provider_transaction: providerTransactionId } : {}),
    ...(payer.name ? { payer_name: payer.name.slice(0, 200) } : {}),
    ...(payer.cardMask ? { card_mask: payer.cardMask.slice(0, 40) } : {}),
    ...(payer.cardBrand ? { card_brand: payer.cardBrand.slice(0, 40) } : {}),
  };
}

interface Ending {
  readonly to: 'declined' | 'cancelled';
  readonly reason: ReasonCode;
}

/** Only what is still waited for can end without money; a decline that comes late or out of order changes nothing. */
async function applyEnd(parts: LookUpParts, remittance: Remittance, ending: Ending): Promise<LookUpOutcome | undefined> {
  const { id, phase: from } = remittance;
  if (from !== 'starting' && from !== 'waiting_payment') return 'nothing_new';
  const transition = { id, from, to: ending.to, stage: ending.to, reason: ending.reason };
  return (await changeTold(parts, remittance, transition)) ? ending.to : undefined;
}

/**
 * The provider has given the money back to the payer. What we have credited is taken back by a transfer of its own; a
 * completed transfer stays completed. What we have not credited yet simply does not arrive.
 */
async function applyTakenBack(parts: LookUpParts, remittance: Remittance, taken: TakenBack): Promise<LookUpOutcome | undefined> {
  const { id, phase } = remittance;
  if (phase === 'starting' || phase === 'waiting_payment') {
    return applyEnd(parts, remittance, { to: 'declined', reason: taken.reason });
  }
  if (phase === 'on_review') {
    const transition = { id, from: phase, to: 'declined', stage: 'declined', reason: taken.reason } as const;
    return (await changeTold(parts, remittance, transition)) ? 'declined' : undefined;
  }
  if (phase === 'received') {
    // First in, then out: the platform has still to answer about the credit.
    const driven = await parts.engine.drive(parts.run, id);
    return driven.phase === 'received' ? 'unanswered' : undefined;
  }
  return phase === 'completed' ? reverse(parts, remittance, taken) : 'nothing_new';
}
