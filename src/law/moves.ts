import { accountTypes, type AccountType } from './accountTypes.ts';
import { type CategoryId } from './categories.ts';
import { companyFor } from './countries.ts';
import { leverageList, type LeverageState } from './leverage.ts';
import type { Currency } from '../base/currency.ts';
import type { CompanyId } from './regions/profile.ts';

/* Clients who move from one of the broker's companies to another (document 3 §2, §4 and §7). */

/** Where a move leads. `ftg` is the documents' word for the global company. */
export const moveRoutes = ['uk', 'ftg'] as const;
export type MoveRoute = (typeof moveRoutes)[number];

/** The company that each leads to, and those that it leads from. */
export const movesTo: Readonly<Record<MoveRoute, { readonly company: CompanyId; readonly from: readonly CompanyId[] }>> = {
  uk: { company: 4, from: [1, 3] },
  // That the UK's clients go there too is our own rule: the documents name the EU's alone.
  ftg: { company: 3, from: [1, 4] },
};

/** The route by which a client of a company comes to another; undefined where there is none. */
export function routeBetween(from: CompanyId, to: CompanyId): MoveRoute | undefined {
  return moveRoutes.find((route) => movesTo[route].company === to && movesTo[route].from.includes(from));
}

/** Where a client belongs by the country of residence, when that is another company than the present one and a route leads there. */
export function routeByCountry(client: { readonly company: CompanyId; readonly country: string }): MoveRoute | undefined {
  const company = companyFor(client.country);
  return company === undefined ? undefined : routeBetween(client.company, company);
}

/**
 * What of a client blocks a move, moves with it, or ends (readings, "Tables to ship"). Each blocker is a code of the screen's list; what
 * moves or ends is obeyed in `areas/moves`.
 */
export const movedThings = {
  // Document 3 §4: close open positions before moving.
  positions: 'blocks',
  waiting_orders: 'blocks',
  open_transfers: 'blocks',
  debts: 'blocks',
  negative_balance: 'blocks',
  account_changing: 'blocks',
  account_difference: 'blocks',
  strategies: 'blocks',
  // Those that the client follows.
  investments: 'blocks',
  // Each company has vaults and a register of its own: it is sold or brought home first.
  gold: 'blocks',
  wallets: 'moves',
  // On the platform a new login; the old one is emptied and archived.
  live_accounts: 'moves',
  // No more than the new company's law allows.
  leverage: 'moves',
  // They are the client's at the issuer, with what is on them: only what they are topped up from is another company's then.
  prepaid_cards: 'moves',
  // Between the accounts that the old ones become; one of whose accounts goes into the wallet ends.
  standing_orders: 'moves',
  bonus: 'ends',
  // Where the country of residence becomes another one: its approval, and with it that of the client.
  residence_proof: 'ends',
  // Play money: another one is opened where one wants it.
  demo_accounts: 'ends',
} as const satisfies Readonly<Record<string, 'blocks' | 'moves' | 'ends'>>;

export type MovedThing = keyof typeof movedThings;
export type MoveBlocker = { [Thing in MovedThing]: (typeof movedThings)[Thing] extends 'blocks' ? Thing : never }[MovedThing];

/** What an account is opened as in the other company. */
export interface MovedAccount {
  readonly type: AccountType;
  readonly leverage: number;
}

interface Moving {
  readonly typeName: string;
  readonly currency: Currency;
  readonly leverage: number;
  readonly isPromo: boolean;
}

/**
 * The same type with the leverage nearest below the old one, where the new company opens it in that currency; undefined where its money
 * goes into the wallet: bonus accounts, accounts for shares and those of strategies are not opened by a move.
 */
export function movedAccount(account: Moving, client: LeverageState): MovedAccount | undefined {
  const type = accountTypes.find(({ name }) => name === account.typeName);
  if (!type || account.isPromo || type.opening !== 'basic') return undefined;
  if (!type.companies.live.includes(client.company) || !type.currencies.includes(account.currency)) return undefined;
  const offered = leverageList(type, client);
  return { type, leverage: offered.findLast((leverage) => leverage <= account.leverage) ?? Math.min(...offered) };
}

/** Elective professionals are assessed anew by each company; whoever is one by law stays it. */
export function movedCategory(category: CategoryId): CategoryId {
  return category === 2 ? 0 : category;
}
