import { riskFactorNames, riskLevels, type RiskFactor, type RiskLevel, type RiskValue } from '../../law/riskLevels.ts';
import { countryRisk, dueDiligence, fundsOf, occupationOf, turnoverRule, type RiskTable } from '../../law/risk.ts';

/* From what is known of a client to points and a level. Pure. */

export interface RiskFacts {
  readonly country: string;
  /** Citizenship and where taxes are paid, as far as told. */
  readonly ties: readonly string[];
  /** Ids of the second step's lists. */
  readonly profession: string | null;
  readonly funds: string | null;
  readonly toldPep: boolean;
  readonly pep: Match;
  readonly sanctions: Match;
  /** The most that was declared, in minor units of `turnoverRule.currency`; 'unbounded' of the highest band. */
  readonly declared: bigint | 'unbounded' | undefined;
  /** What was paid in, in the same. */
  readonly paidIn: bigint;
  readonly trades: boolean;
  readonly holdsGold: boolean;
  readonly managesMoney: boolean;
  readonly paidInCoins: boolean;
  readonly wasDisputed: boolean;
  readonly isProven: boolean;
  readonly provenByVendor: boolean;
  readonly hasAgent: boolean;
}

/** Of hits on lists: none, one that is looked at, one that is true. */
export type Match = 'none' | 'asked' | 'true';

export type RiskValues = { readonly [Factor in RiskFactor]: RiskValue<Factor> };

export function valuesOf(facts: RiskFacts): RiskValues {
  return {
    country: `country_${countryRisk(facts.country)}`,
    ties: tiesOf(facts.ties),
    occupation: facts.profession === null ? 'occupation_untold' : (occupationOf[facts.profession] ?? 'occupation_plain'),
    pep: facts.pep === 'true' ? 'pep_true' : facts.toldPep ? 'pep_told' : `pep_${facts.pep}`,
    sanctions: `sanctions_${facts.sanctions}`,
    funds: facts.funds === null ? 'funds_untold' : (fundsOf[facts.funds] ?? 'funds_other'),
    turnover: turnoverOf(facts),
    product: facts.managesMoney
      ? 'product_managing'
      : facts.holdsGold
        ? 'product_gold'
        : facts.trades
          ? 'product_trading'
          : 'product_none',
    payments: facts.wasDisputed ? 'payments_disputed' : facts.paidInCoins ? 'payments_coins' : 'payments_plain',
    channel: facts.provenByVendor ? 'channel_vendor' : facts.isProven ? 'channel_papers' : 'channel_unproven',
    introduction: facts.hasAgent ? 'introduction_agent' : 'introduction_none',
  };
}

function tiesOf(countries: readonly string[]): RiskValue<'ties'> {
  const found = new Set(countries.map(countryRisk));
  if (found.has('sanctioned')) return 'ties_sanctioned';
  if (found.has('high')) return 'ties_high';
  return found.has('monitored') ? 'ties_monitored' : 'ties_none';
}

function turnoverOf({ declared, paidIn }: RiskFacts): RiskValue<'turnover'> {
  if (declared === undefined) return 'turnover_untold';
  if (declared === 'unbounded' || paidIn <= declared) return 'turnover_within';
  return paidIn * 100n > declared * turnoverRule.farPercent ? 'turnover_far_above' : 'turnover_above';
}

export interface WeighedFactor {
  readonly factor: RiskFactor;
  readonly value: RiskValue;
  readonly points: number;
}

export interface Assessed {
  readonly version: string;
  readonly points: number;
  readonly level: RiskLevel;
  readonly factors: readonly WeighedFactor[];
}

export function assess(values: RiskValues, table: RiskTable): Assessed {
  const factors = riskFactorNames.map((factor) => ({ factor, value: values[factor], points: pointsOf(table, factor, values) }));
  const points = factors.reduce((sum, each) => sum + each.points, 0);
  const isDecided = factors.some(({ value }) => table.decisive.includes(value));
  const level = isDecided || points >= table.least.high ? 'high' : points >= table.least.medium ? 'medium' : 'low';
  return { version: table.version, points, level, factors };
}

function pointsOf<Factor extends RiskFactor>({ points }: RiskTable, factor: Factor, values: RiskValues): number {
  const of: Readonly<Record<string, number>> = points[factor];
  return of[values[factor]] ?? 0;
}

export function isHigher(one: RiskLevel, other: RiskLevel): boolean {
  return riskLevels.indexOf(one) > riskLevels.indexOf(other);
}

interface Agreed {
  /** What two persons have put in the place of what was computed, and over which level. */
  readonly level: RiskLevel;
  readonly over: RiskLevel;
  /** Computed last; undefined where nothing was. */
  readonly pointsBefore: number | undefined;
  /** A factor makes the risk high by itself. */
  readonly isDecisive: boolean;
}

/**
 * Whether what was agreed to was about another risk than the one computed now. It never ends by what would lower the client: what was raised as far
 * as what is computed, or further, stays.
 */
export function isOutgrown({ level, over, pointsBefore, isDecisive }: Agreed, now: Pick<Assessed, 'level' | 'points'>): boolean {
  if (!isHigher(now.level, level)) return false;
  return isDecisive || isHigher(now.level, over) || (now.level === 'high' && now.points > (pointsBefore ?? 0));
}

/** So long after a review the next one is due. */
export function nextReview(from: Date, level: RiskLevel): Date {
  const next = new Date(from);
  next.setUTCMonth(next.getUTCMonth() + dueDiligence[level].reviewMonths);
  return next;
}

/**
 * When a client is to be reviewed once the level has become another: a high risk at once, any other as long after now as it asks for, and never
 * later than what stood there before.
 */
export function reviewAfterChange(
  now: Date,
  { from, to, due }: { readonly from: RiskLevel | undefined; readonly to: RiskLevel; readonly due: Date | undefined },
): Date {
  const rises = from === undefined || isHigher(to, from);
  if (rises && to === 'high') return due !== undefined && due < now ? due : now;
  const next = nextReview(now, to);
  return due !== undefined && due < next ? due : next;
}
