import { money } from '../../../base/money.ts';
import { amountSaid, type Wording } from '../../../base/wording.ts';
import type { HoldChange, Intent } from '../../../ledger/book.ts';
import * as chart from '../../../ledger/chart.ts';
import type { Account } from '../../../ledger/chart.ts';
import { exchangeLegs } from '../../../ledger/exchange.ts';
import { endOf, intentOf, type PaymentIntent } from '../movements.ts';
import type { ReasonCode } from '../rules.ts';
import type { Remittance, Transition } from '../store.ts';
import type { PayoutPart } from './parts.ts';
import { payoutIntent } from './payouts.ts';

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

/** Why a part is not paid: nobody takes it, or something of the client's payments was taken back before it was sent. */
export type Unpaid = 'payout_refused' | 'payout_stopped';

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
    stage: why,
    values: wordsOfPart(part),
    reason: why,
    at,
  });
}
