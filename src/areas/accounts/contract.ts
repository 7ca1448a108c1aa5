import { z } from 'zod';
import { account, accountName, closedTrade, dividend, openPosition, shareSplit } from '../../protocol/account.ts';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';
import { form } from '../../protocol/form.ts';
import { endedOrder, pendingOrder } from '../../protocol/order.ts';
import { periodErrors } from '../../protocol/period.ts';

export type { AccountStatus } from '../../protocol/account.ts';

const number = inDigits(z.int().min(1).max(2_147_483_647));
const one = z.object({ number });
/** The calendar of the database begins with the year 1. */
const askedDay = z.iso.date().refine((day) => day >= '0001-01-01');
const nothing = z.object({});
const accountList = z.array(account);
const investments = {
  method: 'GET',
  summary: "The client's accounts on which strategies are copied.",
  who: 'client',
  gate: 'view',
  runs: 'read',
  input: nothing,
  output: z.object({ accounts: z.object({ investment: accountList }) }),
  errors: {},
  reads: ['accounts', 'equity'],
} as const;
/** Prices and lots as the platform writes them; amounts in the account's currency. */
const decimal = z.string();

/** Numbers of statuses as the documents send them: 2 is active (document 3 §4); 3 for archived is our own. */
export const statusNumbers = { active: 2, archived: 3 } as const;

/** How many closed trades a page holds (interfaces §6). */
export const tradesPage = { usual: 20, most: 100 } as const;

export const accountDetails = account.extend({
  /** The leverages that the account may have, ascending (document 3 §3). */
  _embedded: z.object({ leverageList: z.object({ data: z.array(z.int()) }) }),
});

export type AccountDetails = z.infer<typeof accountDetails>;

export type { ClosedTrade as Trade } from '../../protocol/account.ts';

/** Why an account is not put away. */
const heldErrors = { account_has_positions: 422, account_has_money: 422, account_is_strategy: 422 } as const;

const coursePoint = z.object({
  day: z.string(),
  balance: decimal,
  equity: decimal,
  /** What was paid in since the point before, less what was taken out: no profit and no loss. */
  flow: decimal,
  /** What was made since the first point, net of what was paid in and taken out. */
  profit: decimal,
});
export type EquityPoint = z.infer<typeof coursePoint>;

const leverageInput = one.extend({ leverage: inDigits(z.int().min(1).max(5000)) });
const nameInput = one.extend({ name: accountName });

const changeErrors = {
  account_not_found: 404,
  account_not_active: 422,
  platform_unavailable: 503,
  platform_refused: 422,
} as const;

export const accountsContract = contract({
  area: 'accounts',
  calls: {
    overview: {
      method: 'GET',
      path: 'api/accounts',
      summary: "The client's trading accounts by group; zero are those live ones that hold nothing yet and stand in both.",
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: nothing,
      output: z.object({
        accounts: z.object({ live: accountList, demo: accountList, investment: accountList, zero: accountList }),
      }),
      errors: {},
      reads: ['accounts', 'equity'],
    },
    live: {
      method: 'GET',
      path: 'api/accounts/live',
      summary: "The client's live accounts.",
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: nothing,
      output: z.object({ accounts: z.object({ live: accountList }) }),
      errors: {},
      reads: ['accounts', 'equity'],
    },
    demo: {
      method: 'GET',
      path: 'api/accounts/demo',
      summary: "The client's demo accounts.",
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: nothing,
      output: z.object({ accounts: z.object({ demo: accountList }) }),
      errors: {},
      reads: ['accounts', 'equity'],
    },
    investment: { ...investments, path: 'api/accounts/investment' },
    investmentByOldName: {
      ...investments,
      path: 'api/investment_accounts',
      summary: `${investments.summary} The same as api/accounts/investment.`,
    },
    zero: {
      method: 'GET',
      path: 'api/accounts/zero',
      summary: "The client's live accounts that hold nothing.",
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: nothing,
      output: z.object({ accounts: z.object({ zero: accountList }) }),
      errors: {},
      reads: ['accounts', 'equity'],
    },
    archive: {
      method: 'GET',
      path: 'api/accounts/archive',
      summary: 'Accounts that the client has put away, and those that were disabled.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: nothing,
      output: z.object({ archived: accountList, disabled: accountList }),
      errors: {},
      reads: ['accounts', 'equity'],
    },
    details: {
      method: 'GET',
      path: 'api/accounts/{number}',
      summary: 'One trading account as the platform last told it, with the leverages that it may have.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: one,
      output: z.object({
        account: accountDetails,
        /** It has swap because the client's right to an account without was withdrawn. */
        is_swap_free_withdrawn: z.boolean(),
        /** The platform and the broker's books have different amounts of it: until they agree no money leaves it. */
        is_under_review: z.boolean(),
      }),
      errors: { account_not_found: 404 },
      reads: ['accounts', 'equity'],
    },
    positions: {
      method: 'GET',
      path: 'api/accounts/{number}/positions',
      summary: 'The open positions of an account, as the platform sees them now; while it does not answer, since when.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: one,
      output: z.object({ currency: z.string(), positions: z.array(openPosition) }),
      errors: { account_not_found: 404, platform_unavailable: 503 },
      reads: ['positions', 'accounts'],
    },
    trades: {
      method: 'GET',
      path: 'api/accounts/{number}/trades',
      summary: 'Closed trades of an account, the newest first; `next` is the cursor of the following page.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: one.extend({
        from: askedDay.optional(),
        till: askedDay.optional(),
        symbol: z
          .string()
          .regex(/^[\w.#-]{1,32}$/)
          .optional(),
        side: z.enum(['buy', 'sell']).optional(),
        after: z.string().max(60).optional(),
        limit: inDigits(z.int().min(1).max(tradesPage.most)).default(tradesPage.usual),
      }),
      output: z.object({
        currency: z.string(),
        trades: z.array(closedTrade),
        next: z.string().nullable(),
        /** Symbols that have closed trades, for the filter. */
        symbols: z.array(z.string()),
      }),
      errors: { account_not_found: 404, bad_cursor: 422, ...periodErrors },
      reads: ['positions', 'accounts'],
    },
    orders: {
      method: 'GET',
      path: 'api/accounts/{number}/orders',
      summary:
        'Orders of an account that wait for their price, and those that wait no more, the newest first, as the platform tells them, or since when it does not answer; `next` is the `before` of the following page.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: one.extend({ before: z.iso.datetime().optional() }),
      output: z.object({
        /** On the first page. */
        waiting: z.array(pendingOrder),
        orders: z.array(endedOrder),
        next: z.string().nullable(),
      }),
      errors: { account_not_found: 404, platform_unavailable: 503 },
      reads: ['positions', 'accounts'],
    },
    shares: {
      method: 'GET',
      path: 'api/accounts/{number}/shares',
      summary:
        'What shares brought an account, a day and a share each, and how those that were held were split; the newest first. `next` is the `before` of the following page.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: one.extend({ before: askedDay.optional() }),
      output: z.object({
        currency: z.string(),
        dividends: z.array(dividend),
        next: z.string().nullable(),
        /** The latest. */
        splits: z.array(shareSplit),
      }),
      errors: { account_not_found: 404 },
      reads: ['positions', 'accounts'],
    },
    equity: {
      method: 'GET',
      path: 'api/accounts/{number}/equity',
      summary:
        'Balance and equity at the end of each of the last days on which they were told, the oldest first; what stood before is the first day’s. A curve is drawn whole, so it has no pages: `days` says how far back it goes.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: one.extend({ days: inDigits(z.int().min(1).max(1100)).default(90) }),
      output: z.object({
        currency: z.string(),
        points: z.array(coursePoint),
        /** The running day as it stands now; null before the platform first told of the account. */
        now: coursePoint.nullable(),
      }),
      errors: { account_not_found: 404 },
      reads: ['accounts', 'equity'],
    },
    changeStatus: {
      method: 'PATCH',
      path: 'api/direct/accounts/{number}',
      summary:
        'With action=status: archives an account (3) or restores it (2). `status` tells what it was before: archived means restored.',
      who: 'client',
      gate: 'archive_account',
      runs: 'saga',
      input: one.extend({
        action: z.literal('status'),
        status: inDigits(z.union([z.literal(statusNumbers.active), z.literal(statusNumbers.archived)])),
      }),
      query: ['action'],
      output: z.object({ status: z.string(), account }),
      errors: { ...changeErrors, ...heldErrors, account_limit_reached: 422 },
      stale: ['accounts', 'dashboard', 'client_info'],
    },
    changeLeverage: {
      method: 'PATCH',
      path: 'api/accounts/{number}/leverage',
      summary: "Changes an account's leverage to one of its list; refused while positions are open.",
      who: 'client',
      gate: 'change_leverage',
      runs: 'saga',
      input: leverageInput,
      output: z.object({ account: accountDetails }),
      errors: { ...changeErrors, leverage_not_offered: 422, leverage_has_positions: 422, leverage_changing: 422 },
      stale: ['accounts', 'dashboard'],
    },
    rename: {
      method: 'PATCH',
      path: 'api/accounts/{number}/name',
      summary: "Gives an account the client's own name; an empty one takes it away.",
      who: 'client',
      // Whoever may not put an account away may not rename it either.
      gate: 'archive_account',
      traces: 'rename',
      runs: 'transaction',
      input: nameInput,
      output: z.object({ account }),
      errors: { account_not_found: 404 },
      stale: ['accounts', 'dashboard'],
    },
  },
  forms: {
    leverage: form({
      sends: leverageInput,
      supplied: ['number'],
      fields: { leverage: { kind: 'select', label: 'accounts.leverage', help: 'accounts.leverage.help' } },
    }),
    rename: form({
      sends: nameInput,
      supplied: ['number'],
      fields: {
        name: { kind: 'text', label: 'accounts.name', help: 'accounts.name.help', isOptional: true, autoComplete: 'off' },
      },
    }),
  },
  pages: {
    overview: { path: 'accounts', gate: 'view', title: 'accounts.overview.title', group: 'accounts' },
    details: { path: 'accounts/{id:int}', gate: 'view', title: 'accounts.details.title' },
    archive: { path: 'accounts/archive', gate: 'view', title: 'accounts.archive.title', group: 'accounts' },
  },
});
