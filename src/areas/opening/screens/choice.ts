import { accountLevelCountries } from '../../../law/countryLists.ts';
import { plainKey } from '../../../law/accountTypes.ts';
import { platformKeys, type PlatformKey } from '../../../law/platforms.ts';
import type { OfferedType } from '../contract.ts';

/** What a link asks for, as its address writes it. */
export interface Wished {
  readonly account?: string | undefined;
  /** A comma list of types. */
  readonly available_types?: string | undefined;
}

/**
 * Only the types that a link names (`available_types`), where it names any that are offered. Document 2 §5: a link whose
 * `account` contains "ecn" leaves the ECN and pro accounts to choose from.
 */
export function offeredHere(
  types: readonly OfferedType[],
  { account, available_types: available }: Wished,
): readonly OfferedType[] {
  const names = new Set(available?.split(',').map((name) => name.trim().toLowerCase()));
  const named = whereAny(types, ({ name }) => names.has(name));
  return /ecn/i.test(account ?? '') ? whereAny(named, ({ name }) => /\b(ecn|pro)\b/.test(name)) : named;
}

/** Those that fit, or all of them where none does. */
function whereAny(types: readonly OfferedType[], fits: (type: OfferedType) => boolean): readonly OfferedType[] {
  const fitting = types.filter(fits);
  return fitting.length > 0 ? fitting : types;
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

/** What of the form hangs together: the type decides which currencies and leverages there are. */
export interface Chosen {
  readonly account: string;
  readonly currency: string;
  readonly leverage: string;
}

/**
 * What does not fit the type gives way: the currency to the type's first, the leverage to its usual one, which also follows
 * the type as long as nothing else was chosen.
 */
export function derivedFor<Typed extends Chosen>(types: readonly OfferedType[], next: Typed, before: Typed): Typed {
  const type = types.find(({ name }) => name === next.account) ?? types[0];
  if (!type) return next;
  const { account_currencies: currencies, leverageList } = type['_embedded'];
  const left = types.find(({ name }) => name === before.account);
  const isUsual = left !== type && next.leverage === String(left?.defaultLeverage);
  const wanted = next.currency.toUpperCase();
  return {
    ...next,
    account: type.name,
    currency: currencies.includes(wanted) ? wanted : (currencies[0] ?? ''),
    leverage: !isUsual && leverageList.data.map(String).includes(next.leverage) ? next.leverage : String(type.defaultLeverage),
  };
}

/** The message id of what a type is for; the same on both platforms. */
export function aboutId(type: OfferedType): string {
  return `opening.about.${plainKey(type.name)}`;
}

/**
 * The query of the deposits that a live account leads on to. Document 2 §2: the mobile app, whose pages carry an action of
 * its own, is told there that an account was opened.
 */
export function depositQuery(number: number, asked: { readonly mobileAppAction?: string | undefined }) {
  return { acc: number, ...(asked.mobileAppAction === undefined ? {} : { mobileAppAction: 'tradingAccountOpened' }) };
}

/** Document 1 §2: account levels are for clients of China, Taiwan, Macao and Hong Kong, and else in English. */
export function mayReadLevels({ country, language }: { readonly country: string; readonly language: string }): boolean {
  return language === 'en' || accountLevelCountries.includes(country);
}

/** Document 2 §2 shows the advantage accounts first. */
const familyOrder = ['advantage', 'ecn', 'standard', 'micro', 'pro', 'stock'];

export function inOrder(types: readonly OfferedType[]): OfferedType[] {
  return types.toSorted((first, second) => familyOrder.indexOf(first.family) - familyOrder.indexOf(second.family));
}

/**
 * Where `invest` and `manager` lead: to the form of investors, with what else the address says (readings, decision 25). `invest` is the
 * number of the strategy's account, or a word that only says so.
 */
export function investorQuery(
  asked: Readonly<Partial<Record<'invest' | 'acc' | 'manager' | 'fee' | 'currency' | 'name', string>>>,
) {
  const { invest = '', acc, manager, fee, currency, name } = asked;
  if (manager === undefined && ['', '0', 'false'].includes(invest)) return undefined;
  const named = /^\d{2,10}$/.test(invest) ? invest : undefined;
  return { manager: manager ?? acc ?? named, fee, currency, name };
}

/** Of what a link asks for, what goes along with the choice of a type. */
export function alongWith(
  asked: Readonly<Partial<Record<'leverage' | 'swap_free' | 'currency' | 'available_types' | 'name', string>>>,
) {
  const { leverage, swap_free, currency, available_types, name } = asked;
  return { leverage, swap_free, currency, available_types, name };
}

/** The platforms to choose from: those that a link leaves a type of. */
export function platformsOf(types: readonly OfferedType[]): readonly PlatformKey[] {
  return platformKeys.filter((key) => types.some(({ platform }) => platform === key));
}

/** The platform to begin with: the usual one, or the first type's where a link leaves none of it to choose from. */
export function firstPlatform(types: readonly OfferedType[], usual: PlatformKey): PlatformKey {
  return types.some(({ platform }) => platform === usual) ? usual : (types[0]?.platform ?? usual);
}
