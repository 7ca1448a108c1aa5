import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { form } from '../../protocol/form.ts';
import { rowId } from '../../protocol/staff.ts';

/* Gold of the client's own that is pledged for credit on a trading account in US dollars. */

const amount = z.string();
const weight = z.string();
const instant = z.iso.datetime();
const weights = z.object({ g: weight, oz: weight });

/** What a client is told of how much of the gold's worth is lent. */
export const levels = ['none', 'warning', 'call', 'sale'] as const;
export type Level = (typeof levels)[number];

/** What changes a pledge. */
export const orderKinds = ['pledge', 'return', 'sale'] as const;
export type OrderKind = (typeof orderKinds)[number];
export const orderPhases = ['asked', 'sold', 'paid_in', 'done', 'refused'] as const;
export type OrderPhase = (typeof orderPhases)[number];

const pledge = z.object({
  /** Of the trading account. */
  account: z.int(),
  /** What the client calls it. */
  name: z.string(),
  weight: weights,
  credit: amount,
  /** What selling all of it would have brought when it was last valued; null before. */
  worth: amount.nullable(),
  /** The credit in per cent of that worth. */
  lent_percent: z.string().nullable(),
  level: z.enum(levels),
  /** Something has to be done, and waits until the market opens. */
  waits: z.boolean(),
  /** Of the price that it was valued at. */
  price_at: instant.nullable(),
  /** What is under way; null: nothing. */
  under_way: z.enum(orderKinds).nullable(),
});
export type Pledge = z.infer<typeof pledge>;

const pledgeOrder = z.object({
  id: z.string(),
  account: z.int(),
  kind: z.enum(orderKinds),
  /** Of a sale: too much of its worth was lent, or the account had lost more than it had. */
  why: z.enum(['level', 'loss']).nullable(),
  weight: weights,
  /** By how much the credit grew, or shrank. */
  credit: amount,
  /** Of a sale: what it brought. */
  total: amount.nullable(),
  phase: z.enum(orderPhases),
  at: instant,
});
export type PledgeOrder = z.infer<typeof pledgeOrder>;

export const units = ['g', 'oz'] as const;

const wish = {
  account: z.string().regex(/^\d{1,12}$/),
  by: z.enum(units),
  /** Of grams or ounces. */
  amount: z.string().max(40),
};
const wishInput = z.object(wish);

const preview = z.object({
  account: z.int(),
  kind: z.enum(['pledge', 'return']),
  weight: weights,
  /** That comes with it, or goes. */
  credit: amount,
  /** Afterwards. */
  credit_then: amount,
  worth_then: amount,
  currency: z.string(),
  price_at: instant,
});
export type PledgePreview = z.infer<typeof preview>;

const wishErrors = {
  bad_amount: 422,
  unknown_account: 422,
  gold_market_closed: 422,
  gold_pledge_under_way: 409,
  platform_unavailable: 503,
} as const;
const pledgeErrors = { ...wishErrors, gold_short: 422, gold_account_not_pledgeable: 422, gold_pledge_too_small: 422 } as const;
const returnErrors = { ...wishErrors, gold_not_pledged: 422, gold_margin_needed: 422 } as const;

/** What was shown; less of it is not agreed to. */
const agreed = { credit: z.string().regex(/^\d{1,12}(\.\d{1,2})?$/) };
const changed = z.object({ order: pledgeOrder });
const stale = ['gold', 'accounts', 'dashboard'] as const;
const rate = { count: 240, seconds: 3600 } as const;

/** A pledge as staff sees it. */
const pledgeAtDesk = pledge.omit({ name: true, under_way: true }).extend({ client_id: z.int(), company: z.int() });
export type PledgeAtDesk = z.infer<typeof pledgeAtDesk>;

/** How far a delivery is (goldDelivery). */
const deliveryPhases = ['requested', 'paid', 'allocated', 'shipped', 'delivered', 'returned', 'cancelled'] as const;

/** A delivery as it stands on its client's page. */
const deliveryAtDesk = z.object({
  id: z.int(),
  phase: z.enum(deliveryPhases),
  count: z.int(),
  weight: weights,
  requested_at: instant.nullable(),
});
export type DeliveryAtDesk = z.infer<typeof deliveryAtDesk>;

/** So many pledges a page of the desk has. */
export const pledgesShown = 50;

export const goldCollateralContract = contract({
  area: 'goldCollateral',
  calls: {
    pledges: {
      method: 'GET',
      path: '/api/desk/gold-pledges',
      summary:
        'Gold that is pledged for credit, of all clients or of one: what is lent on how much of its worth, the riskiest first.',
      who: 'staff',
      right: 'transfers',
      audits: 'gold_pledge.read',
      runs: 'read',
      /** `after`: the `next` of the page before. */
      input: z.object({ client_id: rowId.optional(), after: rowId.optional() }),
      output: z.object({
        pledges: z.array(pledgeAtDesk),
        /** In US dollars, of all of them. */
        totals: z.object({ weight: weights, worth: amount, credit: amount, count: z.int() }),
        next: z.string().nullable(),
      }),
      errors: {},
      reads: ['gold'],
    },
    ofClient: {
      method: 'GET',
      path: '/api/desk/gold-pledges/clients/{client_id}',
      summary: 'A client’s gold: what is held, what of it is pledged for credit, and what was asked home in bars.',
      who: 'staff',
      right: 'transfers',
      audits: 'gold.read',
      runs: 'read',
      input: z.object({ client_id: rowId }),
      output: z.object({
        /** What is free of pledges and deliveries. */
        held: weights,
        pledges: z.array(pledgeAtDesk),
        /** The newest first, at most fifty. */
        deliveries: z.array(deliveryAtDesk),
      }),
      errors: { client_not_found: 404 },
      reads: ['gold'],
    },
    internal: {
      method: 'GET',
      path: 'api/gold/internal',
      summary:
        'The client’s gold and trading accounts: what is pledged for credit, how much of its worth is lent, and what moved.',
      who: 'client',
      gate: 'gold',
      runs: 'read',
      input: z.object({}),
      output: z.object({
        /** What can be pledged. */
        held: weights,
        currency: z.string(),
        is_open: z.boolean().nullable(),
        opens_at: instant.nullable(),
        haircut_percent: z.string(),
        warning_percent: z.string(),
        call_percent: z.string(),
        sale_percent: z.string(),
        /** Accounts that gold can be pledged for. */
        accounts: z.array(z.object({ number: z.int(), name: z.string() })),
        pledges: z.array(pledge),
        /** The newest first, at most thirty. */
        orders: z.array(pledgeOrder),
      }),
      errors: {},
      reads: ['gold', 'accounts', 'equity'],
    },
    previewPledge: {
      method: 'POST',
      path: 'api/gold/collateral/preview',
      summary: 'What credit would come with gold that is pledged, at the price of now. Nothing is kept.',
      who: 'client',
      gate: 'buy_gold',
      runs: 'saga',
      input: wishInput,
      output: preview,
      errors: pledgeErrors,
      rate,
    },
    pledge: {
      method: 'POST',
      path: 'api/gold/collateral',
      summary: 'Pledges gold and has the platform give the credit that was shown for it.',
      who: 'client',
      gate: 'buy_gold',
      runs: 'saga',
      input: wishInput.extend(agreed),
      output: changed,
      errors: { ...pledgeErrors, gold_price_moved: 409, platform_refused: 422 },
      stale,
      tellsStale: true,
      rate,
    },
    returnable: {
      method: 'GET',
      path: 'api/gold/return',
      summary: 'How much of the gold that is pledged for an account its free margin leaves to be given back.',
      who: 'client',
      gate: 'gold',
      runs: 'read',
      input: z.object({ account: wish.account }),
      output: z.object({
        account: z.int(),
        name: z.string(),
        pledged: weights,
        credit: amount,
        /** What of the credit the account does not need. */
        free: amount,
        most: weights,
        currency: z.string(),
      }),
      errors: { unknown_account: 422, platform_unavailable: 503 },
      reads: ['gold', 'accounts', 'equity'],
    },
    previewReturn: {
      method: 'POST',
      path: 'api/gold/return/preview',
      summary: 'What credit would go with gold that is given back, at the price of now. Nothing is kept.',
      who: 'client',
      gate: 'sell_gold',
      runs: 'saga',
      input: wishInput,
      output: preview,
      errors: returnErrors,
      rate,
    },
    giveBack: {
      method: 'POST',
      path: 'api/gold/return',
      summary: 'Has the platform take off the credit that was shown, and gives the gold back; no more than free margin leaves.',
      who: 'client',
      gate: 'sell_gold',
      runs: 'saga',
      input: wishInput.extend(agreed),
      output: changed,
      errors: { ...returnErrors, gold_price_moved: 409, platform_refused: 422 },
      stale,
      tellsStale: true,
      rate,
    },
  },
  forms: {
    pledge: form({
      sends: wishInput,
      fields: {
        account: { kind: 'select', label: 'goldCollateral.account' },
        by: { kind: 'choice', label: 'goldCollateral.by' },
        amount: { kind: 'amount', label: 'goldCollateral.amount', missing: 'money.amount.missing' },
      },
    }),
    giveBack: form({
      sends: wishInput,
      supplied: ['account'],
      fields: {
        by: { kind: 'choice', label: 'goldCollateral.by' },
        amount: { kind: 'amount', label: 'goldCollateral.amount', missing: 'money.amount.missing' },
      },
    }),
  },
  pages: {
    collateral: { path: 'gold/collateral', query: ['unit'], title: 'page.goldCollateral', gate: 'gold' },
    giveBack: { path: 'gold/return', query: ['account'], title: 'page.goldReturn', gate: 'gold' },
  },
  deskPages: {
    pledges: { path: 'gold-pledges', query: ['client_id'], title: 'desk.nav.pledges', right: 'transfers' },
  },
});
