import { divideUp } from '../../../base/money.ts';

/** The share of a whole that a client has to give for a part, rounded up and never more than all of it. */
export function shareToPay(part: bigint, whole: Proportion): bigint {
  return part >= whole.parts ? whole.amount : divideUp(part * whole.amount, whole.parts);
}

/** The share of a whole that a client is credited for a part, rounded down and never more than all of it. */
export function shareToGet(part: bigint, whole: Proportion): bigint {
  return part >= whole.parts ? whole.amount : (part * whole.amount) / whole.parts;
}

/** So many parts are worth so much. */
interface Proportion {
  readonly parts: bigint;
  readonly amount: bigint;
}

/** Amounts of a payment, or of what was taken back of it: what was paid, the fee in it, and what arrived of it. */
export interface PaidAmounts {
  readonly amount: bigint;
  readonly fee: bigint;
  readonly accountAmount: bigint;
}

/**
 * What has to be taken back of a payment of which the provider has returned `told` more: its share of the fee and of what
 * arrived, so that all the parts together are exactly the whole. Undefined when nothing is left of it.
 */
export function nextReversal(payment: PaidAmounts, soFar: PaidAmounts, told: bigint): PaidAmounts | undefined {
  const amount = least(told, payment.amount - soFar.amount);
  if (amount <= 0n) return undefined;
  // The fee is the broker's to give, so its share is rounded down; what had arrived is the client's, rounded up.
  const feeSoFar = shareToGet(soFar.amount + amount, { parts: payment.amount, amount: payment.fee });
  const fee = least(feeSoFar - soFar.fee, amount - 1n);
  const netSoFar = soFar.amount + amount - soFar.fee - fee;
  const whole = { parts: payment.amount - payment.fee, amount: payment.accountAmount };
  const share = shareToPay(netSoFar, whole) - soFar.accountAmount;
  // A part whose share the parts before it have covered is still taken back as a transfer, of the smallest amount.
  return { amount, fee, accountAmount: share > 0n ? share : 1n };
}

const least = (first: bigint, second: bigint): bigint => (first < second ? first : second);
