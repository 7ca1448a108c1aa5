import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';
import { periodErrors } from '../../protocol/period.ts';
import { form } from '../../protocol/form.ts';

/* Gold of the client's own. Weights are told in grams and in troy ounces, amounts in US dollars, which gold is bought and sold for. */

const amount = z.string();
const weight = z.string();
const instant = z.string();

/** What a purchase or a sale is asked by. */
export const measures = ['amount', 'g', 'oz'] as const;
export type Measure = (typeof measures)[number];

/** The client's prices of now. */
const price = z.object({
  /** Of a gram and of a troy ounce, what the client pays and what the client gets. */
  buy: z.object({ g: amount, oz: amount }),
  sell: z.object({ g: amount, oz: amount }),
  /** When the platform made it. */
  at: instant,
  is_open: z.boolean(),
  /** When trading goes on; null while it is open, and where the platform does not tell. */
  opens_at: instant.nullable(),
});

const quoteInput = z.object({
  by: z.enum(measures),
  /** Of US dollars, grams or ounces. */
  amount: z.string().max(40),
});

export const goldQuote = z.object({
  quote_id: z.string(),
  side: z.enum(['buy', 'sell']),
  weight: z.object({ g: weight, oz: weight }),
  /** The client's price of a gram and an ounce. */
  price: z.object({ g: amount, oz: amount }),
  currency: z.string(),
  /** What the gold is worth between the platform's bid and ask. */
  metal: amount,
  spread: amount,
  tax: amount,
  tax_percent: z.string(),
  /** What is paid, or received. */
  total: amount,
  price_at: instant,
  expires_at: instant,
  /** For so long it is held, counted from the answer. */
  seconds: z.int(),
});
export type GoldQuote = z.infer<typeof goldQuote>;

const buyErrors = { debt_open: 422 } as const;

const quoteErrors = {
  bad_amount: 422,
  gold_weight_out_of_range: 422,
  gold_market_closed: 422,
  gold_dollars_short: 422,
  gold_short: 422,
  platform_unavailable: 503,
} as const;

const tradeErrors = {
  unknown_quote: 422,
  quote_used: 409,
  quote_expired: 422,
  gold_dollars_short: 422,
  gold_short: 422,
} as const;

const trade = z.object({
  trade_id: z.string(),
  side: z.enum(['buy', 'sell']),
  weight: z.object({ g: weight, oz: weight }),
  total: amount,
});

/** The movements that lead into gold or out of it. */
export const goldMovements = [
  'gold_bought',
  'gold_sold',
  'gold_delivery_held',
  'gold_delivery_released',
  'gold_delivery_returned',
  'gold_pledged',
  'gold_unpledged',
  'opening_balance',
  'exchange',
  'withdrawal_held',
  'withdrawal_released',
] as const;
export type GoldMovement = (typeof goldMovements)[number];

export const statementLine = z.object({
  id: z.string(),
  at: instant,
  kind: z.enum(goldMovements),
  /** With its sign: what came in or went out. */
  weight: z.object({ g: weight, oz: weight }),
  balance: z.object({ g: weight, oz: weight }),
  /** What was paid or received for it; null where it was no trade. */
  total: amount.nullable(),
  spread: amount.nullable(),
  tax: amount.nullable(),
});
export type StatementLine = z.infer<typeof statementLine>;

export const statementFormats = ['pdf', 'csv', 'xlsx', 'print'] as const;

const quoteRate = { count: 240, seconds: 3600 } as const;
const stale = ['gold', 'wallets', 'dashboard'] as const;

export const goldContract = contract({
  area: 'gold',
  calls: {
    trading: {
      method: 'GET',
      path: 'api/gold/trading',
      summary: 'The client’s gold, what it is worth at the price of now, and what can be bought and sold.',
      who: 'client',
      gate: 'gold',
      runs: 'read',
      input: z.object({}),
      output: z.object({
        weight: z.object({ g: weight, oz: weight }),
        currency: z.string(),
        /** What selling all of it would bring now; null while there is no price. */
        value: amount.nullable(),
        /** The same in the currencies of the client’s other wallets and accounts, at the day’s rates: to be looked at. */
        values: z.array(z.object({ currency: z.string(), value: amount })),
        price: price.nullable(),
        /** What is in the wallet that gold is paid from; null without one. */
        wallet: z.object({ number: z.int(), balance: amount }).nullable(),
        limits: z.object({ least: z.object({ g: weight, oz: weight }), most: z.object({ g: weight, oz: weight }) }),
        spread_percent: z.string(),
        tax_percent: z.string(),
        quote_seconds: z.int(),
      }),
      errors: {},
      reads: ['gold', 'wallets'],
    },
    course: {
      method: 'GET',
      path: 'api/gold/course',
      summary: 'The price of gold day by day: the platform’s last bid of each of the last ninety days.',
      who: 'client',
      gate: 'gold',
      runs: 'read',
      input: z.object({}),
      output: z.object({ points: z.array(z.object({ at: instant, g: amount, oz: amount })) }),
      errors: { platform_unavailable: 503 },
    },
    statement: {
      method: 'GET',
      path: 'api/gold/statement',
      summary: 'What moved of the client’s gold, newest first.',
      who: 'client',
      gate: 'gold',
      runs: 'read',
      input: z.object({ after: z.string().max(60).optional(), limit: inDigits(z.int().min(1).max(100)).optional() }),
      output: z.object({
        currency: z.string(),
        /** By application time. */
        today: z.iso.date(),
        lines: z.array(statementLine),
        next: z.string().nullable(),
      }),
      errors: { bad_cursor: 422 },
      reads: ['gold'],
    },
    file: {
      method: 'GET',
      path: 'api/gold/statement/file',
      summary:
        'What moved of the client’s gold over days of UTC, both included, as a document, for programs, or to be printed; its digest stands at its end.',
      who: 'client',
      gate: 'export_transfers',
      runs: 'read',
      traces: 'export',
      answersFile: 'application/octet-stream',
      input: z.object({ from: z.iso.date(), till: z.iso.date(), format: z.enum(statementFormats) }),
      output: z.object({}),
      errors: { statement_long: 409, ...periodErrors },
    },
    quoteBuy: {
      method: 'POST',
      path: 'api/gold/buy/quote',
      summary: 'A price at which gold can be bought, held for a few seconds and for this client: with spread and tax.',
      who: 'client',
      gate: 'buy_gold',
      runs: 'saga',
      input: quoteInput,
      output: goldQuote,
      errors: { ...quoteErrors, ...buyErrors },
      rate: quoteRate,
    },
    quoteSell: {
      method: 'POST',
      path: 'api/gold/sell/quote',
      summary: 'A price at which gold can be sold, held for a few seconds and for this client: with its spread.',
      who: 'client',
      gate: 'sell_gold',
      runs: 'saga',
      input: quoteInput,
      output: goldQuote,
      errors: quoteErrors,
      rate: quoteRate,
    },
    buy: {
      method: 'POST',
      path: 'api/gold/buy',
      summary: 'Buys gold at a quote that is still held, once.',
      who: 'client',
      gate: 'buy_gold',
      runs: 'transaction',
      input: z.object({ quote_id: z.uuid() }),
      output: trade,
      errors: { ...tradeErrors, ...buyErrors },
      stale,
      tellsStale: true,
    },
    sell: {
      method: 'POST',
      path: 'api/gold/sell',
      summary: 'Sells gold at a quote that is still held, once.',
      who: 'client',
      gate: 'sell_gold',
      runs: 'transaction',
      input: z.object({ quote_id: z.uuid() }),
      output: trade,
      errors: tradeErrors,
      stale,
      tellsStale: true,
    },
  },
  forms: {
    /** Of both sides: how much. */
    trade: form({
      sends: quoteInput,
      fields: {
        by: { kind: 'choice', label: 'gold.by' },
        amount: { kind: 'amount', label: 'gold.amount', missing: 'money.amount.missing' },
      },
    }),
  },
  pages: {
    trading: { path: 'gold/trading', query: ['unit', 'after'], title: 'page.gold', gate: 'gold', group: 'invest' },
    buy: { path: 'gold/buy', query: ['by', 'amount'], title: 'page.gold.buy', gate: 'buy_gold' },
    sell: { path: 'gold/sell', query: ['by', 'amount'], title: 'page.gold.sell', gate: 'sell_gold' },
  },
});
