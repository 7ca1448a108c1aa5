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

const lying = z.object({
  company: z.int(),
  currency: z.string(),
  provider: z.string(),
  amount,
  /** What is to be paid out there, as it is now. */
  to_pay: amount,
  /** More is to be paid out there than lies there. */
  is_short: z.boolean(),
});
export type Lying = z.infer<typeof lying>;

const awaited = z.object({ company: z.int(), currency: z.string(), payouts: z.int(), amount });
export type Awaited = z.infer<typeof awaited>;

const coming = z.object({
  /** Null: it waits for a decision that nobody has promised. */
  day: z.iso.date().nullable(),
  company: z.int(),
  provider: z.string(),
  currency: z.string(),
  payouts: z.int(),
  amount,
  /** Of it, what staff has not approved yet. */
  unapproved: amount,
});
export type Coming = z.infer<typeof coming>;

const bookDay = z.object({
  day: z.iso.date(),
  is_even: z.boolean(),
  /** Company and currency whose closing balances do not sum to zero. */
  uneven: z.array(z.object({ company: z.int(), currency: z.string(), amount })),
  client_money: z.array(clientMoney),
});
export type BookDay = z.infer<typeof bookDay>;

const providerDay = z.object({
  id: z.int(),
  day: z.iso.date(),
  provider: z.string(),
  currency: z.string(),
  reported: amount,
  posted: amount,
  difference: amount,
  /** What of the difference is explained by itself: what waits for a word, and what the book has on another day. */
  explained: amount,
  state: z.enum(['same', 'explained', 'open', 'closed']),
  /** What makes it differ, the largest first. */
  findings: z.array(z.object({ of: z.string(), amount, why: z.string(), is_explained: z.boolean() })),
});
export type ProviderDay = z.infer<typeof providerDay>;

const platformDifference = z.object({
  id: z.int(),
  day: z.iso.date(),
  number: z.int(),
  client_id: z.int(),
  company: z.int(),
  measure: z.string(),
  currency: z.string(),
  platform: amount,
  ledger: amount,
  difference: amount,
  state: z.enum(['passing', 'open', 'closed']),
  closed_at: z.iso.datetime().nullable(),
});
export type PlatformDifference = z.infer<typeof platformDifference>;

const bankSide = z.object({
  id: z.int(),
  company: z.int(),
  currency: z.string(),
  /** What its statements say lies there, and as of which day; what the book has there. */
  day: z.iso.date(),
  stated: amount,
  book: amount,
  /** What its balance says beyond its transactions, and what those say beyond the book. */
  missing: amount,
  difference: amount,
  explained: amount,
  state: z.enum(['same', 'explained', 'open', 'closed']),
});
export type BankSide = z.infer<typeof bankSide>;

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
        /** Payouts to come by day and provider, as it is now. */
        coming: z.array(coming),
      }),
      errors: {},
      reads: ['cases'],
    },
    reconciliations: {
      method: 'GET',
      path: '/api/desk/treasury/reconciliations',
      summary:
        'Days of the book beside what others say: whether each sums to zero, client money required against held, providers’ reports, platforms’ balances, and banks’ as they are now; each difference explained or open.',
      who: 'staff',
      right: 'transfers',
      audits: 'reconciliation.read',
      runs: 'read',
      rate: { count: 60, seconds: 60 },
      /** The last seven days when left out; fourteen at most. */
      input: z.object({ from: z.iso.date().optional(), till: z.iso.date().optional() }),
      output: z.object({
        from: z.iso.date(),
        till: z.iso.date(),
        book: z.array(bookDay),
        providers: z.array(providerDay),
        platforms: z.array(platformDifference),
        /** As it is now. */
        banks: z.array(bankSide),
        /** What stands open in all of them. */
        open: z.int(),
      }),
      errors: { period_reversed: 422, period_too_long: 422 },
      reads: ['cases'],
    },
  },
  deskPages: {
    treasury: { path: 'treasury', query: ['day'], title: 'desk.nav.treasury', right: 'transfers' },
    reconciliations: {
      path: 'treasury/reconciliations',
      query: ['from', 'till'],
      title: 'desk.nav.reconciliations',
      right: 'transfers',
    },
  },
});
