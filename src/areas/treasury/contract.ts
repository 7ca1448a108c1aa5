import { z } from 'zod';
import { contract } from '../../protocol/call.ts';

const amount = z.string();

const trialLine = z.object({
  company: z.int(),
  currency: z.string(),
  /** `client:wallet`, or `broker:provider:praxis`. */
  account: z.string(),
  opening: amount,
  debit: amount,
  credit: amount,
  closing: amount,
});
export type TrialLine = z.infer<typeof trialLine>;

const clientMoney = z.object({
  company: z.int(),
  currency: z.string(),
  /** What is owed to clients: their accounts, and what is on its way to them or waits for its owner. */
  required: amount,
  /** At providers and banks, and what was brought in from before this book. */
  held: amount,
  /** Held less required. */
  over: amount,
  is_short: z.boolean(),
});
export type ClientMoney = z.infer<typeof clientMoney>;

const lying = z.object({ company: z.int(), currency: z.string(), provider: z.string(), amount });
export type Lying = z.infer<typeof lying>;

const awaited = z.object({ company: z.int(), currency: z.string(), payouts: z.int(), amount });
export type Awaited = z.infer<typeof awaited>;

/** A day of UTC. */
const asked = { day: z.iso.date() };

export const treasuryContract = contract({
  area: 'treasury',
  calls: {
    day: {
      method: 'GET',
      path: '/api/desk/treasury',
      summary:
        'A day of the book: its trial balance, client money required against held, what lies at which provider, and the payouts to come.',
      who: 'staff',
      right: 'transfers',
      runs: 'read',
      rate: { count: 60, seconds: 60 },
      /** Today, by application time, when no day is asked for. */
      input: z.object({ day: asked.day.optional() }),
      output: z.object({
        day: z.iso.date(),
        trial: z.array(trialLine),
        /** Whether the closing balances of each company and currency sum to zero. */
        is_even: z.boolean(),
        client_money: z.array(clientMoney),
        lying: z.array(lying),
        /** Set aside for withdrawals under way, as it is now. */
        awaited: z.array(awaited),
      }),
      errors: {},
      reads: ['cases'],
    },
    file: {
      method: 'GET',
      path: '/api/desk/treasury/file',
      summary: 'The trial balance of a day, or client money required against held, as a file.',
      who: 'staff',
      right: 'transfers',
      runs: 'read',
      answersFile: 'application/octet-stream',
      input: z.object({ ...asked, table: z.enum(['trial', 'client_money']), format: z.enum(['pdf', 'csv', 'xlsx']) }),
      output: z.object({}),
      errors: {},
    },
  },
  deskPages: {
    treasury: { path: 'treasury', query: ['day'], title: 'desk.nav.treasury', right: 'transfers' },
  },
});
