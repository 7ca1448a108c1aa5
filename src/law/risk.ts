import { enrolmentLists } from './enrolmentLists.ts';
import { eeaCountries, moneyLaunderingRisk, sanctionedCountries } from './countryLists.ts';
import type { DiligenceKind, DiligencePaper, RiskFactor, RiskLevel, RiskValue } from './riskLevels.ts';

/*
 * How risky a relation with a client is held to be (Directive (EU) 2015/849, annexes II and III; Money Laundering Regulations 2017 (UK), reg. 18 and
 * 33; FATF Recommendation 10). Points and bounds are our own, for a lawyer of each broker to confirm. Only the server loads this file: no client hears of it.
 */

/** FATF, "Jurisdictions under Increased Monitoring", 24 October 2025. */
const monitored = new Set('DZ AO BO BG CM CI CD HT KE LA LB MC NA NP SS SY VE VN VG YE'.split(' '));
const sanctioned = new Set([...sanctionedCountries, 'RU', 'BY']);
const supervised = new Set([...eeaCountries, 'GB', 'CH']);

/** The riskiest list that a country is on. */
export function countryRisk(iso2: string): 'low' | 'other' | 'monitored' | 'high' | 'sanctioned' {
  if (sanctioned.has(iso2)) return 'sanctioned';
  if (moneyLaunderingRisk.includes(iso2)) return 'high';
  if (monitored.has(iso2)) return 'monitored';
  return supervised.has(iso2) ? 'low' : 'other';
}

/** Professions of the second step (`enrolmentLists.profession_id`) that are not simply employed. */
export const occupationOf: Readonly<Record<string, RiskValue<'occupation'>>> = {
  6: 'occupation_without',
  9: 'occupation_without',
  10: 'occupation_without',
  13: 'occupation_without',
  19: 'occupation_public',
  25: 'occupation_other',
  26: 'occupation_self',
  27: 'occupation_self',
};

/** Sources of funds (`enrolmentLists.funds_source`). */
export const fundsOf: Readonly<Record<string, RiskValue<'funds'>>> = {
  1: 'funds_plain',
  2: 'funds_plain',
  3: 'funds_invested',
  4: 'funds_inherited',
  5: 'funds_plain',
  6: 'funds_other',
};

/** Turnover is compared in this currency, over so many days; from `farPercent` of what was declared on it is far above. */
export const turnoverRule = { currency: 'USD', days: 365, farPercent: 200n } as const;

/** The most of the band, in minor units of that currency; undefined where it is no band. */
function declaredTurnover(band: string): bigint | 'unbounded' | undefined {
  const chosen = enrolmentLists.anticipated_turnover.find(({ id }) => id === band);
  if (!chosen || !('most' in chosen)) return undefined;
  return chosen.most === null ? 'unbounded' : BigInt(chosen.most) * 100n;
}

/** The least of what these bands allow: a higher one that is declared after the payments does not cover them. */
export function leastTurnover(bands: readonly string[]): bigint | 'unbounded' | undefined {
  const most = bands.flatMap((band) => declaredTurnover(band) ?? []);
  const bounds = most.filter((each) => each !== 'unbounded');
  return bounds.length === 0 ? most[0] : bounds.reduce((least, each) => (each < least ? each : least));
}

type Points = { readonly [Factor in RiskFactor]: Readonly<Record<RiskValue<Factor>, number>> };

export interface RiskTable {
  /** Kept with whatever was computed by it. */
  readonly version: string;
  readonly points: Points;
  /** From so many points on. */
  readonly least: Readonly<Record<Exclude<RiskLevel, 'low'>, number>>;
  /** Each of these makes the risk high by itself, and nobody lowers it: the law asks for enhanced due diligence (art. 18a and 20). */
  readonly decisive: readonly RiskValue[];
}

/** Each version that there was, the newest last. One that has been used is not edited: whoever changes a figure adds a version. */
export const riskTables: readonly [RiskTable, ...RiskTable[]] = [
  {
    version: '2026-11',
    points: {
      country: { country_low: 0, country_other: 10, country_monitored: 25, country_high: 60, country_sanctioned: 80 },
      ties: { ties_none: 0, ties_monitored: 10, ties_high: 30, ties_sanctioned: 40 },
      occupation: {
        occupation_plain: 0,
        occupation_public: 10,
        occupation_self: 10,
        occupation_without: 10,
        occupation_other: 15,
        occupation_untold: 10,
      },
      pep: { pep_none: 0, pep_asked: 20, pep_told: 60, pep_true: 60 },
      sanctions: { sanctions_none: 0, sanctions_asked: 40, sanctions_true: 100 },
      funds: { funds_plain: 0, funds_invested: 5, funds_inherited: 10, funds_other: 20, funds_untold: 10 },
      turnover: { turnover_within: 0, turnover_above: 20, turnover_far_above: 40, turnover_untold: 5 },
      product: { product_none: 0, product_trading: 5, product_gold: 10, product_managing: 15 },
      payments: { payments_plain: 0, payments_coins: 15, payments_disputed: 20 },
      channel: { channel_vendor: 0, channel_papers: 5, channel_unproven: 10 },
      introduction: { introduction_none: 0, introduction_agent: 5 },
    },
    least: { medium: 30, high: 60 },
    decisive: ['country_high', 'country_sanctioned', 'pep_told', 'pep_true', 'sanctions_true'],
  },
];

export function currentRiskTable(): RiskTable {
  return riskTables.at(-1) ?? riskTables[0];
}

interface DueDiligence {
  readonly kind: DiligenceKind;
  /** What has to be there, or seen. */
  readonly papers: readonly DiligencePaper[];
  /** Whether a second person agrees to each review. */
  readonly needsSecond: boolean;
  readonly reviewMonths: number;
}

/** What each level demands. */
export const dueDiligence: Readonly<Record<RiskLevel, DueDiligence>> = {
  low: { kind: 'simplified', papers: ['identity'], needsSecond: false, reviewMonths: 36 },
  medium: { kind: 'standard', papers: ['identity', 'residence'], needsSecond: false, reviewMonths: 24 },
  high: { kind: 'enhanced', papers: ['identity', 'residence', 'funds', 'wealth'], needsSecond: true, reviewMonths: 12 },
};
