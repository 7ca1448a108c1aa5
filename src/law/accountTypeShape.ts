import type { Currency } from '../base/currency.ts';
import type { AccountFamily } from './accountFamilies.ts';
import type { PlatformKey } from './platforms.ts';
import type { CompanyId } from './regions/profile.ts';

/** What is told of each type of `accountTypes.ts`. */
export interface AccountType {
  /** Ids that document 2 §9 shows are the documents'; from 1001 on they are our own. */
  readonly id: number;
  /** As calls name it (`account` of the open-account form). */
  readonly name: string;
  /** As screens name it. Display names without MT4 or MT5 get MT4 appended, except type 60 (document 2 §5). */
  readonly displayName: string;
  readonly accountTitle: string;
  /** Which icon and which card it belongs to (document 1 §3). */
  readonly family: AccountFamily;
  readonly platform: PlatformKey;
  /** What opens it: the basic form, the stock questionnaires, a strategy provider's request, or following a strategy. */
  readonly opening: 'basic' | 'stock' | 'provider' | 'investor';
  readonly currencies: readonly Currency[];
  /** Ascending, before any cap of law or platform. */
  readonly leverages: readonly number[];
  readonly defaultLeverage: number;
  readonly swapFree: 'choice' | 'always' | 'never';
  /** The least first deposit in whole units, for each of the type's currencies. Demo accounts are given theirs. */
  readonly minDeposit: Readonly<Partial<Record<Currency, string>>>;
  /**
   * `method`: it is what the payment methods take at least, so an own transfer may bring less. `type`: the type itself asks
   * for it, and the first money has to come to that much whichever way it comes.
   */
  readonly minDepositOf: 'method' | 'type';
  /** Where the spread of the first major pair starts, in pips. */
  readonly spreadFromPips: string;
  /** Commission of each side of one lot in whole units, by currency; none where it is inside the spread. */
  readonly commissionPerLot: Readonly<Partial<Record<Currency, string>>>;
  readonly companies: { readonly live: readonly CompanyId[]; readonly demo: readonly CompanyId[] };
  /** How many open accounts of this type a client may hold of each group; 10031 beyond. */
  readonly maxAccounts: number;
}
