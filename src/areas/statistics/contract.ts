import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';

/** Amounts in the account's currency, lots as the platform writes them, shares in per cent with two decimals. */
const decimal = z.string();

const tally = {
  trades: z.int(),
  won: z.int(),
  lost: z.int(),
  /** Of all that were closed, those that brought something. */
  won_percent: decimal,
  lots: decimal,
  /** Profit, swap and commission together. */
  result: decimal,
};

const totals = z.object({
  ...tally,
  buys: z.int(),
  sells: z.int(),
  /** What the trades that brought something came to, and those that cost something, negative. */
  gained: decimal,
  given: decimal,
  swap: decimal,
  commission: decimal,
  /** Gained divided by given; null where nothing was lost. */
  profit_factor: decimal.nullable(),
  /** Null where there is none of them. */
  average_won: decimal.nullable(),
  average_lost: decimal.nullable(),
  best: decimal,
  worst: decimal,
  /** How long a position was held; null where no opening is known. */
  average_seconds: z.int().nullable(),
});
export type Totals = z.infer<typeof totals>;

const bySymbol = z.object({ symbol: z.string(), ...tally });
export type OfSymbol = z.infer<typeof bySymbol>;

const byHour = z.object({ hour: z.int().min(0).max(23), ...tally });
export type OfHour = z.infer<typeof byHour>;

const coursePoint = z.object({
  day: z.string(),
  equity: decimal,
  /** How far below its highest point so far the account's return stood at the end of the day, zero or negative. */
  drawdown_percent: decimal,
});
export type StatisticsPoint = z.infer<typeof coursePoint>;

export const statisticsContract = contract({
  area: 'statistics',
  calls: {
    ofAccount: {
      method: 'GET',
      path: 'api/accounts/statistics/{number}',
      summary:
        'What an account’s closed trades of the last days came to: together, by symbol, by the hour (UTC) of their opening; and its course with the drawdown, net of what was paid in and taken out. A drawing is whole, so it has no pages: `days` says how far back it goes.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({
        number: inDigits(z.int().min(1).max(2_147_483_647)),
        days: inDigits(z.int().min(1).max(1100)).default(90),
      }),
      output: z.object({
        number: z.int(),
        title: z.string(),
        is_demo: z.boolean(),
        currency: z.string(),
        /** The first day that counts. */
        since: z.string(),
        /** Null where nothing was closed. */
        totals: totals.nullable(),
        by_symbol: z.array(bySymbol),
        /** Hours in which nothing was opened are left out. */
        by_hour: z.array(byHour),
        course: z.array(coursePoint),
        /** The deepest of all, and its day; null where there never was one. */
        worst_drawdown: z.object({ percent: decimal, day: z.string() }).nullable(),
      }),
      errors: { account_not_found: 404 },
      reads: ['accounts', 'positions'],
    },
  },
  pages: {
    ofAccount: { path: 'accounts/statistics/{id:int}', gate: 'view', title: 'statistics.title' },
  },
});

export type Statistics = z.output<typeof statisticsContract.calls.ofAccount.output>;
