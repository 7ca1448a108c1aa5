import { clientId as ofClient } from '../../../base/id.ts';
import type { Wording } from '../../../base/wording.ts';
import type { HoldChange, Intent } from '../../../ledger/book.ts';
import type { Leg, MovementKind } from '../../../ledger/entries.ts';
import { staleLine } from '../../../protocol/topics.ts';
import { driveTopic, eventsOf, restTopics } from '../movements.ts';
import type { ReasonCode, TimelineCode } from '../rules.ts';
import { transitionDetail, type Transition, type Remittance } from '../store.ts';

/**
 * Where a part of what a payment pays out stands. It goes back to waiting when one provider would not take it and another may.
 */
export const payoutPhases = {
  waiting: { next: ['sent', 'released'] },
  /** A provider has been asked for it. */
  sent: { next: ['waiting', 'completed', 'released'] },
  completed: { next: [] },
  /** It is no longer set aside: the client has it again. */
  released: { next: [] },
} as const satisfies Record<string, { readonly next: readonly string[] }>;

export type PayoutPhase = keyof typeof payoutPhases;

/** A part of what a payment pays out, as far as a posting needs it. */
export interface Payout {
  readonly id: number;
  readonly phase: PayoutPhase;
}

interface PayoutPosting {
  readonly kind: MovementKind;
  readonly legs: readonly [Leg, ...Leg[]];
  /** The hold of the whole payment. */
  readonly hold: HoldChange;
  readonly to: PayoutPhase;
  /** A line in the timeline of the payment, where the client is told of the part. */
  readonly stage?: TimelineCode;
  readonly values?: Wording;
  readonly reason?: ReasonCode;
  readonly providerTransaction?: string;
  /** The step of the payment, where this part is the last. */
  readonly whole?: Omit<Transition, 'id' | 'from'>;
  readonly at: Date;
}

/**
 * A posting of a part and the change of phase that it is; that of the whole payment with it, where it is the last part. Its key
 * names both, so that each part of a payment is concluded once.
 */
export function payoutIntent(remittance: Remittance, payout: Payout, posting: PayoutPosting): Intent {
  const { kind, legs, hold, to, stage, values, reason, providerTransaction, whole, at } = posting;
  const { id, clientId, phase: from } = remittance;
  const next: readonly string[] = payoutPhases[payout.phase].next;
  if (!next.includes(to)) throw new Error(`payout ${payout.id} cannot go from ${payout.phase} to ${to}`);
  const told = {
    ...(stage ? { stage } : {}),
    ...(values ? { values } : {}),
    ...(reason ? { reason } : {}),
    ...(providerTransaction === undefined ? {} : { set: { provider_transaction: providerTransaction } }),
  };
  // The whole is looked at whenever a part has ended; the client reads of it at once.
  const events = whole ? eventsOf(remittance, whole.to, at) : [{ topic: driveTopic, payload: { id } }, staleLine(restTopics)];
  return {
    movement: { key: `${kind}:${id}-${payout.id}`, kind, legs, at },
    hold,
    transition: { kind: 'payout', id: payout.id, from: payout.phase, to, detail: told },
    ...(whole && {
      parentTransition: { kind: 'remittance', id, from, to: whole.to, detail: transitionDetail({ ...whole, id, from }) },
    }),
    outbox: events.map((event) => ({ ...event, clientId: ofClient(clientId) })),
    audit: {
      actor: { kind: 'system', id: 'remittance' },
      action: `payout.${to}`,
      subject: `payout:${payout.id}`,
      clientId,
      detail: { remittance: id, kind },
    },
  };
}
