import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { approvalAnswer, reason } from '../../protocol/staff.ts';

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

/** A rate of the broker's own as the desk shows it: units of the currency for one US dollar. */
const deskRate = ownRate.extend({
  /** What counts now. */
  rate: z.string(),
  /** With the margin: dollars for one unit that is paid in, units for one dollar that is taken out. */
  deposit: z.string(),
  withdraw: z.string(),
});
export type DeskRate = z.infer<typeof deskRate>;

/** A version of such a rate; the latest that has begun counts, the last written of a day. */
const version = z.object({
  id: z.int(),
  currency: z.string(),
  rate: z.string(),
  day: z.iso.date(),
  author: z.string(),
  created_at: z.iso.datetime(),
});
export type RateVersion = z.infer<typeof version>;

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
    own: {
      method: 'GET',
      path: '/api/desk/rates',
      summary:
        'The broker’s own rates with the margins that clients exchange at, and who has set which from when on, the latest first.',
      who: 'staff',
      right: 'rates',
      runs: 'read',
      input: z.object({}),
      output: z.object({
        own_rates: z.array(deskRate),
        /** Hundredths of a per cent, as they are now. */
        margins: z.object({ deposit: z.int(), withdraw: z.int(), transfer: z.int(), awaited: z.int() }),
        versions: z.array(version),
      }),
      errors: { rate_not_available: 422 },
      reads: ['settings', 'approvals'],
    },
    set: {
      method: 'POST',
      path: '/api/desk/rates',
      summary: 'Asks for another rate of the broker’s own from a day on, which a second person approves.',
      who: 'staff',
      right: 'rates',
      audits: 'rate.ask',
      runs: 'transaction',
      input: z.object({
        currency: z.string().max(10),
        /** Units of the currency for one US dollar. */
        rate: z.string().max(30),
        /** A day of UTC from which on it counts; today when left out. */
        day: z.iso.date().optional(),
        reason,
      }),
      output: approvalAnswer,
      errors: { wrong_currency: 422, bad_rate: 422, rate_far: 422, rate_from_past: 422 },
      stale: ['approvals', 'audit'],
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
  deskPages: {
    own: { path: 'rates', title: 'desk.nav.rates', right: 'rates' },
  },
});
