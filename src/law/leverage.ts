import type { AccountType } from './accountTypes.ts';
import { categoryKind, type CategoryId } from './categories.ts';
import { platforms } from './platforms.ts';
import { regionProfileOf, type RegionClient } from './regions/index.ts';
import type { InstrumentCaps, InstrumentClass } from './regions/profile.ts';

/** What a leverage depends on, besides the type of account. */
export interface LeverageState extends RegionClient {
  readonly category: CategoryId;
  /** The most that the client's appropriateness test allows; left out where none was taken. */
  readonly testLeverage?: number;
}

/** The law's caps for a client, class by class; null where none holds. */
export function instrumentCapsFor(client: LeverageState): InstrumentCaps | null {
  return regionProfileOf(client).trading.leverageCaps[categoryKind(client.category)];
}

/**
 * The leverage that one class of instruments is traded with on an account: the account's, under the law's cap.
 * 0: the class is not offered to the client at all (crypto for UK retail clients).
 */
export function instrumentLeverage(client: LeverageState, instrument: InstrumentClass, accountLeverage: number): number {
  return Math.min(accountLeverage, instrumentCapsFor(client)?.[instrument] ?? accountLeverage);
}

/**
 * The most leverage that a client's account may have: the type's own, the platform's and the law's, whichever is least.
 * The law caps each class of instruments; an account carries the highest of them and its platform group the others.
 */
export function maxLeverageFor(type: AccountType, client: LeverageState): number {
  const caps = instrumentCapsFor(client);
  const lawful = caps === null ? Infinity : Math.max(...Object.values(caps));
  return Math.min(Math.max(...type.leverages), platforms[type.platform].maxLeverage, lawful, testedLeverage(client));
}

/** What the appropriateness test allows, as long as the client's category is asked for it. */
function testedLeverage(client: LeverageState): number {
  const isAsked = regionProfileOf(client).appropriatenessTest.includes(categoryKind(client.category));
  return isAsked ? (client.testLeverage ?? Infinity) : Infinity;
}

/** On a demo account one learns: no result of a test holds there. */
function learning({ company, country, category }: LeverageState): LeverageState {
  return { company, country, category };
}

/** The most that a demo account may have. */
export function maxDemoLeverageFor(type: AccountType, client: LeverageState): number {
  return maxLeverageFor(type, learning(client));
}

/**
 * The leverages that a client may choose for an account of that type, ascending. A cap below the type's steps is offered
 * itself: a retail client in the EU sees 25 and 30, and 30 alone where the type starts at 200.
 */
export function leverageList(type: AccountType, client: LeverageState): readonly number[] {
  const most = maxLeverageFor(type, client);
  return ascending([...type.leverages.filter((leverage) => leverage <= most), most]);
}

/**
 * The same for a demo account: where its type leaves a choice, also what the web terminal proposes and what its form starts
 * with (document 3 §9, document 2 §9), so that neither asks for what cannot be opened.
 */
export function demoLeverageList(type: AccountType, client: LeverageState): readonly number[] {
  const list = leverageList(type, learning(client));
  if (list.length === 1) return list;
  const most = Math.max(...list);
  const besides = [...webTerminalDemoLeverages(client), regionProfileOf(client).demo.leverage].filter(
    (leverage) => leverage <= most,
  );
  return ascending([...list, ...besides]);
}

function ascending(leverages: readonly number[]): readonly number[] {
  return [...new Set(leverages)].toSorted((first, second) => first - second);
}

/** The leverage that the form of a live account starts with. */
export function defaultLeverageFor(type: AccountType, client: LeverageState): number {
  return highestUpTo(leverageList(type, client), type.defaultLeverage);
}

/** The leverage that the form of a demo account starts with (document 2 §9: 30 for the UK, 500 otherwise), under the same caps. */
export function demoLeverageFor(type: AccountType, client: LeverageState): number {
  return highestUpTo(demoLeverageList(type, client), regionProfileOf(client).demo.leverage);
}

/** What the web terminal offers for a demo account (document 3 §9: 500, 200, 100 and 33), under the same caps, ascending. */
export function webTerminalDemoLeverages(client: LeverageState): readonly number[] {
  const caps = instrumentCapsFor(client);
  const lawful = caps === null ? Infinity : Math.max(...Object.values(caps));
  return [...new Set([33, 100, 200, 500].map((leverage) => Math.min(leverage, lawful)))];
}

function highestUpTo(list: readonly number[], wanted: number): number {
  return list.findLast((leverage) => leverage <= wanted) ?? Math.min(...list);
}
