import { remittanceId } from '../../base/id.ts';
import { readCurrency } from '../../base/currency.ts';
import { formatMoney, money, parseMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import type { ContextOf, Handlers, StaffIdentity } from '../../protocol/call.ts';
import { askApproval } from '../approvals/face.ts';
import { isClaimedByOther, type QueueName } from '../cases/face.ts';
import { debtOf, lookAgain } from '../debts/face.ts';
import {
  approveWithdrawal,
  closePaidTwice,
  declineReversal,
  declineWithdrawal,
  needsSecond,
  proposedFor,
  refuseTransaction,
  remittanceOf,
  reviewedTransaction,
  reviewOf,
  sendBackDeposit,
  sendBackUnmatched,
  sendBackWithdrawal,
  type Remittance,
  type ReviewOutcome,
  type WithdrawalOutcome,
} from '../payments/face.ts';
import { adjustable } from './adjusting.ts';
import { concludeNegative, isDifferenceReported, waitingNegative } from '../reconciliation/face.ts';
import { explainDay } from '../settlements/face.ts';
import { clientById } from '../session/face.ts';
import type { reviewsContract, ReviewReason, TransferAction } from './contract.ts';
import { reviewAction, type ReviewPayload } from './perform.ts';
import { signedMinor } from './rules.ts';
import { askReturn, isThirdPartyRefused } from './thirdParty.ts';

type Calls = Handlers<typeof reviewsContract>;
type TransferContext = ContextOf<(typeof reviewsContract)['calls']['transfer']>;

export const calls = () => ({ ...transfers(), ...transactions(), ...differences() }) satisfies Calls;

function transfers() {
  return {
    async transfer(input, ctx) {
      const remittance = await remittanceOf(ctx.sql, remittanceId(Number(input.transfer_id)));
      if (!remittance?.savedAt) return ctx.refuse('unknown_transfer', { field: 'transfer_id' });
      const decision = decisionOf(await waitsFor(ctx, remittance), input.action);
      if (decision === 'not_waiting' || decision === 'action_not_offered') return ctx.refuse(decision, { field: 'action' });
      if (input.action === 'decline' && !input.reason_code) return ctx.refuse('field_required', { field: 'reason_code' });
      for (const subject of [`remittance:${remittance.id}`, `debt:${remittance.id}`])
        await requireUnclaimed(ctx, ['withdrawals', 'deposits', 'chargebacks'], subject);
      const approval = await decisions[decision](ctx, { remittance, input });
      const now = (await remittanceOf(ctx.sql, remittance.id)) ?? remittance;
      await ctx.record({
        subject: `remittance:${remittance.id}`,
        clientId: remittance.clientId,
        before: { status: remittance.status },
        after: { status: now.status },
        detail: { action: input.action, reason_code: input.reason_code ?? null, approval: approval?.id ?? null },
      });
      const transfer = { id: now.id, status: now.status };
      return { transfer, decided: approval ? null : transfer, approval };
    },
  } satisfies Partial<Calls>;
}

function transactions() {
  return {
    async transaction({ id, action, reason }, ctx) {
      const found = await reviewedTransaction(ctx.sql, Number(id));
      if (!found) return ctx.refuse('unknown_transaction', { field: 'id' });
      const { transaction, clientId, shown } = found;
      const subject = `transaction:${transaction.id}`;
      await requireUnclaimed(ctx, ['unmatched', 'deposits', 'chargebacks'], subject);
      const isSuspended = transaction.outcome === 'suspense';
      if (isSuspended === (action === 'decline')) return ctx.refuse('action_not_offered', { field: 'action' });
      const about = { subject, clientId, before: { ...shown, stands: transaction.outcome } };
      if (action === 'approve') {
        const payload = { does: 'credit_transaction', id: transaction.id } as const;
        const approval = await askMoney(ctx, { ...about, payload, reason, after: { ...shown, stands: 'wallet' } });
        await ctx.record({ ...about, after: { approval: approval.id }, detail: { action } });
        return { decided: null, approval };
      }
      const done = isSuspended ? sendBackUnmatched : refuseTransaction;
      if ((await done(ctx.sql, { id: transaction.id, now: ctx.now })) === 'outdated')
        return ctx.refuse('not_waiting', { field: 'id' });
      await ctx.record({ ...about, after: { status: action }, detail: { action } });
      return { decided: { id: transaction.id, status: action }, approval: null };
    },
  } satisfies Partial<Calls>;
}

function differences() {
  return {
    async payout({ id }, ctx) {
      const subject = `payout:${Number(id)}`;
      await requireUnclaimed(ctx, ['withdrawals'], subject);
      if (!(await closePaidTwice(ctx.sql, { id: Number(id), now: ctx.now }))) return ctx.refuse('not_waiting', { field: 'id' });
      await ctx.record({ subject, before: { state: 'open' }, after: { state: 'closed' } });
      return { decided: { id: Number(id), status: 'closed' }, approval: null };
    },

    async negative({ id, action, reason }, ctx) {
      const found = await waitingNegative(ctx.sql, Number(id));
      if (!found) return ctx.refuse('unknown_negative', { field: 'id' });
      const { clientId, number, currency, amount, flag } = found;
      const subject = `negative:${found.id}`;
      await requireUnclaimed(ctx, ['differences'], subject);
      const before = { account: number, loss: formatMoney(money(amount, currency)), currency, why: flag };
      const about = { subject, clientId, before };
      if (action === 'approve') {
        const payload = { does: 'pay_back_negative', id: found.id } as const;
        const approval = await askMoney(ctx, { ...about, payload, reason, after: { ...before, paid_back: true } });
        await ctx.record({ ...about, after: { approval: approval.id }, detail: { action } });
        return { decided: null, approval };
      }
      await concludeNegative(ctx.sql, { id: found.id, decision: 'decline', now: ctx.now });
      await ctx.record({ ...about, after: { status: 'declined' }, detail: { action } });
      return { decided: { id: found.id, status: 'declined' }, approval: null };
    },

    async settlement({ id }, ctx) {
      const subject = `settlement:${Number(id)}`;
      await requireUnclaimed(ctx, ['differences'], subject);
      const day = await explainDay(ctx.sql, { id: Number(id), now: ctx.now });
      if (!day) return ctx.refuse('unknown_settlement', { field: 'id' });
      await ctx.record({ subject, before: { ...day, state: 'open' }, after: { ...day, state: 'closed' } });
      return { decided: { id: Number(id), status: 'closed' }, approval: null };
    },

    async adjust(input, ctx) {
      const [clientId, number] = [Number(input.client_id), Number(input.account_number)];
      const place = await adjustable(ctx.sql, { clientId, number });
      if (!place) return ctx.refuse('unknown_account', { field: 'account_number' });
      const currency = readCurrency(input.currency);
      if (!currency || currency !== place.currency)
        return ctx.refuse('wrong_currency', { field: 'currency', values: { currency: place.currency } });
      const minor = signedMinor(input.amount, currency);
      if (minor === undefined) return ctx.refuse('bad_amount', { field: 'amount' });
      if (place.platform && !(await isDifferenceReported(ctx.sql, place.number)))
        return ctx.refuse('no_difference', { field: 'account_number' });
      const payload = { does: 'adjust', clientId, number, minor: String(minor), currency } as const;
      const amount = formatMoney(money(minor < 0n ? -minor : minor, currency));
      const after = { account: number, amount, currency, is_less: minor < 0n };
      const about = { subject: `account:${number}`, clientId, before: null };
      const approval = await askMoney(ctx, { ...about, payload, reason: input.reason, after });
      await ctx.record({ ...about, after, detail: { approval: approval.id } });
      return { decided: null, approval };
    },
  } satisfies Partial<Calls>;
}

interface Deciding {
  readonly sql: Sql;
  readonly staff: StaffIdentity;
  readonly now: Date;
  readonly refuse: (code: 'case_claimed', detail: { readonly field: string }) => never;
}

/** Who decides without having claimed it does not cut in on who has. */
async function requireUnclaimed(ctx: Deciding, queues: readonly QueueName[], subject: string): Promise<void> {
  for (const queue of queues) {
    if (await isClaimedByOther(ctx.sql, { queue, subject, staffId: ctx.staff.id, now: ctx.now }))
      ctx.refuse('case_claimed', { field: 'id' });
  }
}

interface AskedMoney {
  readonly subject: string;
  readonly clientId: number;
  readonly payload: ReviewPayload;
  readonly reason: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What moves money asks a second person. */
function askMoney({ sql, staff, now: at }: Pick<Deciding, 'sql' | 'staff' | 'now'>, asked: AskedMoney) {
  return askApproval(sql, { kind: 'money', action: reviewAction, ...asked, staff, at });
}

type Waits = 'deposit' | 'reversal' | 'withdrawal' | 'debt' | undefined;

async function waitsFor(ctx: Pick<TransferContext, 'sql'>, remittance: Remittance): Promise<Waits> {
  const review = reviewOf(remittance);
  if (review) return review;
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
  | 'look_again';

/** What an action means for what waits so. */
const meanings: Readonly<Record<Exclude<Waits, undefined>, Readonly<Partial<Record<TransferAction, Decision>>>>> = {
  deposit: { approve: 'approve_deposit', decline: 'send_back', send_back: 'send_back' },
  reversal: { approve: 'approve_reversal', decline: 'decline_reversal' },
  withdrawal: { approve: 'approve_withdrawal', decline: 'decline_withdrawal', send_back: 'send_back_withdrawal' },
  // Who declines it asks nothing more of the client.
  debt: { decline: 'write_off', retry: 'look_again' },
};

function decisionOf(waits: Waits, action: TransferAction): Decision | 'not_waiting' | 'action_not_offered' {
  return waits === undefined ? 'not_waiting' : (meanings[waits][action] ?? 'action_not_offered');
}

interface Decided {
  readonly remittance: Remittance;
  readonly input: {
    readonly amount?: string | undefined;
    readonly reason_code?: ReviewReason | undefined;
    readonly reason: string;
  };
}

type Decider = (ctx: TransferContext, decided: Decided) => Promise<Awaited<ReturnType<typeof askApproval>> | null>;

const decisions: Readonly<Record<Decision, Decider>> = {
  async approve_withdrawal(ctx, { remittance, input }) {
    if (await needsSecond(ctx.sql, remittance, ctx)) {
      const after = { status: 'processing', goes: 'to where it came from' };
      return ask(ctx, remittance, { payload: { does: 'approve_withdrawal', id: remittance.id }, reason: input.reason, after });
    }
    const client = await clientById(ctx.sql, remittance.clientId);
    if (!client) return ctx.refuse('not_waiting', { field: 'action' });
    const { id } = remittance;
    return done(ctx, approveWithdrawal(ctx.sql, { id, profile: client.profile, now: ctx.now, settings: ctx.settings }));
  },
  decline_withdrawal: (ctx, { remittance: { id }, input }) => {
    const reason = input.reason_code ?? ctx.refuse('field_required', { field: 'reason_code' });
    return done(ctx, declineWithdrawal(ctx.sql, { id, reason, now: ctx.now, settings: ctx.settings }));
  },
  send_back_withdrawal: (ctx, { remittance: { id } }) =>
    done(ctx, sendBackWithdrawal(ctx.sql, { id, now: ctx.now, settings: ctx.settings })),
  approve_deposit: (ctx, { remittance, input }) => {
    const { id, arrivedMinor, arrivedCurrency } = remittance;
    if (arrivedMinor === null || arrivedCurrency === null) return ctx.refuse('action_not_offered', { field: 'action' });
    if (isThirdPartyRefused(remittance)) return ctx.refuse('action_not_offered', { field: 'action' });
    const arrived = money(arrivedMinor, arrivedCurrency);
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
      payload: { does: 'approve_reversal', id: remittance.id, minor: String(minor) },
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
