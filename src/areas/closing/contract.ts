import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { namedDestination, namedMethod } from '../../protocol/namedPayout.ts';
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
  /** By what that can go to an account of the client's own. */
  methods: z.array(namedMethod),
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

/** Weights in grams. */
const gold = z.object({ free: z.string(), pledged: z.string() });

/** A card of the broker that can be used, or is under way. */
const card = z.object({ id: z.int(), currency: z.string(), last_four: z.string().nullable(), phase: z.string() });

const left = z.object({
  wallets: z.array(wallet),
  accounts: z.array(account),
  /** Held with the broker; null where there is none. */
  gold: gold.nullable(),
  /** What is on them is the client's at the issuer: nobody pays it back. */
  cards: z.array(card),
});

export const closingContract = contract({
  area: 'closing',
  calls: {
    look: {
      method: 'GET',
      path: '/api/desk/closing/{client_id}',
      summary:
        'What is left of a closed client: each wallet with where it goes back to, trading accounts that have money, gold, and cards that can be used.',
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
        'Has the trading accounts of a closed client emptied into the wallets; or the gold sold into the wallet, what has a way back paid to where it came from, or what a wallet has beyond that to an account in the client’s own name, to each of which a second person always agrees.',
      who: 'staff',
      right: 'transfers',
      audits: 'closing.decide',
      runs: 'transaction',
      input: z.object({
        client_id: rowId,
        action: z.enum(['empty', 'sell_gold', 'pay', 'pay_rest']),
        /** To pay the rest: of which wallet, by what, and where to. */
        account_number: z.int().optional(),
        ...namedDestination,
        reason,
      }),
      output: z.object({ approval: approval.nullable() }),
      errors: {
        not_closed: 409,
        client_not_found: 404,
        nothing_to_pay: 409,
        case_claimed: 409,
        field_required: 422,
        method_not_offered: 422,
        bank_not_listed: 422,
        destination_not_valid: 422,
        coin_not_offered: 422,
      },
      stale: ['cases', 'approvals', 'audit'],
    },
  },
});
