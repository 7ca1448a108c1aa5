import type { PaymentProof, ResidencePaper } from '../documents.ts';
import type { CategoryKind } from '../categories.ts';
import type { EnrolmentRules } from '../enrolment.ts';
import type { GoldVaultKey } from '../goldVaults.ts';
import type { LanguageKey } from '../languages.ts';
import type { PlatformKey } from '../platforms.ts';

/** The broker's legal entities (document 2 §1). */
export const companyIds = [1, 3, 4, 5] as const;
export type CompanyId = (typeof companyIds)[number];

/** The region of each company's clients whose country has no region of its own inside the company. */
export const homeRegions = { 1: 'eu', 3: 'global', 4: 'uk', 5: 'kenya' } as const satisfies Readonly<Record<CompanyId, string>>;

/** The regions of single countries inside a company. */
export const countryRegionKeys = ['china'] as const;
export type CountryRegionKey = (typeof countryRegionKeys)[number];

export type RegionKey = (typeof homeRegions)[CompanyId] | CountryRegionKey;
export const regionKeys: readonly RegionKey[] = [...companyIds.map((company) => homeRegions[company]), ...countryRegionKeys];

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

/** Rewards that a client may be offered; each that comes joins what asks for it in `law/incentives.ts`. */
export type Incentive = 'referral';

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

export type IdentityProof = 'passport' | 'identity_card' | 'driving_licence';

/** What belongs to a company as a whole: no country inside it can have a cell of these otherwise. */
export interface CompanyProfile {
  /** Document 2 §1: 1 main, 3 UK. */
  readonly branch: 1 | 3;
  /** The version of the site that its clients come in by. */
  readonly site: Site;
  /** The countries that it was founded for (ISO 3166 alpha-2); one company serves everybody else. */
  readonly serves: readonly string[] | 'everybody_else';
  /** Which account types it opens: those for everywhere, or those in cents, with fixed spreads and for managers too. */
  readonly accountRange: 'usual' | 'whole';
  /** What its clients accept when they open an account. */
  readonly terms: readonly TermsDocument[];
  /** Whether money that somebody else has paid may be taken, which two persons then agree to (readings, decision 30). */
  readonly thirdPartyMoney: 'never' | 'two_persons';
  /** What it takes as proof of identity, as its samples name them. */
  readonly identityProofs: readonly IdentityProof[];
  /** Where its clients' gold lies. */
  readonly goldVault: GoldVaultKey;
  /** Document 3 §6 asks this of client_info by name. */
  readonly isKenyaBroker: boolean;
}

/** What a company's clients are held to; a country inside it may have any cell of these otherwise. */
export interface RegionRules {
  /** In the order of the menu; one without a catalog is not offered. The first is where one is sent from any other. */
  readonly languages: readonly [LanguageKey, ...LanguageKey[]];
  /** The standard warning with the share of losing accounts stands on every page and in every letter. */
  readonly riskWarning: boolean;
  /** Which incentives a client of each category may be offered. */
  readonly incentives: Readonly<Record<CategoryKind, readonly Incentive[]>>;
  readonly trading: TradingRules;
  /** Who must have passed the appropriateness test before a first live account. */
  readonly appropriatenessTest: readonly CategoryKind[];
  /** The platform that account opening proposes first. */
  readonly defaultPlatform: PlatformKey;
  /** What the form of a demo account starts with; a law's cap on leverage is applied to it as to live accounts. */
  readonly demo: { readonly balance: string; readonly leverage: number };
  readonly gold: GoldRules;
  /**
   * Whether clients may follow strategies: not at all; only those that suit what they have answered; or, of riskier ones, in safety mode
   * after a warning.
   */
  readonly investing: 'closed' | 'suitable' | 'warned';
  /** Whether clients are asked if how they use the portal may be counted; where they never are, nothing is. */
  readonly tracking: 'asked' | 'never';
  /** Whether accounts for shares of listed companies are opened. */
  readonly stockAccounts: boolean;
  /** An account can only be opened once the profile is verified (document 2 §4, Kenyan broker). */
  readonly verifiedBeforeOpening: boolean;
  /** What the second step of the registration asks, and how it stands over the page. */
  readonly enrolment: EnrolmentRules;
  /**
   * Whether a client whose registration is complete may pay in before the papers are approved: not at all, or up to a cap for so many days
   * (both are settings of the area `unverified`).
   */
  readonly unverifiedDeposits: 'none' | 'capped';
  /** Who registered from then on sees documents and profile only, until the papers are approved; null: nobody is locked. */
  readonly papersLockSince: Date | null;
  /** What a proof of residence has to be. */
  readonly residenceProof: ResidenceProof;
  /** What payment methods are proven by, in the order of the page. */
  readonly paymentProofs: readonly PaymentProof[];
  /** By which way a withdrawal is proven with a PIN; null: it needs none. Whoever has no phone is asked by e-mail. */
  readonly payoutPin: 'email' | 'sms' | 'voice' | null;
}

export interface ResidenceProof {
  /** Whether the client says in whose name it is (document 3 §5, global region). */
  readonly asksWhose: boolean;
  /** No older than so many months. */
  readonly mostMonths: number;
  /** What is accepted, as the samples name it. */
  readonly accepts: readonly ResidencePaper[];
}

/**
 * What the trading platforms are told through the groups of accounts. A country that has these otherwise has groups of its
 * own; all others stand in their company's.
 */
export interface TradingRules {
  /** The law's caps on leverage for each category; null where no law caps. */
  readonly leverageCaps: Readonly<Record<CategoryKind, InstrumentCaps | null>>;
  /** Losses are limited to the funds of the account. */
  readonly negativeBalanceProtection: boolean;
  /** Open positions are closed when equity falls to this share of the margin, in percent. */
  readonly closeOutPercent: number;
}

/** Who holds gold with the broker (readings §8), and what a purchase is taxed with. */
export interface GoldRules {
  /** The countries whose clients may. */
  readonly openTo: readonly string[] | 'everybody';
  /** Of the price, in basis points, by country; where none is named there is none. */
  readonly purchaseTax: Readonly<Record<string, number>>;
}

/** A country's rules inside a company, which overrides what it has otherwise. What is the company's own does not compile here. */
export interface CountryRegion {
  readonly company: CompanyId;
  /** ISO 3166 alpha-2. */
  readonly countries: readonly [string, ...string[]];
  readonly overrides: Readonly<Partial<RegionRules>> & { readonly [Cell in keyof CompanyProfile]?: never };
}

/** All that a client is held to: the company's profile, with what the client's country has otherwise. */
export interface RegionProfile extends CompanyProfile, RegionRules {
  readonly key: RegionKey;
  readonly company: CompanyId;
  /** The countries of a region inside a company; null: everybody else of the company. */
  readonly countries: readonly string[] | null;
  /** The region by whose name the groups of its accounts go. */
  readonly groups: RegionKey;
}

/** Narrows a number that came from outside to a company's id. */
export function isCompanyId(value: number | undefined): value is CompanyId {
  return companyIds.some((known) => known === value);
}

/** Something of each company. */
export function forEveryCompany<Value>(valueOf: (company: CompanyId) => Value): Record<CompanyId, Value> {
  return Object.fromEntries(companyIds.map((company) => [company, valueOf(company)])) as Record<CompanyId, Value>;
}

/** Something of each region. */
export function forEveryRegion<Value>(valueOf: (region: RegionKey) => Value): Record<RegionKey, Value> {
  return Object.fromEntries(regionKeys.map((region) => [region, valueOf(region)])) as Record<RegionKey, Value>;
}
