import { z } from 'zod';
import { swapFreeGroups, swapFreeReasons } from '../../law/swapFree.ts';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';
import { approvalAnswer, reason, rowId } from '../../protocol/staff.ts';

export const feeStates = ['due', 'asked', 'posted', 'nothing', 'waived'] as const;
export type FeeState = (typeof feeStates)[number];

const decimal = z.string();
const moment = z.iso.datetime();
/** yyyy-MM-dd: the day of the trading server at whose end the night is. */
const night = z.string();

const fee = z.object({
  id: z.int(),
  account_number: z.int(),
  night,
  positions: z.int(),
  /** In US dollars. */
  amount: decimal,
  state: z.enum(feeStates),
  /** What was taken, in the account's currency. */
  taken: z.object({ amount: decimal, currency: z.string() }).nullable(),
});
export type ShownFee = z.infer<typeof fee>;

const position = z.object({
  position: z.string(),
  symbol: z.string(),
  lots: decimal,
  /** Nights for which it has been held without swap. */
  nights: z.int(),
  /** The first night that costs something; null while the platform does not say what kind of symbol it is. */
  charged_from: night.nullable(),
  is_charged: z.boolean(),
});
export type ShownPosition = z.infer<typeof position>;

const terms = z.object({ group: z.enum(swapFreeGroups), nights: z.int(), fee: decimal });
export type ShownTerms = z.infer<typeof terms>;

const ofAccount = z.object({
  number: z.int(),
  title: z.string(),
  /** `ending`: the right is withdrawn, and swap comes with the day that is told; `swap`: it never was without. */
  state: z.enum(['free', 'ending', 'withdrawn', 'swap']),
  withdrawal: z.object({ reason: z.enum(swapFreeReasons), withdrawn_at: moment, counts_from: moment }).nullable(),
  /** Of the fees of the terms. */
  fee_currency: z.string(),
  terms: z.array(terms),
  positions: z.array(position),
  /** The last nights that cost something, the latest first. */
  fees: z.array(fee),
});
export type SwapFreeState = z.infer<typeof ofAccount>;

const withdrawal = z.object({
  id: z.int(),
  reason: z.enum(swapFreeReasons),
  asked_by: z.string(),
  approved_by: z.string(),
  withdrawn_at: moment,
  counts_from: moment,
  returned_at: moment.nullable(),
  returned_by: z.string().nullable(),
});
export type ShownWithdrawal = z.infer<typeof withdrawal>;

const ofClient = z.object({ client_id: rowId });

export const swapFreeContract = contract({
  area: 'swapFree',
  calls: {
    ofAccount: {
      method: 'GET',
      path: 'api/accounts/swap-free/{number}',
      summary:
        'How long positions may be held without swap on an account, what nights cost after that, what has been taken, and whether the right was withdrawn.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ number: inDigits(z.int().min(1).max(2_147_483_647)) }),
      output: ofAccount,
      errors: { account_not_found: 404 },
      reads: ['accounts', 'positions', 'notices'],
    },
    ofClient: {
      method: 'GET',
      path: '/api/desk/swap-free/{client_id}',
      summary: 'Whether a client may have accounts without swap, since when not and why, and what nights have cost.',
      who: 'staff',
      right: 'read_clients',
      audits: 'swap_free.read',
      runs: 'read',
      input: ofClient,
      output: z.object({
        /** Live accounts that are without swap at present. */
        accounts: z.array(z.int()),
        withdrawals: z.array(withdrawal),
        fees: z.array(fee),
        waits_for_second: z.boolean(),
      }),
      errors: { client_not_found: 404 },
      reads: ['cases', 'approvals'],
    },
    withdraw: {
      method: 'POST',
      path: '/api/desk/swap-free/{client_id}/withdraw',
      summary:
        'Asks that a client lose the right to accounts without swap; a second person has to agree. The client is told why and from which day on swap is charged.',
      who: 'staff',
      right: 'adjustments',
      audits: 'swap_free.withdraw',
      runs: 'transaction',
      input: ofClient.extend({ because: z.enum(swapFreeReasons), reason }),
      output: approvalAnswer,
      errors: { client_not_found: 404, swap_free_is_withdrawn: 409, waits_for_second: 409 },
      stale: ['cases', 'approvals', 'audit'],
    },
    giveBack: {
      method: 'POST',
      path: '/api/desk/swap-free/{client_id}/give-back',
      summary: 'Gives a client the right back: accounts that have got swap lose it again.',
      who: 'staff',
      right: 'adjustments',
      audits: 'swap_free.give_back',
      runs: 'transaction',
      input: ofClient.extend({ reason }),
      output: z.object({}),
      errors: { client_not_found: 404, swap_free_not_withdrawn: 409 },
      stale: ['cases', 'audit'],
    },
    waive: {
      method: 'POST',
      path: '/api/desk/swap-free/{client_id}/waive',
      summary:
        'Lets a night of an account cost nothing: one that is to come, or whose fee has not been asked of the platform yet.',
      who: 'staff',
      right: 'adjustments',
      audits: 'swap_free.waive',
      runs: 'transaction',
      input: ofClient.extend({ account_number: inDigits(z.int().min(1).max(2_147_483_647)), night: z.iso.date(), reason }),
      output: z.object({ fee }),
      errors: {
        client_not_found: 404,
        account_not_found: 404,
        swap_free_night_taken: 409,
        swap_free_night_over: 422,
        swap_free_night_far: 422,
      },
      stale: ['cases', 'audit'],
    },
  },
  pages: {
    ofAccount: { path: 'accounts/swap-free/{id:int}', gate: 'view', title: 'swapFree.title' },
  },
});
