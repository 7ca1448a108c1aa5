/* What investors choose strategies by, and what providers may offer (document 2 §9, trade rules). */

/** The share of profits that a provider may ask for, in per cent. */
export const mostShare = 50;
/** What the form offers of them. */
export const offeredShares: readonly number[] = [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50];

/** Document 2 §5: 3 to 15 characters; the nickname may have spaces between them. */
export const managerName = /^[A-Za-z0-9_-]{3,15}$/;
export const managerNickname = /^(?=.{3,15}$)[A-Za-z0-9_-]+(?: [A-Za-z0-9_-]+)*$/;

/** The filters of the list, each with what may be chosen (document 2 §9). Risk is a level, age in days, the rest in per cent. */
export const strategyFilters = {
  risk: ['=1', '<=2', '<=3', '<=4'],
  age: ['<30', '>30', '>90', '>180'],
  fee: ['<5', '<10', '<15', '<20', '<30', '<50'],
  profit: ['<0', '>=0', '>=10', '>=50', '>=100', '>=200', '>=300'],
  drawdown: ['<5', '<10', '<30', '<50'],
} as const;
export type FilterName = keyof typeof strategyFilters;
export const filterNames = Object.keys(strategyFilters) as readonly FilterName[];

export const strategySorts = ['profit', 'month', 'drawdown', 'risk', 'age', 'fee', 'name'] as const;
export type StrategySort = (typeof strategySorts)[number];

/** A chosen filter, as the list takes it: `profit>=10`. */
export interface ChosenFilter {
  readonly name: FilterName;
  readonly operator: '=' | '<' | '<=' | '>' | '>=';
  readonly value: number;
}

/** `risk<=2,profit>=10`, each name once; undefined where anything of it is on no list. */
export function readFilters(text: string): readonly ChosenFilter[] | undefined {
  const chosen = text === '' ? [] : text.split(',').map(readFilter);
  const known = chosen.filter((one) => one !== undefined);
  const isOnce = new Set(known.map(({ name }) => name)).size === known.length;
  return known.length === chosen.length && isOnce ? known : undefined;
}

function readFilter(text: string): ChosenFilter | undefined {
  const [, word, operator, value] = /^([a-z]{1,10})(<=|>=|[<>=])(\d{1,3})$/.exec(text) ?? [];
  const name = filterNames.find((each) => each === word);
  if (name === undefined || operator === undefined || value === undefined) return undefined;
  const offered: readonly string[] = strategyFilters[name];
  if (!offered.includes(`${operator}${value}`)) return undefined;
  return { name, operator: operator as ChosenFilter['operator'], value: Number(value) };
}

/**
 * Risk levels from 1 to 10 by the average absolute daily return (trade rules), in hundredths of a per cent: up to the first bound is
 * level 1. The bounds are our own, so that the labels of document 2 §9 fall at a quarter and at one and a half per cent a day.
 */
export const riskBounds: readonly number[] = [10, 25, 50, 75, 100, 150, 200, 300, 500];
/** With fewer days of trading nothing is said of the risk (our own rule). */
export const leastRiskDays = 5;

export type Aggression = 'conservative' | 'moderate' | 'aggressive';

/** Document 2 §9: 2 or less conservative, 3 to 6 moderate, above 6 aggressive. */
export function aggressionOf(risk: number): Aggression {
  if (risk <= 2) return 'conservative';
  return risk <= 6 ? 'moderate' : 'aggressive';
}

/** Why the desk does not take somebody as a provider. */
export const providerReasons = [
  'too_little_trading',
  'trading_not_shown',
  'name_not_accepted',
  'not_accepted',
  'suspicion',
] as const;
export type ProviderReason = (typeof providerReasons)[number];
/** What the client reads of it: nobody is told of a suspicion (readings, 29). */
export const toldProviderReasons = ['too_little_trading', 'trading_not_shown', 'name_not_accepted', 'not_accepted'] as const;
export type ToldProviderReason = (typeof toldProviderReasons)[number];

export function toldProviderReason(reason: string | null): ToldProviderReason {
  return toldProviderReasons.find((each) => each === reason) ?? 'not_accepted';
}

/** Why the desk has a strategy go on that its provider wants closed. */
export const archiveReasons = ['positions_open', 'tell_followers', 'not_accepted', 'suspicion'] as const;
export type ArchiveReason = (typeof archiveReasons)[number];
/** What its provider reads of it: nobody is told of a suspicion (readings, 29). */
export const toldArchiveReasons = ['positions_open', 'tell_followers', 'not_accepted'] as const;
export type ToldArchiveReason = (typeof toldArchiveReasons)[number];

export function toldArchiveReason(reason: string | null): ToldArchiveReason {
  return toldArchiveReasons.find((each) => each === reason) ?? 'not_accepted';
}

/** Why the desk does not have news of a strategy shown. */
export const newsReasons = ['promises_returns', 'not_of_strategy', 'names_others', 'not_accepted', 'suspicion'] as const;
export type NewsReason = (typeof newsReasons)[number];
/** What its manager reads of it: nobody is told of a suspicion (readings, 29). */
export const toldNewsReasons = ['promises_returns', 'not_of_strategy', 'names_others', 'not_accepted'] as const;
export type ToldNewsReason = (typeof toldNewsReasons)[number];

export function toldNewsReason(reason: string | null): ToldNewsReason {
  return toldNewsReasons.find((each) => each === reason) ?? 'not_accepted';
}
