import { accountTypes } from './accountTypes.ts';
import type { LanguageKey } from './languages.ts';
import { regionProfileOf } from './regions/index.ts';
import type { CompanyId, RegionProfile } from './regions/profile.ts';

/** One of a list of the second step: told by a sentence, by a band of numbers, or by a name that is the same in every language. */
export type EnrolmentOption = {
  readonly id: string;
  /** To whom alone it is offered; to everybody when left out. */
  readonly companies?: readonly CompanyId[];
  readonly countries?: readonly string[];
  readonly languages?: readonly LanguageKey[];
  /** Where the region's rules have to say so. */
  readonly where?: (region: RegionProfile) => boolean;
} & ({ readonly phrase: string } | { readonly least: number | null; readonly most: number | null } | { readonly name: string });

const band = (id: string, least: number | null, most: number | null): EnrolmentOption => ({ id, least, most });

/**
 * The value lists that document 2 §3 names (ids that it shows are its own: business operation, funds source 1, 3 and 6, turnover 5,
 * 6 and 8, professions without an employer, experience "no", the third reason for no tax number); everything else of them is ours.
 */
export const enrolmentLists = {
  physical_sex: [
    { id: 'female', phrase: 'enrolment.option.female' },
    { id: 'male', phrase: 'enrolment.option.male' },
  ],
  education: [
    { id: '1', phrase: 'enrolment.option.primary' },
    { id: '2', phrase: 'enrolment.option.secondary' },
    { id: '3', phrase: 'enrolment.option.bachelor' },
    { id: '4', phrase: 'enrolment.option.master' },
  ],
  education_level: [
    { id: '1', phrase: 'enrolment.option.financeNone' },
    { id: '2', phrase: 'enrolment.option.financeCourse' },
    { id: '3', phrase: 'enrolment.option.financeDegree' },
  ],
  profession_id: [
    { id: '1', phrase: 'enrolment.option.accounting' },
    { id: '2', phrase: 'enrolment.option.administration' },
    { id: '3', phrase: 'enrolment.option.agriculture' },
    { id: '4', phrase: 'enrolment.option.banking' },
    { id: '5', phrase: 'enrolment.option.construction' },
    { id: '7', phrase: 'enrolment.option.teaching' },
    { id: '8', phrase: 'enrolment.option.engineering' },
    { id: '11', phrase: 'enrolment.option.health' },
    { id: '14', phrase: 'enrolment.option.technology' },
    { id: '15', phrase: 'enrolment.option.law' },
    { id: '19', phrase: 'enrolment.option.publicService' },
    { id: '21', phrase: 'enrolment.option.sales' },
    { id: '24', phrase: 'enrolment.option.transport' },
    { id: '26', phrase: 'enrolment.option.selfEmployed' },
    { id: '27', phrase: 'enrolment.option.ownMeans' },
    { id: '6', phrase: 'enrolment.option.retired' },
    { id: '9', phrase: 'enrolment.option.student' },
    { id: '10', phrase: 'enrolment.option.unemployed' },
    { id: '13', phrase: 'enrolment.option.household' },
    { id: '25', phrase: 'enrolment.option.other' },
  ],
  business_operation: [
    { id: 'director', phrase: 'enrolment.option.director' },
    { id: 'manager', phrase: 'enrolment.option.manager' },
    { id: 'officer', phrase: 'enrolment.option.officer' },
    { id: 'accountant', phrase: 'enrolment.option.accountant' },
    { id: 'administration', phrase: 'enrolment.option.administration' },
    { id: 'other', phrase: 'enrolment.option.other' },
  ],
  financial_income: [band('1', null, 20_000), band('2', 20_000, 100_000), band('3', 100_000, 250_000), band('4', 250_000, null)],
  net_worth: [band('1', null, 50_000), band('2', 50_000, 100_000), band('3', 100_000, 500_000), band('4', 500_000, null)],
  funds_source: [
    { id: '1', phrase: 'enrolment.option.employment' },
    { id: '2', phrase: 'enrolment.option.savings' },
    { id: '3', phrase: 'enrolment.option.investments' },
    { id: '4', phrase: 'enrolment.option.inheritance' },
    { id: '5', phrase: 'enrolment.option.pension' },
    { id: '6', phrase: 'enrolment.option.other' },
  ],
  purpose_of_transactions: [
    { id: '1', phrase: 'enrolment.option.speculation' },
    { id: '2', phrase: 'enrolment.option.hedging' },
    { id: '3', phrase: 'enrolment.option.investing', where: ({ investing }) => investing !== 'closed' },
    { id: 'other', phrase: 'enrolment.option.other' },
  ],
  business_nature_eu: [
    { id: '1', phrase: 'enrolment.option.privateSector' },
    { id: '2', phrase: 'enrolment.option.publicSector' },
    { id: '3', phrase: 'enrolment.option.ownBusiness' },
    { id: '4', phrase: 'enrolment.option.noBusiness' },
  ],
  business_nature: [
    { id: '1', phrase: 'enrolment.option.privateSector' },
    { id: '2', phrase: 'enrolment.option.publicSector' },
    { id: '3', phrase: 'enrolment.option.ownBusiness' },
    { id: '5', phrase: 'enrolment.option.agriculture', where: ({ enrolment }) => enrolment.namesAgriculture },
    { id: '4', phrase: 'enrolment.option.noBusiness' },
  ],
  deposit_method: [
    { id: 'card', phrase: 'enrolment.option.card' },
    { id: 'bank', phrase: 'enrolment.option.bank' },
    { id: 'wallet', phrase: 'enrolment.option.wallet' },
    { id: 'local', phrase: 'enrolment.option.local', countries: ['NG', 'KE'] },
    { id: 'unionpay', phrase: 'enrolment.option.unionpay', languages: ['zh', 'zh-tw', 'hk'] },
  ],
  intend_deposit_funds: [band('1', null, 1000), band('2', 1000, 10_000), band('3', 10_000, 50_000), band('4', 50_000, null)],
  anticipated_turnover: [band('5', null, 100_000), band('6', 100_000, 500_000), band('8', 500_000, null)],
  account: accountTypes
    .filter(({ opening }) => opening === 'basic')
    .map(({ name, displayName, companies }) => ({ id: name, name: displayName, companies: companies.live })),
  traded_system_experience: [
    { id: 'no', phrase: 'enrolment.option.nothingTraded' },
    { id: 'forex', phrase: 'enrolment.option.forex' },
    { id: 'cfd', phrase: 'enrolment.option.cfd' },
    { id: 'shares', phrase: 'enrolment.option.shares' },
    { id: 'futures', phrase: 'enrolment.option.futures' },
  ],
  how_long_have_you_been_trading: [
    { id: '1', phrase: 'enrolment.option.underOneYear' },
    { id: '2', phrase: 'enrolment.option.oneToThreeYears' },
    { id: '3', phrase: 'enrolment.option.overThreeYears' },
  ],
  number_of_total_trades_per_month: [band('1', null, 10), band('2', 10, 50), band('3', 50, null)],
  average_annual_volume: [band('1', null, 10_000), band('2', 10_000, 100_000), band('3', 100_000, null)],
  no_tin_reason: [
    { id: '1', phrase: 'enrolment.option.notIssuedHere' },
    { id: '2', phrase: 'enrolment.option.notYetIssued' },
    { id: '3', phrase: 'enrolment.option.other' },
  ],
  security_question: [
    { id: '1', phrase: 'enrolment.option.firstSchool' },
    { id: '2', phrase: 'enrolment.option.firstPet' },
    { id: '3', phrase: 'enrolment.option.childhoodFriend' },
    { id: '4', phrase: 'enrolment.option.firstJob' },
  ],
} as const satisfies Readonly<Record<string, readonly EnrolmentOption[]>>;

/** Document 2 §9: what stands at first in the yearly confirmation of somebody who told no income, the band between 20 and 100 (thousands, ours). */
export const retakeDefaults = { financial_income: '2' } as const satisfies Partial<Record<keyof typeof enrolmentLists, string>>;

export type EnrolmentList = keyof typeof enrolmentLists;

export const enrolmentListNames = Object.keys(enrolmentLists) as readonly EnrolmentList[];

/** Whom a list is shown to. */
interface Reader {
  readonly company: CompanyId;
  readonly country: string;
  readonly language: LanguageKey;
}

/** What of a list is offered to a client. */
export function optionsFor(list: EnrolmentList, { company, country, language }: Reader): readonly EnrolmentOption[] {
  const options: readonly EnrolmentOption[] = enrolmentLists[list];
  const region = regionProfileOf({ company, country });
  return options.filter(
    ({ companies, countries, languages, where }) =>
      (companies?.includes(company) ?? true) &&
      (countries?.includes(country) ?? true) &&
      (languages?.includes(language) ?? true) &&
      (where?.(region) ?? true),
  );
}
