import { z } from 'zod';
import { contract } from '../../protocol/call.ts';

/** The first day that rates are shown for (document 3: the calendar of the rates page begins here). */
export const firstRateDay = '2017-01-01';

/** What a rate is made for on the page. */
export const rateDirections = ['deposit', 'withdraw'] as const;
export type RateDirection = (typeof rateDirections)[number];

/** Document 1 §3: from, to, original. Rates are decimal strings: units of `to` for one unit of `from`. */
export const conversionRate = z.object({
  from: z.string(),
  to: z.string(),
  /** The source's own rate. */
  original: z.string(),
  /** The client's rate. */
  rate: z.string(),
});
export type ConversionRate = z.infer<typeof conversionRate>;

/** A rate that the broker makes itself, since the reference does not quote the currency. */
const ownRate = z.object({
  currency: z.string(),
  /** The day that it holds from. */
  as_of: z.iso.datetime(),
  /** False when it is too old for money to be exchanged at it. */
  is_usable: z.boolean(),
});
export type OwnRate = z.infer<typeof ownRate>;

export const ratesContract = contract({
  area: 'rates',
  calls: {
    rates: {
      method: 'GET',
      path: 'api/rates',
      summary: 'The conversion rates of a day, for deposits and withdrawals; of today when no day is named.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ date: z.iso.date().optional() }),
      output: z.object({
        /** The day that was asked for. */
        date: z.string(),
        /** When the reference rates behind them were published. */
        as_of: z.iso.datetime(),
        /** False when they lie further behind than they should. */
        is_fresh: z.boolean(),
        /** True from when the day's reference rates are made until they are read: the markups are wider then. */
        is_awaited: z.boolean(),
        currencies: z.array(z.string()),
        own_rates: z.array(ownRate),
        rates: z.object({ deposit: z.array(conversionRate), withdraw: z.array(conversionRate) }),
      }),
      errors: { date_out_of_range: 422, rate_not_available: 422 },
      reads: ['rates'],
    },
  },
  pages: {
    rates: {
      path: 'conversion-rates',
      query: ['date', 'direction', 'from', 'to', 'amount'],
      title: 'rates.page.title',
      gate: 'view',
      group: 'money',
    },
  },
});
