import { clientId as ofClient } from '../../../base/id.ts';
import { money } from '../../../base/money.ts';
import { amountSaid, type Wording } from '../../../base/wording.ts';
import type { HoldChange, Intent } from '../../../ledger/book.ts';
import * as chart from '../../../ledger/chart.ts';
import type { Account } from '../../../ledger/chart.ts';
import type { Leg, MovementKind } from '../../../ledger/entries.ts';
import { exchangeLegs } from '../../../ledger/exchange.ts';
import { atRest, driveTopic, endOf, eventsOf, intentOf, type PaymentIntent } from '../movements.ts';
import type { ReasonCode, TimelineCode } from '../rules.ts';
import { transitionDetail, type Remittance, type Transition } from '../store.ts';
import { payoutPhases, type PayoutPart, type PayoutPhase, type Unpaid } from './parts.ts';

function ownerOf({ companyId: company, clientId }: Remittance): chart.Owner {
  return { company, clientId };
}

/** The account on which the money of a withdrawal is set aside. */
const holdOf = (remittance: Remittance): Account => chart.hold(ownerOf(remittance), remittance.currency);

const holdNamed = ({ id }: Remittance): HoldChange => ({ key: `withdrawal:${id}` });

interface HeldFacts {
  readonly at: Date;
  /** By when staff should have decided. */
  readonly dueAt: Date;
  /** The platform's part, claimed. */
  readonly asked?: Transition['asked'];
  /** What is taken off the allowance of the day. */
  readonly exchange?: Transition['exchange'];
}

/** The money is set aside from the moment of the request; out of a wallet nobody has to let it go, so staff is next. */
export function held(remittance: Remittance, { at, dueAt, asked, exchange }: HeldFacts): PaymentIntent {
  const isWallet = remittance.accountPlatform === null;
  return intentOf(remittance, {
    kind: 'withdrawal_held',
    legs: [{ from: endOf(remittance, 'account'), to: holdOf(remittance), minor: remittance.amount }],
    hold: {
      ...holdNamed(remittance),
      opens: { remittanceId: remittance.id, purpose: 'withdrawal', source: isWallet ? 'wallet' : 'trading' },
    },
    to: isWallet ? 'awaiting_approval' : 'held',
    stage: isWallet ? 'awaiting_approval' : 'held',
    set: { expires_at: dueAt.toISOString() },
    actor: 'client',
    at,
    asked,
    exchange,
  });
}

interface ReleasedFacts {
  readonly at: Date;
  readonly reason: ReasonCode;
  readonly to?: 'source' | 'wallet';
}

/** It does not go out: it is where it was, or in the wallet where the platform will not have it back. */
export function released(remittance: Remittance, { at, reason, to = 'source' }: ReleasedFacts): PaymentIntent {
  const isCancelled = reason === 'cancelled_by_client';
  const isElsewhere = to === 'wallet' && remittance.accountPlatform !== null;
  const back = to === 'wallet' ? chart.wallet(ownerOf(remittance), remittance.currency) : endOf(remittance, 'account');
  return intentOf(remittance, {
    kind: 'withdrawal_released',
    legs: [{ from: holdOf(remittance), to: back, minor: remittance.amount }],
    hold: holdNamed(remittance),
    to: isCancelled ? 'cancelled' : 'declined',
    stage: isElsewhere
      ? 'returned_to_wallet'
      : isCancelled
        ? 'withdrawal_cancelled'
        : remittance.phase === 'returning'
          ? 'returned'
          : 'declined',
    reason,
    actor: isCancelled ? 'client' : 'system',
    at,
  });
}

/** What the timeline says of a part. */
export function wordsOfPart({ paysAmount, paysCurrency, label }: PayoutPart): Wording {
  return { part: amountSaid(money(paysAmount, paysCurrency)), card: label ?? '' };
}

/** Its provider has paid a part. */
export function partPaid(
  remittance: Remittance,
  part: PayoutPart,
  { at, transaction }: { readonly at: Date; readonly transaction: string | undefined },
): Intent {
  const { companyId: company } = remittance;
  const { amount, fee, leftOver, currency, paysAmount: arrives, paysCurrency: arrivesIn, provider } = part;
  const ends = { from: holdOf(remittance), to: chart.provider(company, arrivesIn, provider) };
  const [first, ...others] = exchangeLegs(ends, { company, amount, fee, leftOver, currency, arrives, arrivesIn }).filter(
    ({ minor }) => minor > 0n,
  );
  if (!first) throw new Error(`payout ${part.id} is of nothing`);
  return payoutIntent(remittance, part, {
    kind: 'withdrawal_settled',
    legs: [first, ...others],
    hold: holdNamed(remittance),
    to: 'completed',
    stage: 'payout_paid',
    values: wordsOfPart(part),
    ...(transaction === undefined ? {} : { providerTransaction: transaction }),
    at,
  });
}

/** Nobody pays a part: the client has it again, in the wallet, with its share of the fee. */
export function partReleased(
  remittance: Remittance,
  part: PayoutPart,
  { at, why }: { readonly at: Date; readonly why: Unpaid },
): Intent {
  return payoutIntent(remittance, part, {
    kind: 'withdrawal_released',
    legs: [{ from: holdOf(remittance), to: chart.wallet(ownerOf(remittance), remittance.currency), minor: part.amount }],
    hold: holdNamed(remittance),
    to: 'released',
    stage: why === 'payout_refused' || why === 'payout_stopped' ? why : 'payout_given_back',
    values: wordsOfPart(part),
    reason: why,
    at,
  });
}

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
  const events = whole ? eventsOf(remittance, whole.to, at) : [{ topic: driveTopic, payload: { id, ...atRest } }];
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
