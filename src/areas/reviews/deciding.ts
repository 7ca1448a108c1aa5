import { isCoin } from '../../base/currency.ts';
import type { ClientId } from '../../base/id.ts';
import { formatMoney, money, parseMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import type { ContextOf, StaffIdentity } from '../../protocol/call.ts';
import type { AskedPaper } from '../../protocol/payout.ts';
import { staleLine } from '../../protocol/topics.ts';
import { askApproval } from '../approvals/face.ts';
import { debtOf, lookAgain } from '../debts/face.ts';
import {
  declineReversal,
  declineWithdrawal,
  giveHeldBack,
  hasArrivedRoom,
  heldRestOf,
  isSplit,
  needsSecond,
  payoutLinesOf,
  proposedFor,
  retryRefused,
  reviewOf,
  sendBackDeposit,
  sendBackWithdrawal,
  type Remittance,
  type ReviewOutcome,
  type WithdrawalOutcome,
} from '../payments/face.ts';
import { clientById } from '../session/face.ts';
import { askForPaper } from '../transfers/face.ts';
import type { reviewsContract, ReviewReason, TransferAction } from './contract.ts';
import { reviewAction, type ReviewPayload } from './perform.ts';
import { paidOut, type PaysOut } from './payingOut.ts';
import { askReturn, isThirdPartyRefused } from './thirdParty.ts';

/* What staff decides of a transfer that waits for them: which decisions it takes, and how each is made. */

type TransferContext = ContextOf<(typeof reviewsContract)['calls']['transfer']>;

interface AskedMoney {
  readonly subject: string;
  readonly clientId: ClientId;
  readonly payload: ReviewPayload;
  readonly reason: string;
  readonly before: unknown;
  readonly after: unknown;
}

interface Asking {
  readonly sql: Sql;
  readonly staff: StaffIdentity;
  readonly now: Date;
}

/** What moves money asks a second person. */
export function askMoney({ sql, staff, now: at }: Asking, asked: AskedMoney) {
  return askApproval(sql, { kind: 'money', action: reviewAction, ...asked, staff, at });
}

type Waits = 'deposit' | 'reversal' | 'withdrawal' | 'rest' | 'refused' | 'debt' | undefined;

/** What it waits for staff for; undefined where it does not. */
export async function waitsFor(ctx: Pick<TransferContext, 'sql'>, remittance: Remittance): Promise<Waits> {
  const review = reviewOf(remittance);
  if (review) return review;
  const held = await heldRestOf(ctx.sql, remittance);
  if (held) return held.why === 'refused' ? 'refused' : 'rest';
  const debt = remittance.type === 'reversal' ? await debtOf(ctx.sql, remittance.id) : undefined;
  return debt && debt.remaining > 0n ? 'debt' : undefined;
}

type Decision =
  | 'approve_withdrawal'
  | 'decline_withdrawal'
  | 'send_back_withdrawal'
  | 'approve_deposit'
  | 'send_back'
  | 'approve_reversal'
  | 'decline_reversal'
  | 'write_off'
  | 'look_again'
  | 'split_withdrawal'
  | 'approve_rest'
  | 'give_back_rest'
  | 'send_back_rest'
  | 'retry_payout'
  | 'ask_document';

/** What an action means for what waits so. */
const meanings: Readonly<Record<Exclude<Waits, undefined>, Readonly<Partial<Record<TransferAction, Decision>>>>> = {
  deposit: { approve: 'approve_deposit', decline: 'send_back', send_back: 'send_back', ask_document: 'ask_document' },
  reversal: { approve: 'approve_reversal', decline: 'decline_reversal' },
  withdrawal: {
    approve: 'approve_withdrawal',
    decline: 'decline_withdrawal',
    send_back: 'send_back_withdrawal',
    split: 'split_withdrawal',
    ask_document: 'ask_document',
  },
  rest: { approve: 'approve_rest', decline: 'give_back_rest', send_back: 'send_back_rest', ask_document: 'ask_document' },
  refused: { retry: 'retry_payout', decline: 'give_back_rest', send_back: 'send_back_rest', ask_document: 'ask_document' },
  // Who declines it asks nothing more of the client.
  debt: { decline: 'write_off', retry: 'look_again' },
};

export function decisionOf(waits: Waits, action: TransferAction): Decision | 'not_waiting' | 'action_not_offered' {
  return waits === undefined ? 'not_waiting' : (meanings[waits][action] ?? 'action_not_offered');
}

interface Decided {
  readonly remittance: Remittance;
  readonly input: {
    readonly amount?: string | undefined;
    readonly reason_code?: ReviewReason | undefined;
    readonly lines?: readonly number[] | undefined;
    readonly paper?: AskedPaper | undefined;
    readonly reason: string;
  };
}

type Decider = (ctx: TransferContext, decided: Decided) => Promise<Awaited<ReturnType<typeof askApproval>> | null>;

/** How each decision is made: null, or what a second person is asked. */
export const decisions: Readonly<Record<Decision, Decider>> = {
  approve_withdrawal: (ctx, decided) => payOut(ctx, decided, { does: 'approve_withdrawal' }),
  async split_withdrawal(ctx, decided) {
    const lines = await payoutLinesOf(ctx.sql, decided.remittance.id);
    // What goes back to where the money came from; what is left goes to the client's own destination.
    const sources = lines.flatMap(({ line, isOwn }) => (isOwn ? [] : [line]));
    const pays = decided.input.lines ?? sources;
    if (!isSplit(pays, lines.length)) return ctx.refuse('nothing_to_split', { field: 'lines' });
    return payOut(ctx, decided, { does: 'split_withdrawal', lines: pays });
  },
  approve_rest: (ctx, decided) => payOut(ctx, decided, { does: 'approve_rest' }),
  give_back_rest: (ctx, { remittance: { id }, input }) => {
    const reason = input.reason_code ?? ctx.refuse('field_required', { field: 'reason_code' });
    return done(ctx, outcomeOf(giveHeldBack(ctx.sql, { id, now: ctx.now, why: `withdrawal_${reason}` })));
  },
  send_back_rest: (ctx, { remittance: { id } }) =>
    done(ctx, outcomeOf(giveHeldBack(ctx.sql, { id, now: ctx.now, why: 'withdrawal_sent_back' }))),
  retry_payout: (ctx, { remittance: { id } }) => done(ctx, outcomeOf(retryRefused(ctx.sql, { id, now: ctx.now }))),
  async ask_document(ctx, { remittance, input: { paper: kind = 'payment_proof' } }) {
    if (!(await askForPaper(ctx.sql, { remittance, kind, now: ctx.now })))
      return ctx.refuse('paper_asked_already', { field: 'action' });
    await ctx.tell({ ...staleLine(['transfers']), clientId: remittance.clientId });
    return null;
  },
  decline_withdrawal: (ctx, { remittance: { id }, input }) => {
    const reason = input.reason_code ?? ctx.refuse('field_required', { field: 'reason_code' });
    return done(ctx, declineWithdrawal(ctx.sql, { id, reason, now: ctx.now, settings: ctx.settings }));
  },
  send_back_withdrawal: (ctx, { remittance: { id } }) =>
    done(ctx, sendBackWithdrawal(ctx.sql, { id, now: ctx.now, settings: ctx.settings })),
  async approve_deposit(ctx, { remittance, input }) {
    const { id, arrivedMinor, arrivedCurrency } = remittance;
    if (arrivedMinor === null || arrivedCurrency === null || isCoin(arrivedCurrency))
      return ctx.refuse('action_not_offered', { field: 'action' });
    if (await isThirdPartyRefused(ctx.sql, remittance)) return ctx.refuse('action_not_offered', { field: 'action' });
    const arrived = money(arrivedMinor, arrivedCurrency);
    // Until the papers are approved it can only go back.
    if (!(await hasArrivedRoom({ ...ctx, remittance, arrives: arrived })))
      return ctx.refuse('action_not_offered', { field: 'action' });
    return ask(ctx, remittance, {
      payload: { does: 'approve_deposit', id },
      reason: input.reason,
      after: { status: 'completed', amount: formatMoney(arrived), currency: arrived.currency },
    });
  },
  async approve_reversal(ctx, { remittance, input }) {
    const proposed = await proposedFor(ctx.sql, remittance, ctx);
    if (!proposed) return ctx.refuse('nothing_left', { field: 'transfer_id' });
    const minor = input.amount === undefined ? proposed.minor : parseMinor(input.amount, proposed.currency);
    if (minor === undefined || minor <= 0n) return ctx.refuse('bad_amount', { field: 'amount' });
    const taken = money(minor, proposed.currency);
    return ask(ctx, remittance, {
      payload: { does: 'approve_reversal', id: remittance.id, minor: String(minor), currency: proposed.currency },
      reason: input.reason,
      after: { status: 'completed', amount: formatMoney(taken), currency: taken.currency },
    });
  },
  send_back: (ctx, { remittance, input: { reason } }) =>
    remittance.reason === 'third_party'
      ? askReturn(ctx, remittance, reason)
      : done(ctx, sendBackDeposit(ctx.sql, { id: remittance.id, now: ctx.now })),
  decline_reversal: (ctx, { remittance }) => done(ctx, declineReversal(ctx.sql, { id: remittance.id, now: ctx.now })),
  async look_again(ctx, { remittance }) {
    await lookAgain(ctx.sql, remittance.id);
    return null;
  },
  write_off: (ctx, { remittance, input }) =>
    ask(ctx, remittance, {
      payload: { does: 'write_off', id: remittance.id },
      reason: input.reason,
      after: { status: 'completed', debt: 'written off' },
    }),
};

interface Asked {
  readonly payload: ReviewPayload;
  readonly reason: string;
  readonly after: unknown;
}

function ask(ctx: TransferContext, remittance: Remittance, asked: Asked) {
  const { id, clientId, status, amount, currency } = remittance;
  const before = { status, amount: formatMoney(money(amount, currency)), currency };
  return askMoney(ctx, { subject: `remittance:${id}`, clientId, before, ...asked });
}

async function done(ctx: TransferContext, outcome: Promise<ReviewOutcome | WithdrawalOutcome>): Promise<null> {
  const answered = await outcome;
  if (answered === 'done') return null;
  return ctx.refuse(answered === 'outdated' ? 'not_waiting' : answered, { field: 'action' });
}

const outcomeOf = async (isDone: Promise<boolean>): Promise<ReviewOutcome> => ((await isDone) ? 'done' : 'outdated');

/** What the whole withdrawal is worth decides whether two persons have to agree, however it is split. */
async function payOut(ctx: TransferContext, { remittance, input }: Decided, pays: PaysOut): ReturnType<Decider> {
  const { id } = remittance;
  if (await needsSecond(ctx.sql, remittance, ctx)) {
    const goes = pays.does === 'split_withdrawal' ? `lines ${pays.lines.join(', ')}; the others wait` : 'to where it came from';
    return ask(ctx, remittance, { payload: { ...pays, id }, reason: input.reason, after: { status: 'processing', goes } });
  }
  const client = await clientById(ctx.sql, remittance.clientId);
  if (!client) return ctx.refuse('not_waiting', { field: 'action' });
  const approving = { id, profile: client.profile, now: ctx.now, settings: ctx.settings };
  return done(ctx, paidOut(ctx.sql, pays, approving));
}
