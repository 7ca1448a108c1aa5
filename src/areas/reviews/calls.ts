import { accountNumber, clientId as ofClient, remittanceId } from '../../base/id.ts';
import { readCurrency } from '../../base/currency.ts';
import { formatMinor, formatMoney, money } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import type { Handlers, StaffIdentity } from '../../protocol/call.ts';
import { isApprovalWaiting, onlyAsked } from '../approvals/face.ts';
import { isClaimedByOther, type QueueName } from '../cases/face.ts';
import { walletBalances } from '../fundingAccounts/face.ts';
import {
  closePaidTwice,
  isNeverOfOthers,
  payoutLinesOf,
  refuseTransaction,
  remittanceOf,
  reviewedTransaction,
  sendBackUnmatched,
  takesUnmatched,
} from '../payments/face.ts';
import { adjustable } from './adjusting.ts';
import { explainSecondTrade, sendUnseen } from '../platformOperations/face.ts';
import { concludeNegative, isDifferenceReported, waitingNegative } from '../reconciliation/face.ts';
import { explainDay } from '../settlements/face.ts';
import { clientById } from '../session/face.ts';
import { paperWaitedFor } from '../transfers/face.ts';
import type { reviewsContract } from './contract.ts';
import { askMoney, decisionOf, decisions, waitsFor } from './deciding.ts';
import { reviewAction } from './perform.ts';
import { signedMinor } from './rules.ts';
import { askPapers } from './thirdParty.ts';

type Calls = Handlers<typeof reviewsContract>;

export const calls = () =>
  ({ ...transfers(), ...transactions(), ...differences(), ...secondTrades(), ...adjusting() }) satisfies Calls;

function transfers() {
  return {
    async lines({ transfer_id }, ctx) {
      const remittance = await remittanceOf(ctx.sql, remittanceId(Number(transfer_id)));
      if (!remittance?.savedAt) return ctx.refuse('unknown_transfer', { field: 'transfer_id' });
      const lines = await payoutLinesOf(ctx.sql, remittance.id);
      await ctx.record({ subject: `remittance:${remittance.id}`, clientId: remittance.clientId });
      return {
        lines: lines.map(({ line, way, label, provider, paysAmount, paysCurrency, phase, heldFor, tries, reference }) => ({
          line,
          way,
          to: label,
          provider,
          amount: formatMoney(money(paysAmount, paysCurrency)),
          currency: paysCurrency,
          phase,
          held_for: heldFor,
          tries: tries ?? 0,
          reference,
        })),
        asks_paper: (await paperWaitedFor(ctx.sql, remittance)) ?? null,
      };
    },

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
      const { transaction, clientId, companyId, isByOther, isCreditable, shown } = found;
      const subject = `transaction:${transaction.id}`;
      await requireUnclaimed(ctx, ['unmatched', 'deposits', 'chargebacks'], subject);
      const isSuspended = transaction.outcome === 'suspense';
      if (isSuspended === (action === 'decline')) return ctx.refuse('action_not_offered', { field: 'action' });
      const about = { subject, clientId, before: { ...shown, stands: transaction.outcome } };
      if (action === 'approve') {
        // A coin whose worth nobody knows has no rate to be credited at, and what somebody else has paid some companies never take.
        if (!isCreditable || (isByOther && isNeverOfOthers(companyId)))
          return ctx.refuse('action_not_offered', { field: 'action' });
        if (!(await takesUnmatched(ctx.sql, clientId))) return ctx.refuse('papers_first', { field: 'action' });
        const minor = String((transaction.minor ?? 0n) - transaction.givenBack);
        const payload = { does: 'credit_transaction', id: transaction.id, minor } as const;
        const approval = await askMoney(ctx, { ...about, payload, reason, after: { ...shown, stands: 'wallet' } });
        await ctx.record({ ...about, after: { approval: approval.id }, detail: { action } });
        return { decided: null, approval };
      }
      if (isSuspended && isByOther) {
        const payload = { does: 'send_back_transaction', id: transaction.id } as const;
        const approval = await askPapers(ctx, { ...about, payload, reason, after: { ...shown, stands: 'sent_back' } });
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
  } satisfies Partial<Calls>;
}

function adjusting() {
  return {
    async adjustable({ client_id: asked }, ctx) {
      const client =
        (await clientById(ctx.sql, ofClient(Number(asked)))) ?? ctx.refuse('client_not_found', { field: 'client_id' });
      await ctx.record({ subject: `client:${client.id}`, clientId: client.id });
      const wallets = await walletBalances(ctx.sql, client.id);
      return {
        wallets: wallets.map(({ number, currency, balanceMinor }) => ({
          number,
          currency,
          balance: formatMinor(balanceMinor, currency),
        })),
      };
    },

    async adjust(input, ctx) {
      const [clientId, number] = [ofClient(Number(input.client_id)), accountNumber(Number(input.account_number))];
      const own = await adjustable(ctx.sql, { clientId, number });
      if (!own) return ctx.refuse('unknown_account', { field: 'account_number' });
      const currency = readCurrency(input.currency);
      if (!currency || currency !== own.currency)
        return ctx.refuse('wrong_currency', { field: 'currency', values: { currency: own.currency } });
      const minor = signedMinor(input.amount, currency);
      if (minor === undefined) return ctx.refuse('bad_amount', { field: 'amount' });
      if (own.platform && !(await isDifferenceReported(ctx.sql, own.number)))
        return ctx.refuse('no_difference', { field: 'account_number' });
      const payload = { does: 'adjust', clientId, number, minor: String(minor), currency } as const;
      const amount = formatMoney(money(minor < 0n ? -minor : minor, currency));
      const after = { account: number, amount, currency, is_less: minor < 0n };
      const about = { subject: `account:${number}`, clientId, before: null };
      if (await isApprovalWaiting(ctx.sql, { action: reviewAction, subject: about.subject }))
        return ctx.refuse('already_asked', { field: 'account_number' });
      const approval = await askMoney(ctx, { ...about, payload, reason: input.reason, after });
      await ctx.record({ ...about, ...onlyAsked({ ...about, after }, approval.id) });
      return { decided: null, approval };
    },
  } satisfies Partial<Calls>;
}

function secondTrades() {
  return {
    async secondTrade({ id }, ctx) {
      const subject = `second_trade:${id}`;
      await requireUnclaimed(ctx, ['differences'], subject);
      if (!(await explainSecondTrade(ctx.sql, { deal: id, now: ctx.now }))) return ctx.refuse('not_waiting', { field: 'id' });
      await ctx.record({ subject, before: { state: 'open' }, after: { state: 'closed' } });
      return { decided: { id, status: 'closed' }, approval: null };
    },

    async unseen({ id }, ctx) {
      const subject = `operation:${id}`;
      await requireUnclaimed(ctx, ['differences'], subject);
      if (!(await sendUnseen(ctx.sql, { tag: id, now: ctx.now }))) return ctx.refuse('not_waiting', { field: 'id' });
      await ctx.record({ subject, before: { state: 'looked_up' }, after: { state: 'sent_again' } });
      return { decided: { id, status: 'sent_again' }, approval: null };
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
