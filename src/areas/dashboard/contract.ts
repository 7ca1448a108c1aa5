import { z } from 'zod';
import { gateCodes, type GateCode } from '../../law/gates.ts';
import { nextPages } from '../../law/nextPages.ts';
import { account } from '../../protocol/account.ts';
import { contract } from '../../protocol/call.ts';
import { transferLine } from '../../protocol/payment.ts';

/** Shut gates that nobody stands before on the way to a funded account: other pages lead there. */
const elsewhere = [
  'test_not_asked',
  'sign_in_refused',
  'stock_not_available_here',
  'stock_not_available_in_country',
  'gold_not_available_here',
  'signals_not_available_here',
  '10045',
] as const;
export type StepCode = 'open_account' | 'deposit' | Exclude<GateCode, (typeof elsewhere)[number]>;

/** What the next step can be: each is a sentence, `dashboard.next.<code>`. */
export const stepCodes: readonly StepCode[] = [
  'open_account',
  'deposit',
  ...gateCodes.filter(
    (code): code is Exclude<GateCode, (typeof elsewhere)[number]> => !elsewhere.some((other) => other === code),
  ),
];

/** What a newcomer has before them, in its order: each is a sentence, `dashboard.begin.<line>`. */
export const beginLines = ['email', 'registration', 'papers', 'test', 'account', 'deposit', 'trade'] as const;
export type BeginLine = (typeof beginLines)[number];

/** How much the first screen shows of each; the rest is a press away. */
export const shownMost = { accounts: 6, transfers: 5 } as const;

export const dashboardContract = contract({
  area: 'dashboard',
  calls: {
    dashboard: {
      method: 'GET',
      path: 'api/dashboard',
      summary: 'What a client sees first: what everything is worth, the accounts, wallets, latest transfers and the next step.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({
        /** Equity of the live accounts and balances of the wallets; null where there is nothing, or no rate to add it up by. */
        total: z
          .object({
            amount: z.string(),
            currency: z.string(),
            /** When amounts in other currencies were converted: the time of the rates. */
            rates_as_of: z.iso.datetime().nullable(),
          })
          .nullable(),
        accounts: z.object({
          live: z.array(account),
          demo: z.array(account),
          /** All of them, also those that are not shown. */
          live_count: z.int(),
          demo_count: z.int(),
        }),
        wallets: z.array(z.object({ number: z.int(), currency: z.string(), balance: z.string(), held: z.string() })),
        transfers: z.array(transferLine),
        /** The one thing to do next; null when nothing waits for the client. */
        next_step: z
          .object({
            /** 'open_account', 'deposit', or the code of the gate that is shut. */
            code: z.enum(stepCodes),
            /** The page that opens the gate, as the gates of client_info name it; null where none does. */
            next: z.enum(nextPages).nullable(),
          })
          .nullable(),
        /** From the registration to the first trade, as facts have it; empty once all is done, or where nothing can be begun. */
        begin: z.array(z.object({ line: z.enum(beginLines), is_done: z.boolean() })),
      }),
      errors: {},
      reads: ['dashboard', 'accounts', 'equity', 'wallets', 'transfers'],
    },
    asks: {
      method: 'GET',
      path: 'api/dashboard/asks',
      summary:
        'Whether the client has still to say if how they use the portal may be counted: asked once the first screen stands.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({ asks_tracking: z.boolean() }),
      errors: {},
      reads: ['dashboard'],
    },
    live: {
      method: 'GET',
      path: 'api/accounts_dashboard/live',
      summary: 'The live accounts of the first screen, what holds most first; live_count counts all of them.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({ accounts: z.object({ live: z.array(account), live_count: z.int() }) }),
      errors: {},
      reads: ['dashboard', 'accounts', 'equity'],
    },
    investment: {
      method: 'GET',
      path: 'api/accounts_dashboard/investment',
      summary: 'The client’s accounts on which strategies are copied.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({ accounts: z.object({ investment: z.array(account) }) }),
      errors: {},
      reads: ['dashboard', 'accounts', 'equity'],
    },
  },
  pages: {
    home: { path: '', title: 'nav.home', gate: 'view' },
  },
});
