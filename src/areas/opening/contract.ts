import { z } from 'zod';
import { accountLevels } from '../../law/accountLevels.ts';
import { accountFamilies } from '../../law/accountFamilies.ts';
import { platformKeys } from '../../law/platforms.ts';
import { account, accountName } from '../../protocol/account.ts';
import { contract } from '../../protocol/call.ts';
import { inDigits, yesOrNo } from '../../protocol/digits.ts';
import { form } from '../../protocol/form.ts';
import { gateErrors } from '../../protocol/gateErrors.ts';
import { termsDocuments } from '../../law/regions/profile.ts';

/** Amounts of whole and broken units, by currency; `default` for those that are not named. */
const byCurrency = z.record(z.string(), z.string());

/** Document 2 §3, "Account type". */
const accountType = z.object({
  name: z.string(),
  displayName: z.string(),
  accountTypeId: z.int(),
  accountTitle: z.string(),
  /** Which icon it has (document 1 §3). */
  family: z.enum(accountFamilies),
  platform: z.enum(platformKeys),
  defaultLeverage: z.int(),
  maxLeverage: z.int(),
  /** `choice`: the client decides; `always` and `never`: the type does. */
  swapFree: z.enum(['choice', 'always', 'never']),
  spreadFromPips: z.string(),
  /** Of each side of one lot; zero where it is inside the spread. */
  commissionPerLot: byCurrency,
  _embedded: z.object({
    leverageList: z.object({ data: z.array(z.int()) }),
    /** Nothing for demo accounts: they are given their money. */
    minDeposit: z.object({ data: byCurrency }),
    account_currencies: z.array(z.string()),
  }),
});
export type OfferedType = z.infer<typeof accountType>;

const offeredTypes = z.object({
  account_types: z.array(accountType),
  /** The platform that is proposed first (document 2 §2). */
  default_platform: z.enum(platformKeys),
  /** Documents that the client agrees to when opening. */
  terms: z.array(z.enum(termsDocuments)),
  demo: z.object({ balance: z.string(), max_balance: z.string() }),
});

export type Offer = z.infer<typeof offeredTypes>;

const order = z.object({
  /** The type's name from `account_types`. */
  account: z.string().min(1).max(60),
  /** ISO letters or the documents' numbers. */
  currency: z.union([z.string().min(1).max(8), z.int()]),
  leverage: inDigits(z.int().min(1).max(5000)).optional(),
  swap_free: yesOrNo.optional(),
  account_group: z.string().max(10).optional(),
  account_name: accountName.optional(),
  i_agree_tc: yesOrNo.optional(),
  /** Of an account for shares: the client subscribes to the exchange's prices as no professional. */
  non_professional: yesOrNo.optional(),
  /** The exchange's own agreement. */
  i_agree_nasdaq: yesOrNo.optional(),
});

/** Of accounts for shares (document 2 §8). 10041: a live account to trade with comes first. */
const stockErrors = {
  '10041': 422,
  stock_form_required: 422,
  non_professional_not_confirmed: 422,
  nasdaq_not_agreed: 422,
} as const;

const openErrors = {
  account_type_not_offered: 422,
  account_currency_not_offered: 422,
  leverage_not_offered: 422,
  swap_free_not_offered: 422,
  swap_free_withdrawn: 422,
  demo_balance_out_of_range: 422,
  terms_not_accepted: 422,
  account_group_mismatch: 422,
  '10031': 422,
  platform_unavailable: 503,
  platform_refused: 422,
  ...stockErrors,
  ...gateErrors,
} as const;

/** What is told of a new account, beside the account itself. The passwords are shown this once and kept nowhere. */
const openedFacts = {
  number: z.int(),
  server: z.string(),
  /** Null when the platform has not confirmed yet (status `opening`): a notice follows when it has. */
  credentials: z.object({ password: z.string(), investor_password: z.string() }).nullable(),
};

const openedLive = z.object({ accounts: z.object({ live: z.array(account) }), ...openedFacts });
const openedDemo = z.object({ accounts: z.object({ demo: z.array(account) }), ...openedFacts });
export type Opened = z.infer<typeof openedLive> | z.infer<typeof openedDemo>;

const demoOrder = order.extend({ demo_trade_balance: z.union([z.string().max(20), z.int()]).optional() });
/** What the form sends. */
export type OpenOrder = z.output<typeof demoOrder>;

const number = inDigits(z.int().min(1).max(2_147_483_647));
const topUpInput = z.object({ number, amount: z.union([z.string().min(1).max(20), z.int()]) });

const level = z.object({
  level: z.enum(accountLevels),
  /** The client has an open live account of it, and none of a higher one. */
  is_own: z.boolean(),
  /** The one above the client's own; the first for whoever has none. */
  is_next: z.boolean(),
  /** How many open live accounts of it the client has. */
  accounts: z.int(),
  types: z.array(accountType),
});
export type Level = z.infer<typeof level>;

/** Whoever mistypes tries again; each account that is opened counts against `accounts.maxLive` and `maxDemo` besides. */
const openingRate = { count: 120, seconds: 3600 } as const;

/** Documents 1 and 2 §2; whom to follow goes on to the form of investors. */
const askedQuery = [
  'account',
  'leverage',
  'swap_free',
  'currency',
  'available_types',
  'name',
  'invest',
  'acc',
  'manager',
  'fee',
] as const;
const formQuery = [...askedQuery, 'opened'] as const;

export const openingContract = contract({
  area: 'opening',
  calls: {
    liveTypes: {
      method: 'GET',
      path: 'api/account_types/live',
      summary: 'The types of live accounts that this client may open, each with the leverages that the law allows.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      keepsText: true,
      input: z.object({}),
      output: offeredTypes,
      errors: {},
    },
    demoTypes: {
      method: 'GET',
      path: 'api/account_types/demo',
      summary: 'The types of demo accounts that this client may open.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      keepsText: true,
      input: z.object({}),
      output: offeredTypes,
      errors: {},
    },
    opened: {
      method: 'GET',
      path: 'api/accounts/{number}/opened',
      summary: 'What is told of an account that was opened, for a page that is loaded again: no password, which is shown once.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ number }),
      output: z.object({
        number: z.int(),
        server: z.string(),
        currency: z.string(),
        is_demo: z.boolean(),
        /** False while the platform has not confirmed it. */
        is_open: z.boolean(),
      }),
      errors: { account_not_found: 404 },
      reads: ['accounts'],
    },
    openLive: {
      method: 'POST',
      path: 'api/accounts/live',
      summary: 'Opens a live account on the trading platform and answers its number and, once, its passwords.',
      who: 'client',
      gate: 'open_live_account',
      runs: 'saga',
      input: order,
      output: openedLive,
      errors: openErrors,
      stale: ['accounts', 'dashboard', 'client_info'],
      rate: openingRate,
      shownOnce: ['credentials'],
    },
    openDemo: {
      method: 'POST',
      path: 'api/accounts/demo',
      summary: 'Opens a demo account with play money and answers its number and, once, its passwords.',
      who: 'client',
      gate: 'open_demo_account',
      runs: 'saga',
      input: demoOrder,
      output: openedDemo,
      errors: openErrors,
      stale: ['accounts', 'dashboard', 'client_info'],
      rate: openingRate,
      shownOnce: ['credentials'],
    },
    topUp: {
      method: 'POST',
      path: 'api/accounts/top-up/{number}',
      summary: 'Gives a demo account more play money, up to as much as it could have been opened with.',
      who: 'client',
      gate: 'trade_demo',
      runs: 'saga',
      input: topUpInput,
      output: z.object({
        /** `pending`: the platform has not confirmed it yet. */
        status: z.enum(['done', 'pending']),
        account,
      }),
      errors: {
        account_not_found: 404,
        account_not_active: 422,
        account_is_live: 422,
        demo_balance_out_of_range: 422,
        demo_balance_full: 422,
        platform_unavailable: 503,
        platform_refused: 422,
      },
      stale: ['accounts', 'dashboard'],
      rate: openingRate,
    },
    levels: {
      method: 'GET',
      path: 'api/account-level',
      summary: 'The types of live accounts as levels, with the client’s own and the one after it.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({ levels: z.array(level) }),
      errors: {},
      reads: ['accounts'],
    },
  },
  forms: {
    topUp: form({
      sends: topUpInput,
      supplied: ['number'],
      fields: { amount: { kind: 'amount', label: 'opening.topUp.amount', help: 'opening.topUp.help' } },
    }),
    /** Of both groups; what is only for one of them is hidden in the other. */
    open: form({
      sends: demoOrder,
      supplied: ['account_group'],
      incomplete: 'opening.complete',
      fields: {
        account: { kind: 'select', label: 'opening.account' },
        currency: { kind: 'select', label: 'opening.currency' },
        leverage: { kind: 'select', label: 'opening.leverage', help: 'opening.leverage.help' },
        demo_trade_balance: { kind: 'amount', label: 'opening.demoBalance' },
        swap_free: { kind: 'check', label: 'opening.swapFree', isOptional: true },
        account_name: {
          kind: 'text',
          label: 'opening.name',
          help: 'opening.name.help',
          isOptional: true,
          autoComplete: 'off',
        },
        non_professional: {
          kind: 'check',
          label: 'opening.nonProfessional',
          help: 'opening.nonProfessional.help',
          missing: 'opening.nonProfessional.missing',
        },
        i_agree_nasdaq: { kind: 'check', label: 'opening.nasdaq', missing: 'opening.nasdaq.missing' },
        i_agree_tc: { kind: 'check', label: 'opening.terms', missing: 'opening.terms.missing' },
      },
    }),
  },
  pages: {
    levels: { path: 'account-level', gate: 'view', title: 'opening.levels.title' },
    topUp: { path: 'accounts/top-up/{id:int}', gate: 'trade_demo', title: 'opening.topUp.title' },
    choose: { path: 'accounts/open', query: askedQuery, gate: 'view', title: 'opening.choose.title', group: 'accounts' },
    live: {
      path: 'accounts/open/live',
      gate: 'open_live_account',
      query: [...formQuery, 'stock-details'],
      title: 'opening.live.title',
    },
    demo: { path: 'accounts/open/demo', gate: 'open_demo_account', query: formQuery, title: 'opening.demo.title' },
  },
});
