import { readCurrency, type Currency } from '../../base/currency.ts';
import { formatMoney, parseMinor, type Money } from '../../base/money.ts';
import type { Verdict } from '../../base/refusal.ts';
import { accountLevels, type AccountLevel } from '../../law/accountLevels.ts';
import {
  accountTypeNamed,
  commissionOf,
  minDepositIn,
  openableTypes,
  stockTypesOf,
  shownName,
  type AccountType,
} from '../../law/accountTypes.ts';
import { stockBlockedCountries } from '../../law/countryLists.ts';
import type { LanguageKey } from '../../law/languages.ts';
import {
  defaultLeverageFor,
  demoLeverageFor,
  demoLeverageList,
  leverageList,
  maxDemoLeverageFor,
  maxLeverageFor,
  type LeverageState,
} from '../../law/leverage.ts';
import type { PasswordRule } from '../../law/platforms.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { Level, OfferedType } from './contract.ts';

export type AccountGroup = 'live' | 'demo';

/** The least play money that a demo account starts with, in whole units. */
export const leastDemoBalance = '100';

interface OfferOptions {
  readonly settings: Settings;
  /** English when left out. */
  readonly language?: LanguageKey;
}

/** What the form of one group offers a client (document 2 §3): the answer of `api/account_types/…`. */
export function offerOf(group: AccountGroup, client: LeverageState, { settings, language = 'en' }: OfferOptions) {
  const region = regionProfileOf(client);
  // Document 2 §5: accounts for shares are hidden in languages other than English.
  const types = typesFor(group, client).filter(({ opening }) => opening !== 'stock' || language === 'en');
  return {
    account_types: types.map((type) => offeredType(type, { group, client, settings })),
    default_platform: region.defaultPlatform,
    terms: [...region.terms],
    demo: { balance: region.demo.balance, max_balance: settings.accounts.maxDemoBalance },
  };
}

/** The types of live accounts as levels, of those that the company opens; `held` names the types of the client's open accounts. */
export function levelsOf(client: LeverageState, held: readonly string[], settings: Settings): Level[] {
  const offered = offerOf('live', client, { settings }).account_types;
  const countOf = (family: AccountLevel): number => held.filter((name) => accountTypeNamed(name)?.family === family).length;
  const there = accountLevels
    .map((family) => ({ level: family, types: offered.filter((type) => type.family === family), accounts: countOf(family) }))
    .filter(({ types }) => types.length > 0);
  const own = there.findLastIndex(({ accounts }) => accounts > 0);
  return there.map((level, index) => ({ ...level, is_own: index === own, is_next: index === own + 1 }));
}

/** The types that a client's company and country let be opened, those for shares included. */
function typesFor(group: AccountGroup, client: LeverageState): readonly AccountType[] {
  const { stockAccounts } = regionProfileOf(client);
  const hasStocks = group === 'live' && stockAccounts && !stockBlockedCountries.includes(client.country);
  return [...openableTypes(group, client.company), ...(hasStocks ? stockTypesOf(client.company) : [])];
}

interface Offering {
  readonly group: AccountGroup;
  readonly client: LeverageState;
  readonly settings: Settings;
}

function offeredType(type: AccountType, { group, client, settings }: Offering): OfferedType {
  const byCurrency = (amountOf: (type: AccountType, currency: Currency) => Money) =>
    Object.fromEntries(type.currencies.map((code) => [code, formatMoney(amountOf(type, code))]));
  return {
    name: type.name,
    displayName: shownName(type),
    accountTypeId: type.id,
    accountTitle: type.accountTitle,
    family: type.family,
    platform: type.platform,
    defaultLeverage: group === 'demo' ? demoLeverageFor(type, client) : defaultLeverageFor(type, client),
    maxLeverage: group === 'demo' ? maxDemoLeverageFor(type, client) : maxLeverageFor(type, client),
    swapFree: type.swapFree,
    spreadFromPips: type.spreadFromPips,
    commissionPerLot: byCurrency(commissionOf),
    _embedded: {
      leverageList: { data: [...(group === 'demo' ? demoLeverageList : leverageList)(type, client)] },
      minDeposit: { data: group === 'demo' ? {} : { default: leastElsewhere(type, settings), ...byCurrency(minDepositIn) } },
      account_currencies: [...type.currencies],
    },
  };
}

/** Document 2 §3: the amount under the key `default`, for a currency that is not named. */
function leastElsewhere(type: AccountType, settings: Settings): string {
  return type.minDepositOf === 'type' ? (type.minDeposit.USD ?? settings.deposit.minimum) : settings.deposit.minimum;
}

/** The open-account form as it was sent. */
export interface OrderForm {
  readonly account: string;
  readonly account_group?: string | undefined;
  readonly currency: string | number;
  readonly leverage?: number | undefined;
  readonly swap_free?: boolean | undefined;
  readonly demo_trade_balance?: string | number | undefined;
  readonly i_agree_tc?: boolean | undefined;
  readonly non_professional?: boolean | undefined;
  readonly i_agree_nasdaq?: boolean | undefined;
}

/** An order that may be carried out. */
export interface Order {
  readonly type: AccountType;
  readonly currency: Currency;
  readonly leverage: number;
  readonly swapFree: boolean;
  /** In minor units; only for demo accounts. */
  readonly demoBalance: bigint | undefined;
}

export type OrderRefusal =
  | 'account_group_mismatch'
  | 'account_type_not_offered'
  | 'account_currency_not_offered'
  | 'leverage_not_offered'
  | 'swap_free_not_offered'
  | 'demo_balance_out_of_range'
  | 'terms_not_accepted'
  | 'non_professional_not_confirmed'
  | 'nasdaq_not_agreed';

export interface OrderFacts {
  readonly group: AccountGroup;
  readonly client: LeverageState;
  readonly isTermsAgreed: boolean;
  readonly settings: Settings;
}

/** Whether such an account may be opened for such a client; what was left out takes the form's defaults. */
export function checkOrder(form: OrderForm, facts: OrderFacts): Verdict<Order, OrderRefusal> {
  const { group, client } = facts;
  if (form.account_group && form.account_group !== group)
    return { ok: false, code: 'account_group_mismatch', field: 'account_group' };
  const type = accountTypeNamed(form.account);
  if (!type || !typesFor(group, client).includes(type)) {
    return { ok: false, code: 'account_type_not_offered', field: 'account' };
  }
  const currency = readCurrency(form.currency);
  if (!currency || !type.currencies.includes(currency)) {
    return {
      ok: false,
      code: 'account_currency_not_offered',
      field: 'currency',
      values: { offered: type.currencies.join(', ') },
    };
  }
  const offered = (group === 'demo' ? demoLeverageList : leverageList)(type, client);
  const usual = group === 'demo' ? demoLeverageFor(type, client) : defaultLeverageFor(type, client);
  const leverage = form.leverage ?? usual;
  if (!offered.includes(leverage)) {
    return { ok: false, code: 'leverage_not_offered', field: 'leverage', values: { offered: offered.join(', ') } };
  }
  const swapFree = form.swap_free ?? type.swapFree === 'always';
  if ((swapFree && type.swapFree === 'never') || (!swapFree && type.swapFree === 'always')) {
    return { ok: false, code: 'swap_free_not_offered', field: 'swap_free' };
  }
  if (!facts.isTermsAgreed && !form.i_agree_tc) return { ok: false, code: 'terms_not_accepted', field: 'i_agree_tc' };
  if (type.opening === 'stock') {
    // Document 2 §5: a subscriber of the exchange's prices who is no professional has to be confirmed as one.
    if (!form.non_professional) return { ok: false, code: 'non_professional_not_confirmed', field: 'non_professional' };
    if (!form.i_agree_nasdaq) return { ok: false, code: 'nasdaq_not_agreed', field: 'i_agree_nasdaq' };
  }
  const order = { type, currency, leverage, swapFree };
  return group === 'demo' ? withDemoBalance(order, form, facts) : { ok: true, value: { ...order, demoBalance: undefined } };
}

function withDemoBalance(order: Omit<Order, 'demoBalance'>, form: OrderForm, facts: OrderFacts): Verdict<Order, OrderRefusal> {
  const { currency } = order;
  const most = facts.settings.accounts.maxDemoBalance;
  const wanted =
    form.demo_trade_balance === undefined || form.demo_trade_balance === ''
      ? regionProfileOf(facts.client).demo.balance
      : String(form.demo_trade_balance);
  const minor = parseMinor(wanted, currency);
  const [from, to] = [parseMinor(leastDemoBalance, currency), parseMinor(most, currency)];
  if (minor === undefined || from === undefined || to === undefined || minor < from || minor > to) {
    return {
      ok: false,
      code: 'demo_balance_out_of_range',
      field: 'demo_trade_balance',
      values: { least: leastDemoBalance, most, currency },
    };
  }
  return { ok: true, value: { ...order, demoBalance: minor } };
}

/** Whether one more may be opened; 10031 beyond, which no field is to blame for (document 2 §8). */
export function mayOpenMore(
  count: { readonly all: number; readonly ofType: number },
  of: { readonly type: AccountType; readonly group: AccountGroup; readonly settings: Settings },
): Verdict<true, '10031'> {
  const { maxLive, maxDemo } = of.settings.accounts;
  const most = of.group === 'demo' ? maxDemo : maxLive;
  if (count.all >= most) return { ok: false, code: '10031', values: { most } };
  if (count.ofType >= of.type.maxAccounts) return { ok: false, code: '10031', values: { most: of.type.maxAccounts } };
  return { ok: true, value: true };
}

/** Letters and digits that are hard to mistake for one another, and signs that no protocol escapes. */
const passwordClasses = [
  ['needsUpper', 'ABCDEFGHJKLMNPQRSTUVWXYZ'],
  ['needsLower', 'abcdefghijkmnpqrstuvwxyz'],
  ['needsDigit', '23456789'],
  ['needsSpecial', '!@#$*'],
] as const;
const plainCharacters = passwordClasses
  .slice(0, 3)
  .map(([, characters]) => characters)
  .join('');
const usualPasswordLength = 12;

/**
 * A password that the platform takes: of every class that its rule asks for, and else of letters and digits.
 * `pick` answers a whole number from zero up to, and without, its argument.
 */
export function newTradingPassword(rule: PasswordRule, pick: (below: number) => number): string {
  const one = (from: string) => from.charAt(pick(from.length));
  const characters = passwordClasses.flatMap(([need, from]) => (rule[need] ? [one(from)] : []));
  const length = Math.min(Math.max(usualPasswordLength, rule.minLength), rule.maxLength);
  while (characters.length < length) characters.push(one(plainCharacters));
  for (let place = characters.length - 1; place > 0; place -= 1) {
    const other = pick(place + 1);
    [characters[place], characters[other]] = [characters[other] ?? '', characters[place] ?? ''];
  }
  return characters.join('');
}
