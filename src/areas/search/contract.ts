import { z } from 'zod';
import { platformKeys } from '../../law/platforms.ts';
import { contract } from '../../protocol/call.ts';
import { transferLine } from '../../protocol/payment.ts';

/** As many as a list under a search box can show. */
export const mostResults = 10;

export const searchResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('account'),
    number: z.int(),
    /** The client's own name for it, else its type. */
    title: z.string(),
    platform: z.enum(platformKeys),
    currency: z.string(),
    is_demo: z.boolean(),
  }),
  z.object({ kind: z.literal('wallet'), number: z.int(), currency: z.string() }),
  transferLine.extend({ kind: z.literal('transfer') }),
]);

export const searchContract = contract({
  area: 'search',
  calls: {
    search: {
      method: 'GET',
      path: 'api/search',
      summary:
        'Finds the client’s own accounts and wallets (by number, name, type, currency) and transfers (by number, account, amount), the best first, at most ten. Pages are found by the browser, which has their names.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ q: z.string().trim().min(2).max(60) }),
      output: z.object({ results: z.array(searchResult).max(mostResults) }),
      errors: {},
      reads: ['accounts', 'wallets', 'transfers'],
    },
  },
});
