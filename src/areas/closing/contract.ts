import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { approval, reason, rowId } from '../../protocol/staff.ts';

const amount = z.string();

const wallet = z.object({
  number: z.int(),
  currency: z.string(),
  balance: amount,
  /** What of it has a way back to where it came from. */
  goes_back: amount,
  /** What has none. */
  wayless: amount,
  lines: z.array(
    z.object({
      way: z.enum(['refund', 'payout']),
      to: z.string().nullable(),
      /** The deposit that it gives back. */
      transfer_id: z.int().nullable(),
      amount,
      currency: z.string(),
    }),
  ),
});
export type ClosingWallet = z.infer<typeof wallet>;

/** A trading account with money on it, as its platform last told. */
const account = z.object({ number: z.int(), currency: z.string(), balance: amount });

const left = z.object({ wallets: z.array(wallet), accounts: z.array(account) });

export const closingContract = contract({
  area: 'closing',
  calls: {
    look: {
      method: 'GET',
      path: '/api/desk/closing/{client_id}',
      summary: 'What is left of a closed client: each wallet with where it goes back to, and trading accounts that have money.',
      who: 'staff',
      right: 'transfers',
      audits: 'closing.read',
      runs: 'read',
      input: z.object({ client_id: rowId }),
      output: left,
      errors: { not_closed: 409, client_not_found: 404 },
      reads: ['cases'],
    },
    decide: {
      method: 'POST',
      path: '/api/desk/closing/{client_id}',
      summary:
        'Has the trading accounts of a closed client emptied into the wallets, or what has a way back paid to where it came from, which a second person always agrees to.',
      who: 'staff',
      right: 'transfers',
      audits: 'closing.decide',
      runs: 'transaction',
      input: z.object({ client_id: rowId, action: z.enum(['empty', 'pay']), reason }),
      output: z.object({ approval: approval.nullable() }),
      errors: { not_closed: 409, client_not_found: 404, nothing_to_pay: 409, case_claimed: 409 },
      stale: ['cases', 'approvals', 'audit'],
    },
  },
});
