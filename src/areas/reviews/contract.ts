import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { transferStatuses } from '../../protocol/payment.ts';
import { askedPapers } from '../../protocol/payout.ts';
import { approval, reason, rowId } from '../../protocol/staff.ts';

/** What interfaces §7 lets staff do with a transfer. Which of them it takes follows from what it waits for. */
export const transferActions = ['approve', 'decline', 'split', 'retry', 'send_back', 'ask_document'] as const;
export type TransferAction = (typeof transferActions)[number];

export const transactionActions = ['approve', 'decline', 'send_back'] as const;
export type TransactionAction = (typeof transactionActions)[number];

/** Why something is declined (interfaces §7): chosen for the client's sake, never shown where it is of suspicion. */
export const reasonCodes = [
  'not_enough_money',
  'method_order',
  'below_system_charge',
  'third_party',
  'method_unavailable',
  'authorisation_expired',
  'data_missing',
  'no_trading',
  'above_card_deposits',
  'bonus_on_account',
  'suspicion',
] as const;
export type ReviewReason = (typeof reasonCodes)[number];

/** A decimal string of the payment's currency. */
const amount = z.string().max(40);

/** What was decided; null while a second person has to agree. */
const decided = z.object({ id: z.int(), status: z.string() });
const answer = z.object({ decided: decided.nullable(), approval: approval.nullable() });

/** A line of a withdrawal, with its part once there is one. */
const payoutLine = z.object({
  /** Counted from 1. */
  line: z.int(),
  way: z.enum(['refund', 'payout']),
  to: z.string().nullable(),
  provider: z.string(),
  amount: z.string(),
  currency: z.string(),
  phase: z.string().nullable(),
  /** It waits for staff: a split has left it, or nobody has taken it. */
  held_for: z.enum(['split', 'refused']).nullable(),
  /** How often staff has had it tried again. */
  tries: z.int(),
  reference: z.string().nullable(),
});

const adjustableWallet = z.object({ number: z.int(), currency: z.string(), balance: z.string() });
export type AdjustableWallet = z.infer<typeof adjustableWallet>;

const refusals = { not_waiting: 409, action_not_offered: 422, case_claimed: 409, bad_amount: 422, nothing_left: 409 } as const;
const stale = ['cases', 'approvals', 'audit'] as const;

export const reviewsContract = contract({
  area: 'reviews',
  calls: {
    lines: {
      method: 'GET',
      path: '/api/desk/transfers/{transfer_id}/lines',
      summary: 'Where a withdrawal goes, line by line, how each stands at its provider, and which of them wait for staff.',
      who: 'staff',
      right: 'transfers',
      audits: 'payout_line.read',
      runs: 'read',
      input: z.object({ transfer_id: rowId }),
      output: z.object({
        lines: z.array(payoutLine),
        /** The paper that its client was asked for and has not sent. */
        asks_paper: z.enum(askedPapers).nullable(),
      }),
      errors: { unknown_transfer: 404 },
      reads: ['cases'],
    },
    transfer: {
      method: 'POST',
      path: '/api/desk/transfers/{transfer_id}',
      summary:
        'Decides a transfer that waits for staff: a withdrawal, what a split has left of one, what its provider has refused of it, what arrived otherwise than asked, what was taken back and fits no payment, what is owed of it; or asks its client for a paper. Approving asks a second person.',
      who: 'staff',
      right: 'transfers',
      audits: 'transfer.decide',
      runs: 'transaction',
      input: z.object({
        transfer_id: rowId,
        action: z.enum(transferActions),
        /** Whoever declines chooses one. */
        reason_code: z.enum(reasonCodes).optional(),
        /** Of a refund or chargeback that fits no payment: how much of the payment it takes back; what is proposed when left out. */
        amount: amount.optional(),
        /** Of a withdrawal that is split: the lines that go out now. When left out, those that go back to where the money came from. */
        lines: z.array(z.int().min(1).max(100)).min(1).max(100).optional(),
        /** What the client is asked for; proof of a payment when left out. */
        paper: z.enum(askedPapers).optional(),
        reason,
      }),
      output: answer.extend({ transfer: z.object({ id: z.int(), status: z.enum(transferStatuses) }) }),
      errors: {
        unknown_transfer: 404,
        field_required: 422,
        sources_changed: 409,
        client_owes: 409,
        client_charged_back: 409,
        client_screened: 409,
        margin_short: 409,
        address_flagged: 409,
        proof_missing: 409,
        nothing_to_split: 409,
        paper_asked_already: 409,
        ...refusals,
      },
      stale,
    },
    transaction: {
      method: 'POST',
      path: '/api/desk/transactions/{id}',
      summary:
        'Decides a provider’s transaction that no transfer waits for: it is credited to the client’s wallet, which asks a second person, goes back to its payer (of another name: once compliance agrees), or nothing follows from it.',
      who: 'staff',
      right: 'transfers',
      audits: 'transaction.decide',
      runs: 'transaction',
      input: z.object({ id: rowId, action: z.enum(transactionActions), reason }),
      output: answer,
      errors: { unknown_transaction: 404, papers_first: 409, ...refusals },
      stale,
    },
    payout: {
      method: 'POST',
      path: '/api/desk/payouts/{id}',
      summary:
        'Closes the case of a payout that its provider has paid after refusing it, otherwise than agreed, or that has come back, once somebody has looked into it.',
      who: 'staff',
      right: 'transfers',
      audits: 'payout.explain',
      runs: 'transaction',
      input: z.object({ id: rowId, reason }),
      output: answer,
      errors: { not_waiting: 409, case_claimed: 409 },
      stale,
    },
    negative: {
      method: 'POST',
      path: '/api/desk/negative-balances/{id}',
      summary:
        'Decides a negative balance that waits for a person: it is paid back, which asks a second person, or stays as it is.',
      who: 'staff',
      right: 'transfers',
      audits: 'negative_balance.decide',
      runs: 'transaction',
      input: z.object({ id: rowId, action: z.enum(['approve', 'decline']), reason }),
      output: answer,
      errors: { unknown_negative: 404, not_waiting: 409, case_claimed: 409 },
      stale,
    },
    settlement: {
      method: 'POST',
      path: '/api/desk/settlements/{id}',
      summary: 'Says that the difference between a day of a provider’s report and the book is explained; the reason says how.',
      who: 'staff',
      right: 'transfers',
      audits: 'settlement.explain',
      runs: 'transaction',
      input: z.object({ id: rowId, reason }),
      output: answer,
      errors: { unknown_settlement: 404, not_waiting: 409, case_claimed: 409 },
      stale,
    },
    secondTrade: {
      method: 'POST',
      path: '/api/desk/second-trades/{id}',
      summary: 'Says that a deal which a platform made twice of one order was looked at; the reason says what was done about it.',
      who: 'staff',
      right: 'transfers',
      audits: 'second_trade.explain',
      runs: 'transaction',
      /** As the case names it: the platform and its ticket. */
      input: z.object({ id: z.string().min(1).max(80), reason }),
      output: z.object({ decided: z.object({ id: z.string(), status: z.string() }), approval: approval.nullable() }),
      errors: { not_waiting: 409, case_claimed: 409 },
      stale,
    },
    unseen: {
      method: 'POST',
      path: '/api/desk/platform-operations/{id}',
      summary:
        'Says that a platform was looked at and has not done what it was sent twice: it is looked up once more, and sent again when it is not there.',
      who: 'staff',
      right: 'transfers',
      audits: 'platform_operation.retry',
      runs: 'transaction',
      /** Its tag, as the case names it. */
      input: z.object({ id: z.string().min(1).max(40), reason }),
      output: z.object({ decided: z.object({ id: z.string(), status: z.string() }), approval: approval.nullable() }),
      errors: { not_waiting: 409, case_claimed: 409 },
      stale,
    },
    adjustable: {
      method: 'GET',
      path: '/api/desk/adjustments/{client_id}',
      summary: 'A client’s wallets, each of which the ledger can be put right of.',
      who: 'staff',
      right: 'adjustments',
      audits: 'adjustment.read',
      runs: 'read',
      input: z.object({ client_id: rowId }),
      output: z.object({ wallets: z.array(adjustableWallet) }),
      errors: { client_not_found: 404 },
      reads: ['approvals'],
    },
    adjust: {
      method: 'POST',
      path: '/api/desk/adjustments',
      summary:
        'Puts a balance of the ledger right against suspense, more or less: a wallet’s, or what it has of a trading account while the platform’s is found to differ. A second person always agrees.',
      who: 'staff',
      right: 'adjustments',
      audits: 'adjustment.ask',
      runs: 'transaction',
      input: z.object({
        client_id: z.union([z.int().positive(), rowId]),
        account_number: z.union([z.int().positive(), rowId]),
        /** With a minus in front: less. */
        amount,
        currency: z.string().max(10),
        reason,
      }),
      output: answer,
      errors: { unknown_account: 422, wrong_currency: 422, bad_amount: 422, no_difference: 409, already_asked: 409 },
      stale,
    },
  },
});
