import type { Currency } from '../../base/currency.ts';
import type { CategoryKind } from '../categories.ts';
import type { LanguageKey } from '../languages.ts';
import type { PlatformKey } from '../platforms.ts';

/** The broker's legal entities (document 2 §1). */
export const companyIds = [1, 3, 4, 5] as const;
export type CompanyId = (typeof companyIds)[number];

/** The places that rules differ by: each company, and China inside the global one. */
export const regionKeys = ['eu', 'uk', 'global', 'kenya', 'china'] as const;
export type RegionKey = (typeof regionKeys)[number];

/** The versions of the site: a company-3 client on the EU or UK version is the documents' "global user". */
export const sites = ['global', 'eu', 'uk'] as const;
export type Site = (typeof sites)[number];

/** The classes of instruments that a law caps leverage by (ESMA 2018/796, annex I). */
export const instrumentClasses = [
  'major_fx',
  'other_fx',
  'gold',
  'major_index',
  'minor_index',
  'commodity',
  'share',
  'crypto',
] as const;
export type InstrumentClass = (typeof instrumentClasses)[number];

/** The most leverage of each class of instruments; 0: the class is not offered at all. */
export type InstrumentCaps = Readonly<Record<InstrumentClass, number>>;

/** Rewards that an incentive ban takes away together. */
export type Incentive = 'bonus' | 'contest' | 'referral' | 'loyalty';

/** A document that a client accepts when an account is opened; where it can be read is a setting. */
export const termsDocuments = [
  'client_agreement',
  'order_execution_policy',
  'risk_disclosure',
  'privacy_policy',
  'conflicts_of_interest_policy',
  'key_information_documents',
] as const;
export type TermsDocument = (typeof termsDocuments)[number];

/**
 * Everything that differs by place, one sheet for each. A new region is a new sheet and a line in `index.ts`;
 * the compiler then lists the cells that are still empty.
 */
export interface RegionSheet {
  readonly key: RegionKey;
  readonly company: CompanyId;
  /** Document 2 §1: 1 main, 3 UK. */
  readonly branch: 1 | 3;
  readonly site: Site;
  /** The first is where one is sent from a language that is not offered here. */
  readonly languages: readonly [LanguageKey, ...LanguageKey[]];
  /** The standard warning with the share of losing accounts stands on every page. */
  readonly riskWarning: boolean;
  /** Which incentives a client of each category may be offered. */
  readonly incentives: Readonly<Record<CategoryKind, readonly Incentive[]>>;
  /** The law's caps on leverage for each category; null where no law caps. */
  readonly leverageCaps: Readonly<Record<CategoryKind, InstrumentCaps | null>>;
  /** Who must have passed the appropriateness test before a first live account. */
  readonly appropriatenessTest: readonly CategoryKind[];
  /** Losses are limited to the funds of the account. */
  readonly negativeBalanceProtection: boolean;
  /** Open positions are closed when equity falls to this share of the margin, in percent. */
  readonly closeOutPercent: number;
  /** The platform that account opening proposes first. */
  readonly defaultPlatform: PlatformKey;
  /** What the form of a demo account starts with; a law's cap on leverage is applied to it as to live accounts. */
  readonly demo: { readonly balance: string; readonly leverage: number };
  /** Currencies that a wallet can be held in; the first is the default. */
  readonly walletCurrencies: readonly [Currency, ...Currency[]];
  /** Parts of the portal that are not offered everywhere. */
  readonly offers: {
    readonly stockAccounts: boolean;
    readonly gold: boolean;
    readonly signals: boolean;
    readonly coupons: boolean;
    readonly referral: boolean;
  };
  /** An account can only be opened once the profile is verified (document 2 §4, Kenyan broker). */
  readonly verifiedBeforeOpening: boolean;
  /** Who registered from then on sees documents and profile only, until the papers are approved; null: nobody is locked. */
  readonly papersLockSince: Date | null;
  /** Document 3 §6 asks this of client_info by name. */
  readonly isKenyaBroker: boolean;
  readonly terms: readonly TermsDocument[];
}
