import type { Currency } from '../base/currency.ts';
import { money, parseMinor, type Money } from '../base/money.ts';
import type { AccountType } from './accountTypeShape.ts';
import { companyProfileOf, regions } from './regions/index.ts';
import { companyIds, type CompanyId } from './regions/profile.ts';

export type { AccountType };

// Document 2 §9, "Leverage".
const upTo1000 = [25, 50, 100, 200, 500, 1000] as const;
const upTo500 = [25, 50, 100, 200, 500] as const;
const only200 = [200] as const;
const unlevered = [1] as const;

const wholeRange = companyIds.filter((company) => companyProfileOf(company).accountRange === 'whole');
const withStocks = companyIds.filter((company) => regions.some((region) => region.company === company && region.stockAccounts));
const withInvestors = companyIds.filter((company) =>
  regions.some((region) => region.company === company && region.investing !== 'closed'),
);
const nowhere: readonly CompanyId[] = [];

// Document 2 §9: deposit minimum 100; pro accounts 25 000 in EUR, USD or GBP.
// In other currencies as much as a card brings at least (law/methods.ts), and in cents a hundred times the number.
const usualMinimum = { USD: '100', EUR: '100', GBP: '100', NGN: '100000' } as const;
const centMinimum = { USC: '10000', EUC: '10000', GBC: '10000', NGC: '10000000' } as const;
const proMinimum = { EUR: '25000', USD: '25000', GBP: '25000' } as const;

// No document gives a commission: about two and one and a half dollars a side, as brokers of this kind publish.
const ecnCommission = { USD: '2.00', EUR: '1.80', GBP: '1.60' } as const;
const advantageCommission = { USD: '1.50', EUR: '1.40', GBP: '1.20', NGN: '2300.00' } as const;

const usual = {
  opening: 'basic',
  currencies: ['USD', 'EUR', 'GBP'],
  leverages: upTo500,
  defaultLeverage: 100,
  swapFree: 'choice',
  minDeposit: usualMinimum,
  minDepositOf: 'method',
  spreadFromPips: '1.3',
  commissionPerLot: {},
  companies: { live: companyIds, demo: companyIds },
  maxAccounts: 10,
} as const satisfies Partial<AccountType>;

/** Every account type of document 2 §3 and §9. */
export const accountTypes: readonly AccountType[] = [
  {
    ...usual,
    id: 1,
    name: 'standard',
    displayName: 'Standard',
    accountTitle: 'Standard account',
    family: 'standard',
    platform: 'mt4',
    currencies: ['USD', 'EUR', 'GBP', 'NGN'],
    leverages: upTo1000,
  },
  {
    ...usual,
    id: 19,
    name: 'micro',
    displayName: 'Micro',
    accountTitle: 'Micro account',
    family: 'micro',
    platform: 'mt4',
    leverages: upTo1000,
    spreadFromPips: '1.5',
    companies: { live: wholeRange, demo: wholeRange },
  },
  {
    ...usual,
    id: 54,
    name: 'micro cent',
    displayName: 'Micro Cent',
    accountTitle: 'Micro account in cents',
    family: 'micro',
    platform: 'mt4',
    currencies: ['USC', 'EUC', 'GBC', 'NGC'],
    leverages: upTo1000,
    minDeposit: centMinimum,
    spreadFromPips: '1.5',
    companies: { live: wholeRange, demo: nowhere },
  },
  {
    ...usual,
    id: 1001,
    name: 'cent',
    displayName: 'Cent',
    accountTitle: 'Standard account in cents',
    family: 'standard',
    platform: 'mt4',
    currencies: ['USC', 'EUC', 'GBC', 'NGC'],
    leverages: upTo1000,
    minDeposit: centMinimum,
    companies: { live: wholeRange, demo: nowhere },
  },
  {
    ...usual,
    id: 1002,
    name: 'fixed',
    displayName: 'Fixed',
    accountTitle: 'Account with fixed spreads',
    family: 'standard',
    platform: 'mt4',
    spreadFromPips: '3.0',
    companies: { live: wholeRange, demo: wholeRange },
  },
  {
    ...usual,
    id: 1003,
    name: 'amanah',
    displayName: 'Amanah',
    accountTitle: 'Swap-free account',
    family: 'standard',
    platform: 'mt4',
    swapFree: 'always',
    companies: { live: wholeRange, demo: wholeRange },
  },
  {
    ...usual,
    id: 3,
    name: 'ecn mt4',
    displayName: 'ECN MT4',
    accountTitle: 'ECN account on MetaTrader 4',
    family: 'ecn',
    platform: 'mt4',
    spreadFromPips: '0.1',
    commissionPerLot: ecnCommission,
  },
  {
    ...usual,
    id: 1004,
    name: 'ecn mt5',
    displayName: 'ECN MT5',
    accountTitle: 'ECN account on MetaTrader 5',
    family: 'ecn',
    platform: 'mt5',
    spreadFromPips: '0.1',
    commissionPerLot: ecnCommission,
  },
  {
    ...usual,
    id: 1005,
    name: 'ecn zero',
    displayName: 'ECN Zero',
    accountTitle: 'ECN account without commission',
    family: 'ecn',
    platform: 'mt4',
    leverages: upTo1000,
    spreadFromPips: '1.0',
    companies: { live: wholeRange, demo: wholeRange },
  },
  {
    ...usual,
    id: 30,
    name: 'pro',
    displayName: 'Pro',
    accountTitle: 'Account for professionals',
    family: 'pro',
    platform: 'mt4',
    leverages: only200,
    defaultLeverage: 200,
    swapFree: 'never',
    minDeposit: proMinimum,
    minDepositOf: 'type',
    spreadFromPips: '0.0',
    maxAccounts: 2,
  },
  {
    ...usual,
    id: 23,
    name: 'advantage mt4',
    displayName: 'Advantage MT4',
    accountTitle: 'Advantage account on MetaTrader 4',
    family: 'advantage',
    platform: 'mt4',
    currencies: ['USD', 'EUR', 'GBP', 'NGN'],
    leverages: upTo1000,
    spreadFromPips: '0.0',
    commissionPerLot: advantageCommission,
  },
  {
    ...usual,
    id: 39,
    name: 'advantage mt5',
    displayName: 'Advantage MT5',
    accountTitle: 'Advantage account on MetaTrader 5',
    family: 'advantage',
    platform: 'mt5',
    currencies: ['USD', 'EUR', 'GBP', 'NGN'],
    spreadFromPips: '0.0',
    commissionPerLot: advantageCommission,
  },
  {
    ...usual,
    id: 60,
    name: 'advantage stock',
    displayName: 'Advantage Stocks',
    accountTitle: 'Account for shares of listed companies',
    family: 'stock',
    platform: 'mt5',
    opening: 'stock',
    currencies: ['USD'],
    leverages: unlevered,
    defaultLeverage: 1,
    swapFree: 'never',
    companies: { live: withStocks, demo: nowhere },
    maxAccounts: 1,
  },
  {
    ...usual,
    id: 49,
    name: 'stock mt5',
    displayName: 'Stock MT5',
    accountTitle: 'Account for shares on MetaTrader 5',
    family: 'stock',
    platform: 'mt5',
    opening: 'stock',
    currencies: ['USD'],
    leverages: unlevered,
    defaultLeverage: 1,
    swapFree: 'never',
    companies: { live: withStocks, demo: nowhere },
    maxAccounts: 1,
  },
  {
    ...usual,
    id: 1006,
    name: 'manager',
    displayName: 'Manager',
    accountTitle: "Strategy provider's account",
    family: 'manager',
    platform: 'mt4',
    opening: 'provider',
    leverages: only200,
    defaultLeverage: 200,
    companies: { live: wholeRange, demo: nowhere },
  },
  {
    ...usual,
    id: 1007,
    name: 'investor',
    displayName: 'Investor',
    accountTitle: 'Account on which a strategy is copied',
    // On the managers' platform, in their currencies and with their leverage as far as the law lets it.
    family: 'manager',
    platform: 'mt4',
    opening: 'investor',
    leverages: only200,
    defaultLeverage: 200,
    swapFree: 'never',
    companies: { live: withInvestors, demo: nowhere },
    maxAccounts: 100,
  },
];

/** An account that only copies a strategy: its owner neither trades on it nor has its passwords, and money comes and goes by the follow. */
export const isCopied = (type: Pick<AccountType, 'opening'>): boolean => type.opening === 'investor';

/** The key of what a type is for, the same on both platforms: the sentence `opening.about.<key>`. */
export function plainKey(name: string): string {
  return name.replace(/ mt[45]$/, '').replaceAll(' ', '-');
}

/** The types that the basic form opens for a company's clients, in the order of the table. */
export function openableTypes(group: 'live' | 'demo', company: CompanyId): readonly AccountType[] {
  return accountTypes.filter((type) => type.opening === 'basic' && type.companies[group].includes(company));
}

/** The types for shares of listed companies that a company opens, in the order of the table. */
export function stockTypesOf(company: CompanyId): readonly AccountType[] {
  return accountTypes.filter((type) => type.opening === 'stock' && type.companies.live.includes(company));
}

/** The names of all types for shares of listed companies. */
export const stockTypeKeys: readonly string[] = accountTypes.filter(({ opening }) => opening === 'stock').map(({ name }) => name);

/** The type of that name, or undefined. Names are compared without regard to case. */
export function accountTypeNamed(name: string): AccountType | undefined {
  return accountTypes.find((type) => type.name === name.trim().toLowerCase());
}

export function accountTypeById(id: number): AccountType | undefined {
  return accountTypes.find((type) => type.id === id);
}

/** Document 2 §5: display names without MT4 or MT5 get MT4 appended, except type 60. */
export function shownName(type: AccountType): string {
  return type.id === 60 || /MT[45]/.test(type.displayName) ? type.displayName : `${type.displayName} MT4`;
}

/** The least first deposit of a type in one of its currencies. */
export function minDepositIn(type: AccountType, currency: Currency): Money {
  const least = type.minDeposit[currency];
  if (least === undefined) throw new Error(`${type.name} names no least deposit in ${currency}`);
  return inCurrency(least, currency);
}

/** The commission of each side of one lot in one of the type's currencies; zero where it is inside the spread. */
export function commissionOf(type: AccountType, currency: Currency): Money {
  return inCurrency(type.commissionPerLot[currency] ?? '0', currency);
}

function inCurrency(text: string, currency: Currency): Money {
  const minor = parseMinor(text, currency);
  if (minor === undefined) throw new Error(`${text} is no amount in ${currency}`);
  return money(minor, currency);
}
