import { clientId } from '../../base/id.ts';
import type { HoldChange, Intent } from '../../ledger/book.ts';
import * as chart from '../../ledger/chart.ts';
import type { Account } from '../../ledger/chart.ts';
import type { Leg, MovementKind } from '../../ledger/entries.ts';
import { exchangeLegs } from '../../ledger/exchange.ts';
import { after, secondMs } from '../../base/time.ts';
import { staleLine, topicSets } from '../../protocol/topics.ts';
import type { TransferType } from './contract.ts';
import { phases, toldPhases, type Phase, type ReasonCode, type TimelineCode } from './rules.ts';
import { transitionDetail, type PhaseFacts, type Remittance, type Transition } from './store.ts';

/** The outbox topics of the area. */
export const driveTopic = 'remittance.drive';
export const toldTopic = 'remittance.told';
export const messageTopic = 'payment.message';
/** Parts that are to be paid out are looked at. */
export const payoutTopic = 'payment.payouts';

/** Whoever changed a phase usually goes on at once; this is for the case that the process died. */
const driveDelayMs = 4 * secondMs;

/** What is stale in its client's browsers when a payment has come to rest. */
export const restTopics = topicSets.money;
/** The same, carried along by an event for a job: a row of the outbox less (background/round.sql). */
export const atRest = { topics: 'money' satisfies keyof typeof topicSets } as const;

/**
 * What belongs to a change of phase besides the phase: what we move on ourselves is gone on with if nobody does, what has come to
 * rest is told once. Written with the change, and so as often as it happens.
 */
export function eventsOf({ id, type }: Pick<Remittance, 'id' | 'type'>, phase: Phase, at: Date) {
  if (type === 'withdraw' && phase === 'sent') return [{ topic: payoutTopic, payload: { id, ...atRest } }];
  if (phases[phase].isDriven) return [{ topic: driveTopic, payload: { id }, dueAt: after(at, driveDelayMs) }];
  return toldPhases.includes(phase) ? [{ topic: toldTopic, payload: { id, phase, ...atRest } }] : [staleLine(restTopics)];
}

/** An event as a context tells it. */
export function ofClient<Told extends object>(event: Told, remittance: Pick<Remittance, 'clientId'>) {
  return { ...event, clientId: clientId(remittance.clientId) };
}

/** The row as `remittance_steps_apply` leaves it: whoever has taken the step need not read it again. */
export function rowAfter(remittance: Remittance, transition: Omit<Transition, 'id' | 'from'>, at: Date): Remittance {
  const { to, reason = null, values = {}, set = {} } = transition;
  return {
    ...remittance,
    phase: to,
    status: phases[to].status,
    reason,
    reasonValues: values,
    savedAt: remittance.savedAt ?? at,
    updatedAt: at,
    expiresAt: set.expires_at === undefined ? remittance.expiresAt : new Date(set.expires_at),
    redirect: set.redirect ?? remittance.redirect,
    providerTransaction: set.provider_transaction ?? remittance.providerTransaction,
    arrivedMinor: set.arrived_amount === undefined ? remittance.arrivedMinor : BigInt(set.arrived_amount),
    arrivedCurrency: set.arrived_currency ?? remittance.arrivedCurrency,
  };
}

export interface Posting {
  readonly kind: MovementKind;
  readonly legs: readonly Leg[];
  /** What the posting opens or takes from, where it has a leg at the hold account. */
  readonly hold?: HoldChange;
  readonly to: Phase;
  readonly stage: TimelineCode;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly reason?: ReasonCode;
  readonly set?: PhaseFacts;
  readonly at: Date;
  readonly actor: 'client' | 'system';
  readonly asked?: Transition['asked'];
  readonly exchange?: Transition['exchange'];
}

/** A posting with the row as it is once that has been posted for the first time. */
export interface PaymentIntent extends Intent {
  readonly row: Remittance;
}

/** A posting and the change of phase that it is: both or neither. The key is the fact's name. */
export function intentOf(remittance: Remittance, posting: Posting): PaymentIntent {
  const { kind, legs, to, at, actor } = posting;
  const [first, ...others] = legs.filter((leg) => leg.minor > 0n);
  if (!first) throw new Error(`remittance ${remittance.id} would post ${kind} without any money`);
  const { id, clientId } = remittance;
  const row = rowAfter(remittance, posting, at);
  return {
    row,
    movement: { key: `${kind}:${id}`, kind, legs: [first, ...others], at },
    ...(posting.hold ? { hold: posting.hold } : {}),
    transition: {
      kind: 'remittance',
      id,
      from: remittance.phase,
      to,
      detail: transitionDetail({ id, from: remittance.phase, ...posting }),
    },
    outbox: eventsOf(row, to, at).map((event) => ofClient(event, remittance)),
    audit: {
      actor: actor === 'client' ? { kind: 'client', id: String(clientId) } : { kind: 'system', id: 'remittance' },
      action: `remittance.${to}`,
      subject: `remittance:${id}`,
      clientId,
      detail: { kind, ...(posting.reason ? { reason: posting.reason } : {}) },
    },
  };
}

/** The client's account at either end: the trading account, or the wallet. */
export function endOf(remittance: Remittance, end: 'account' | 'target'): Account {
  const owner = { company: remittance.companyId, clientId: remittance.clientId };
  const platform = end === 'account' ? remittance.accountPlatform : remittance.targetPlatform;
  const number = end === 'account' ? remittance.accountNumber : remittance.targetNumber;
  const currency = remittance[end === 'target' ? 'accountCurrency' : accountIsIn[remittance.type]];
  if (platform === null) return chart.wallet(owner, currency);
  if (number === null) throw new Error(`remittance ${remittance.id} has no ${end}`);
  return chart.trading(owner, currency, number);
}

/**
 * In which of its two currencies a movement's own account is kept: a transfer leaves its account in the one that is paid,
 * what a provider pays in or takes back is at its account in the other.
 */
const accountIsIn = {
  deposit: 'accountCurrency',
  withdraw: 'currency',
  transfer: 'currency',
  reversal: 'accountCurrency',
} as const satisfies Record<TransferType, keyof Remittance>;

/** What is paid becomes what arrives. */
export function exchanged(remittance: Remittance, from: Account, to: Account): Leg[] {
  const { companyId: company, amount, fee, leftOver, currency, accountAmount: arrives, accountCurrency: arrivesIn } = remittance;
  return exchangeLegs({ from, to }, { company, amount, fee, leftOver, currency, arrives, arrivesIn });
}

export const providerOf = (remittance: Remittance): Account =>
  chart.provider(remittance.companyId, remittance.currency, remittance.provider ?? 'unknown');

export const transitOf = (remittance: Remittance): Account =>
  chart.transit(remittance.companyId, remittance.accountCurrency, 'in');

/** The provider has the money: into the wallet at once, or on its way to the platform. */
export function received(remittance: Remittance, facts: { at: Date; set: PhaseFacts; reason?: ReasonCode }): PaymentIntent {
  const intoWallet = remittance.accountPlatform === null;
  const to = intoWallet ? endOf(remittance, 'account') : transitOf(remittance);
  return intentOf(remittance, {
    kind: intoWallet ? 'deposit' : 'deposit_received',
    legs: exchanged(remittance, providerOf(remittance), to),
    to: intoWallet ? 'completed' : 'received',
    stage: intoWallet ? 'paid_into_wallet' : 'paid',
    actor: 'system',
    ...facts,
  });
}

/** The platform has credited what was on its way to it. */
export function credited(
  remittance: Remittance,
  { kind, to, at }: { readonly kind: MovementKind; readonly to: 'account' | 'target'; readonly at: Date },
): PaymentIntent {
  return intentOf(remittance, {
    kind,
    legs: [{ from: transitOf(remittance), to: endOf(remittance, to), minor: remittance.accountAmount }],
    to: 'completed',
    stage: 'credited',
    // What was unusual about its arrival stays with it.
    ...(remittance.reason ? { reason: remittance.reason } : {}),
    actor: 'system',
    at,
  });
}

/**
 * A payment was taken back. `coveredMinor` (in the account's currency) comes from the client and pays for
 * `coveredPaidMinor` of what was paid less the fee; the broker gives its fee, and what then is missing is the client's debt.
 * What rounding had left over stays where it is: the broker's position pays for it.
 */
export function reversed(
  remittance: Remittance,
  taken: { at: Date; coveredMinor: bigint; coveredPaidMinor: bigint },
): PaymentIntent {
  const { companyId, currency, accountCurrency, amount, fee } = remittance;
  const from = endOf(remittance, 'account');
  const to = providerOf(remittance);
  const rest = {
    from: chart.debt({ company: companyId, clientId: remittance.clientId }, currency),
    to,
    minor: amount - fee - taken.coveredPaidMinor,
  };
  const ours = [{ from: chart.fees(companyId, currency), to, minor: fee }, rest];
  const legs =
    currency === accountCurrency
      ? [{ from, to, minor: taken.coveredMinor }, ...ours]
      : [
          { from, to: chart.exchange(companyId, accountCurrency), minor: taken.coveredMinor },
          { from: chart.exchange(companyId, currency), to, minor: taken.coveredPaidMinor },
          ...ours,
        ];
  return takenBack(remittance, { legs, isShort: rest.minor > 0n, at: taken.at });
}

/**
 * The same of a coin, which no wallet and no rate of a day leads into: the broker's position gives the coin for what it had brought.
 * Where less of that is there, all of it is owed, and `coveredMinor` pays its part of that at once.
 */
export function reversedAsBrought(
  remittance: Remittance,
  { at, coveredMinor }: { at: Date; coveredMinor: bigint },
): PaymentIntent {
  const { companyId, clientId, currency, accountCurrency, amount, fee, accountAmount } = remittance;
  const [from, to] = [endOf(remittance, 'account'), providerOf(remittance)];
  const isShort = coveredMinor < accountAmount;
  const debt = chart.debt({ company: companyId, clientId }, accountCurrency);
  const legs = [
    { from: isShort ? debt : from, to: chart.exchange(companyId, accountCurrency), minor: accountAmount },
    { from: chart.exchange(companyId, currency), to, minor: amount - fee },
    { from: chart.fees(companyId, currency), to, minor: fee },
    { from, to: debt, minor: isShort ? coveredMinor : 0n },
  ];
  return takenBack(remittance, { legs, isShort, at });
}

function takenBack(remittance: Remittance, { legs, isShort, at }: { legs: Leg[]; isShort: boolean; at: Date }): PaymentIntent {
  return intentOf(remittance, {
    kind: 'reversal',
    legs,
    to: 'completed',
    stage: isShort ? 'taken_back_in_part' : 'taken_back',
    ...(isShort ? { reason: 'taken_back_in_part' } : remittance.reason ? { reason: remittance.reason } : {}),
    actor: 'system',
    at,
  });
}
