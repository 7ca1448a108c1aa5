import type { Phase, ReasonCode, TimelineCode } from '../../areas/payments/rules.ts';
import type { TransferStatus, TransferType } from '../../protocol/payment.ts';

/* Every state in which a saved transfer can be, by its type, and what its details say there. */

export interface State {
  readonly phase: Phase;
  readonly stage: TimelineCode;
  readonly reason?: ReasonCode;
  readonly status: TransferStatus;
  /** The last line of the timeline. */
  readonly says: RegExp;
  /** In the client's words; left out where nothing is out of the ordinary. */
  readonly why?: RegExp;
  /** Who acts next and what is said of it; left out where it has ended. */
  readonly next?: readonly ['client' | 'provider' | 'platform' | 'house', RegExp];
  /** What the client can do. */
  readonly can?: readonly ('cancel' | 'accept' | 'send a paper')[];
}

const deposit = [
  {
    phase: 'starting',
    stage: 'saved',
    status: 'created',
    says: /asked to deposit/,
    next: ['provider', /page is being opened/],
    can: ['cancel', 'send a paper'],
  },
  {
    phase: 'waiting_payment',
    stage: 'waiting_payment',
    status: 'waiting_payment',
    says: /waiting to be paid/,
    next: ['client', /^Pay .* on the payment page/],
    can: ['cancel', 'send a paper'],
  },
  {
    phase: 'on_review',
    stage: 'amount_differs',
    reason: 'amount_differs',
    status: 'on_review',
    says: /arrived instead of/,
    why: /./,
    next: ['client', /Accept what arrived/],
    can: ['accept', 'send a paper'],
  },
  {
    phase: 'on_review',
    stage: 'third_party',
    reason: 'third_party',
    status: 'on_review',
    says: /come from somebody else/,
    why: /./,
    next: ['house', /look into who has paid/],
    can: ['send a paper'],
  },
  {
    phase: 'received',
    stage: 'paid',
    status: 'processing',
    says: /is on its way to/,
    next: ['platform', /platform is crediting/],
    can: ['send a paper'],
  },
  { phase: 'completed', stage: 'credited', status: 'completed', says: /is in / },
  {
    phase: 'declined',
    stage: 'declined',
    reason: 'provider_declined',
    status: 'declined',
    says: /^Declined/,
    why: /./,
    can: ['send a paper'],
  },
  {
    phase: 'cancelled',
    stage: 'cancelled',
    reason: 'payment_expired',
    status: 'cancelled',
    says: /^Cancelled/,
    why: /./,
    can: ['send a paper'],
  },
  {
    phase: 'failed',
    stage: 'failed',
    reason: 'provider_refused',
    status: 'failed',
    says: /could not be opened/,
    why: /./,
    can: ['send a paper'],
  },
] as const satisfies readonly State[];

const withdraw = [
  { phase: 'held', stage: 'held', status: 'processing', says: /set aside in/, next: ['platform', /being taken out of/] },
  {
    phase: 'awaiting_approval',
    stage: 'awaiting_approval',
    status: 'on_review',
    says: /waiting for our approval/,
    next: ['house', /Our people look at it/],
    can: ['cancel'],
  },
  {
    phase: 'sent',
    stage: 'withdrawal_approved',
    status: 'processing',
    says: /^Approved/,
    next: ['provider', /provider pays it out/],
  },
  {
    phase: 'returning',
    stage: 'giving_back',
    reason: 'withdrawal_no_trading',
    status: 'processing',
    says: /On its way back/,
    why: /no trading/,
    next: ['platform', /given back/],
  },
  { phase: 'completed', stage: 'withdrawal_paid', status: 'completed', says: /All of it was paid out/ },
  {
    phase: 'completed',
    stage: 'withdrawal_paid_in_part',
    reason: 'paid_in_part',
    status: 'completed',
    says: /the rest is in your wallet/,
    why: /not taken where it was to go/,
  },
  {
    phase: 'declined',
    stage: 'declined',
    reason: 'withdrawal_suspicion',
    status: 'declined',
    says: /^Declined/,
    why: /^(?!.*suspic).*Ask support/i,
  },
  {
    phase: 'cancelled',
    stage: 'withdrawal_cancelled',
    reason: 'cancelled_by_client',
    status: 'cancelled',
    says: /You cancelled it/,
    why: /./,
  },
  {
    phase: 'failed',
    stage: 'withdrawal_unpaid',
    reason: 'payout_refused',
    status: 'failed',
    says: /None of it/,
    why: /did not take the money/,
  },
] as const satisfies readonly State[];

const transfer = [
  { phase: 'held', stage: 'held', status: 'processing', says: /set aside in/, next: ['platform', /being taken out of/] },
  { phase: 'sent', stage: 'sent', status: 'processing', says: / left /, next: ['platform', /platform is crediting/] },
  {
    phase: 'returning',
    stage: 'returning',
    reason: 'target_refused',
    status: 'processing',
    says: /on its way back/,
    why: /./,
    next: ['platform', /given back/],
  },
  { phase: 'completed', stage: 'credited', status: 'completed', says: /is in / },
  { phase: 'declined', stage: 'declined', reason: 'not_enough_money', status: 'declined', says: /^Declined/, why: /./ },
  { phase: 'failed', stage: 'returned', reason: 'target_refused_returned', status: 'failed', says: /is back in/, why: /./ },
] as const satisfies readonly State[];

const reversal = [
  {
    phase: 'awaiting_approval',
    stage: 'taken_back_on_review',
    reason: 'refunded',
    status: 'on_review',
    says: /look at it first/,
    why: /gave the payment back/,
    next: ['house', /Nothing is taken from you meanwhile/],
  },
  {
    phase: 'reversing',
    stage: 'chargeback',
    reason: 'chargeback',
    status: 'processing',
    says: /charged back/,
    why: /./,
    next: ['platform', /being taken back/],
  },
  { phase: 'completed', stage: 'taken_back', reason: 'refunded', status: 'completed', says: /was taken out of/, why: /./ },
  {
    phase: 'completed',
    stage: 'payout_back_credited',
    reason: 'payout_returned',
    status: 'completed',
    says: /in your wallet again/,
    why: /did not keep it/,
  },
  {
    phase: 'declined',
    stage: 'declined',
    reason: 'review_declined',
    status: 'declined',
    says: /^Declined/,
    why: /nothing is taken/i,
  },
] as const satisfies readonly State[];

/** Written by hand, by type. */
export const transferStates = { deposit, withdraw, transfer, reversal } as const satisfies Readonly<
  Record<TransferType, readonly State[]>
>;

type NameOf<Each> = Each extends { readonly phase: infer In extends string; readonly stage: infer By extends string }
  ? `${In} by ${By}`
  : never;
/** What a state of a type is called: its phase, and the line by which it has come there. */
export type StateName<Type extends TransferType> = NameOf<(typeof transferStates)[Type][number]>;

export const stateRows = Object.entries<readonly State[]>(transferStates).flatMap(([type, each]) =>
  each.map((state) => ({ type: type as TransferType, name: `${state.phase} by ${state.stage}`, ...state })),
);
