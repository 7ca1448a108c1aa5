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

/** Money that an order has brought, and of which its provider may take something back. */
export interface Source {
  /**
   * Whose it is: nobody's, since staff send it back to its payer, or since it stands in suspense; the client's, by the payment that the
   * deposit was taken for, or by another one that staff have credited.
   */
  readonly stands: 'going_back' | 'suspense' | 'own' | 'further';
  /** What of it may still be taken: what it brought less what was taken of it already. */
  readonly left: bigint;
}

/** So much is taken of one payment. */
export interface Allotted<Of extends Source> {
  readonly source: Of;
  readonly minor: bigint;
}

const nobodysFirst: readonly Source['stands'][] = ['going_back', 'suspense', 'own', 'further'];
/** What stands in suspense may be the client's still, so that a part of what came is a part of what was credited. */
const suspenseLast: readonly Source['stands'][] = ['going_back', 'own', 'further', 'suspense'];

/**
 * Of which payments a provider's taking takes how much: of the one that it is exactly, else of one that has so much, else of several,
 * what is nobody's first. All of it or nothing, and never more of one than is left: undefined where it fits none.
 */
export function allotted<Of extends Source>(sources: readonly Of[], minor: bigint): readonly Allotted<Of>[] | undefined {
  const by = (order: readonly Source['stands'][]): Of[] =>
    sources.filter(({ left }) => left > 0n).toSorted((one, other) => order.indexOf(one.stands) - order.indexOf(other.stands));
  if (minor <= 0n) return undefined;
  const whole = by(nobodysFirst).find(({ left }) => left === minor) ?? by(suspenseLast).find(({ left }) => left > minor);
  if (whole) return [{ source: whole, minor }];
  let rest = minor;
  const spread = by(nobodysFirst).flatMap((source) => {
    const part = least(source.left, rest);
    rest -= part;
    return part > 0n ? [{ source, minor: part }] : [];
  });
  return rest === 0n ? spread : undefined;
}

const least = (first: bigint, second: bigint): bigint => (first < second ? first : second);
