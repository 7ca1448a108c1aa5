import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { takenFile } from '../../protocol/file.ts';
import { approval, reason, rowId } from '../../protocol/staff.ts';

const moment = z.iso.datetime();
const amount = z.string();

const statement = z.object({
  id: z.int(),
  /** As the bank calls the file, or whoever brought it. */
  name: z.string(),
  /** The local part of the address; null: it was fetched from the bank. */
  brought_by: z.string().nullable(),
  /** How many transactions it tells of, how many of them are told of nowhere before, and how many of those still wait for staff. */
  entries: z.int(),
  fresh: z.int(),
  unmatched: z.int(),
  imported_at: moment,
});

/** Why what came in at the bank was handed to no payment. */
const whys = [
  'unknown_reference',
  'two_references',
  'wrong_currency',
  'wrong_account',
  'closed_account',
  'maybe_repeated',
  'unknown_original',
  'payout_returned',
] as const;
export type Why = (typeof whys)[number];

const entry = z.object({
  id: z.int(),
  account: z.string(),
  company: z.int(),
  amount,
  currency: z.string(),
  direction: z.enum(['credit', 'debit']),
  why: z.enum(whys).nullable(),
  payer: z.string().nullable(),
  /** What the payer wrote, line by line. */
  texts: z.array(z.string()),
  booked_at: moment,
});

/** What has followed of a transaction. */
const outcomes = ['handed', 'suspense', 'sent_back', 'returned', 'waiting', 'noted'] as const;

/** Why the bank's side and the book's are not the same. */
export const balanceWhys = [
  'not_read',
  'by_hand',
  'under_way',
  'on_review',
  'waiting',
  'payout',
  'not_ours',
  'gone_back',
  'not_in_book',
] as const;
export type BalanceWhy = (typeof balanceWhys)[number];

const line = entry.extend({
  statement_id: z.int(),
  is_reversal: z.boolean(),
  outcome: z.enum(outcomes),
  /** The payment that it was handed to, or the withdrawal that it has paid. */
  transfer_id: z.int().nullable(),
});
export type EntryLine = z.infer<typeof line>;

const balance = z.object({
  id: z.int(),
  company: z.int(),
  currency: z.string(),
  /** What the bank’s latest statements say lies there, and as of when. */
  stated: amount,
  stated_at: moment,
  /** What the book has there. */
  book: amount,
  /** What the bank says beyond the transactions that were read of it. */
  missing: amount,
  /** What was read beyond the book, since it is compared; of it, what explains itself. */
  difference: amount,
  explained: amount,
  state: z.enum(['same', 'explained', 'open', 'closed']),
  open_since: moment.nullable(),
  findings: z.array(z.object({ of: z.string(), amount, why: z.enum(balanceWhys), is_explained: z.boolean() })),
});
export type BankBalance = z.infer<typeof balance>;

/** What fits a statement of a busy day; the reader's own bound (ports/payments/bank/messages.ts). */
export const statementFile = { kinds: ['xml'], mostBytes: 5_000_000 } as const;

export const entryActions = ['assign', 'send_back', 'explain'] as const;
export type EntryAction = (typeof entryActions)[number];

export const bankContract = contract({
  area: 'bank',
  calls: {
    statements: {
      method: 'GET',
      path: '/api/desk/bank/statements',
      summary: 'The statements of the bank that were read, the latest first, at most fifty.',
      who: 'staff',
      right: 'transfers',
      runs: 'read',
      input: z.object({}),
      output: z.object({ statements: z.array(statement) }),
      errors: {},
      reads: ['cases'],
    },
    entries: {
      method: 'GET',
      path: '/api/desk/bank/statements/{id}/entries',
      summary: 'What a statement was the first to tell of, transaction by transaction, and what has followed of each.',
      who: 'staff',
      right: 'transfers',
      audits: 'bank_statement.read',
      runs: 'read',
      input: z.object({ id: rowId, after: rowId.optional() }),
      output: z.object({ entries: z.array(line), next: z.string().nullable() }),
      errors: {},
      reads: ['cases'],
    },
    import: {
      method: 'POST',
      path: '/api/desk/bank/statements',
      summary:
        'Reads a statement (camt.053.001.02 or .08) and books what is new in it: what was told before is booked once, and the same file changes nothing.',
      who: 'staff',
      right: 'transfers',
      audits: 'bank_statement.import',
      runs: 'saga',
      takesFile: statementFile,
      input: z.object({ file: takenFile, reason }),
      output: z.object({ statement: z.object({ id: z.int(), entries: z.int(), fresh: z.int(), unmatched: z.int() }) }),
      errors: { no_bank: 409, statement_known: 409, not_a_statement: 422, foreign_account: 422 },
      stale: ['cases', 'audit'],
    },
    balances: {
      method: 'GET',
      path: '/api/desk/bank/balances',
      summary:
        'What the bank says lies there, by company and currency, beside the transactions that were read of it and beside the book; each difference explained or open.',
      who: 'staff',
      right: 'transfers',
      runs: 'read',
      input: z.object({}),
      output: z.object({ balances: z.array(balance) }),
      errors: {},
      reads: ['cases'],
    },
    explain: {
      method: 'POST',
      path: '/api/desk/bank/balances/{id}',
      summary:
        'Says that a difference between the bank’s balances, its transactions and the book is explained; the reason says how.',
      who: 'staff',
      right: 'transfers',
      audits: 'bank_balance.explain',
      runs: 'transaction',
      input: z.object({ id: rowId, reason }),
      output: z.object({ decided: z.object({ id: z.int(), status: z.string() }) }),
      errors: { not_waiting: 409, case_claimed: 409 },
      stale: ['cases', 'audit'],
    },
    entry: {
      method: 'GET',
      path: '/api/desk/bank/entries/{id}',
      summary: 'A transaction at the bank: who paid, and what they wrote.',
      who: 'staff',
      right: 'transfers',
      audits: 'bank_entry.read',
      runs: 'read',
      input: z.object({ id: rowId }),
      output: z.object({ entry }),
      errors: { unknown_entry: 404 },
      reads: ['cases'],
    },
    decide: {
      method: 'POST',
      path: '/api/desk/bank/entries/{id}',
      summary:
        'Decides what came in at the bank and no payment waits for: it is assigned to a deposit or to a client’s wallet, which above a limit asks a second person, or goes back to its payer; or a reversal of nothing known is explained.',
      who: 'staff',
      right: 'transfers',
      audits: 'bank_entry.decide',
      runs: 'transaction',
      input: z.object({
        id: rowId,
        action: z.enum(entryActions),
        /** To assign: the deposit that it is for … */
        transfer_id: rowId.optional(),
        /** … or the client whose wallet it goes into. */
        client_id: rowId.optional(),
        reason,
      }),
      output: z.object({ decided: z.object({ id: z.int(), status: z.string() }).nullable(), approval: approval.nullable() }),
      errors: {
        unknown_entry: 404,
        not_waiting: 409,
        action_not_offered: 422,
        case_claimed: 409,
        field_required: 422,
        unknown_transfer: 422,
        unknown_client: 422,
        wrong_currency: 422,
        wrong_company: 422,
      },
      stale: ['cases', 'approvals', 'audit'],
    },
  },
  deskPages: {
    statements: { path: 'bank', title: 'desk.nav.bank', right: 'transfers' },
  },
});
