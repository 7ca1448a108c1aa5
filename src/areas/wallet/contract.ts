import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';

const amount = z.string();

export const walletLine = z.object({
  number: z.number().int(),
  currency: z.string(),
  balance: amount,
  /** Set aside for transfers that are under way; not part of the balance any more. */
  held: amount,
  /** Bonuses in its currency together; no part of the balance, and not to be withdrawn (document 3 §3: wallets with bonuses). */
  bonus: amount,
  /** Each on the trading account where it counts. */
  bonuses: z.array(z.object({ account_number: z.number().int(), amount })),
  status: z.enum(['active', 'closed']),
});

export const statementLine = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** The kind of movement; the sentence is `text`. */
  kind: z.string(),
  text: z.string(),
  /** Positive came in, negative went out. */
  amount,
  balance: amount,
  /** The transfer that it belongs to; null for other movements. */
  transfer_id: z.number().int().nullable(),
});

export const walletContract = contract({
  area: 'wallet',
  calls: {
    wallets: {
      method: 'GET',
      path: 'api/direct/wallets',
      summary: 'The client’s wallets, each with its money and with the bonuses in its currency.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({ wallets: z.array(walletLine) }),
      errors: {},
      reads: ['wallets'],
    },
    statement: {
      method: 'GET',
      path: 'api/direct/wallets/{number}/statement',
      summary: 'The movements of one wallet, newest first.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({
        number: z.string().regex(/^\d{1,12}$/),
        after: z.string().max(60).optional(),
        limit: inDigits(z.int().min(1).max(100)).optional(),
      }),
      output: z.object({ currency: z.string(), lines: z.array(statementLine), next: z.string().nullable() }),
      errors: { unknown_wallet: 404, bad_cursor: 422 },
      reads: ['wallets'],
    },
  },
  pages: {
    // Document 1 §2: `/{brand}-wallet`.
    wallet: { path: '{brand}-wallet', query: ['currency', 'after'], title: 'page.wallet', gate: 'view', group: 'money' },
  },
});
