import type { PlatformKey } from '../../../law/platforms.ts';
import type { OfferedType } from '../contract.ts';

/** What is typed into the form. Currency and leverage may be left from a type chosen before. */
export interface Typed extends Readonly<Record<string, unknown>> {
  readonly account: string;
  readonly currency: string;
  readonly leverage: string;
  readonly swap_free: boolean;
  readonly demo_trade_balance: string;
  readonly account_name: string;
  readonly i_agree_tc: boolean;
}

/** Only the types that a link names (`available_types`, a comma list), where it names any that are offered. */
export function offeredHere(types: readonly OfferedType[], available: string | undefined): readonly OfferedType[] {
  const names = new Set(available?.split(',').map((name) => name.trim().toLowerCase()));
  const named = types.filter((type) => names.has(type.name));
  return named.length > 0 ? named : types;
}

/** The type to begin with: the one that a link names, else the platform's advantage account, else its first. */
export function firstType(
  types: readonly OfferedType[],
  { wanted, platform }: { readonly wanted: string | undefined; readonly platform: PlatformKey },
): OfferedType | undefined {
  const named = types.find((type) => type.name === wanted?.trim().toLowerCase());
  const here = types.filter((type) => type.platform === platform);
  return named ?? here.find((type) => type.family === 'advantage') ?? here[0] ?? types[0];
}

/** The terms that follow from what is chosen. */
export interface ChosenTerms {
  readonly type: OfferedType;
  readonly currencies: readonly string[];
  readonly currency: string;
  /** Ascending (document 3 §9). */
  readonly leverages: readonly number[];
  readonly leverage: number;
  readonly swapFree: boolean;
}

/** A currency or a leverage that the type does not have gives way to the type's own default. */
export function chosenTerms(types: readonly OfferedType[], typed: Typed): ChosenTerms | undefined {
  const type = types.find(({ name }) => name === typed.account);
  if (!type) return undefined;
  const { account_currencies: currencies, leverageList } = type['_embedded'];
  const wanted = typed.currency.toUpperCase();
  return {
    type,
    currencies,
    currency: currencies.includes(wanted) ? wanted : (currencies[0] ?? ''),
    leverages: leverageList.data,
    leverage: leverageList.data.find((leverage) => String(leverage) === typed.leverage) ?? type.defaultLeverage,
    swapFree: type.swapFree === 'always' || (type.swapFree === 'choice' && typed.swap_free),
  };
}

/** The message id of what a type is for; the same on both platforms. */
export function aboutId(type: OfferedType): string {
  return `opening.about.${type.name.replace(/ mt[45]$/, '').replaceAll(' ', '-')}`;
}

/** Document 2 §2 shows the advantage accounts first. */
const familyOrder = ['advantage', 'ecn', 'standard', 'micro', 'pro'];

export function inOrder(types: readonly OfferedType[]): OfferedType[] {
  return types.toSorted((first, second) => familyOrder.indexOf(first.family) - familyOrder.indexOf(second.family));
}
