import { expect, test } from 'vitest';
import fc from 'fast-check';
import { currentRiskTable, dueDiligence, riskTables } from '../../law/risk.ts';
import { enrolmentLists } from '../../law/enrolmentLists.ts';
import { riskFactors, riskLevels } from '../../law/riskLevels.ts';
import { assess, isOutgrown, nextReview, reviewAfterChange, valuesOf, type RiskFacts } from './rules.ts';

const plain: RiskFacts = {
  country: 'DE',
  ties: ['DE'],
  profession: '1',
  funds: '1',
  toldPep: false,
  pep: 'none',
  sanctions: 'none',
  declared: 100_000_00n,
  paidIn: 0n,
  trades: true,
  holdsGold: false,
  managesMoney: false,
  paidInCoins: false,
  wasDisputed: false,
  isProven: true,
  provenByVendor: true,
  hasAgent: false,
};
const judged = (facts: Partial<RiskFacts>) => assess(valuesOf({ ...plain, ...facts }), currentRiskTable());

test.each<[string, Partial<RiskFacts>, { level: string; points: number; value: string }]>([
  ['a plain client of the EU', {}, { level: 'low', points: 5, value: 'country_low' }],
  ['a country that is monitored more closely', { country: 'KE' }, { level: 'medium', points: 30, value: 'country_monitored' }],
  ['one that is monitored inside the EU', { country: 'BG' }, { level: 'medium', points: 30, value: 'country_monitored' }],
  ['a country that the FATF calls to act on', { country: 'MM' }, { level: 'high', points: 65, value: 'country_high' }],
  ['a sanctioned country', { country: 'IR' }, { level: 'high', points: 85, value: 'country_sanctioned' }],
  ['taxes paid in a sanctioned country', { ties: ['DE', 'KP'] }, { level: 'medium', points: 45, value: 'ties_sanctioned' }],
  ['who says that they are exposed', { toldPep: true }, { level: 'high', points: 65, value: 'pep_told' }],
  ['who may be on a list of exposed persons', { pep: 'asked' }, { level: 'low', points: 25, value: 'pep_asked' }],
  ['who is on it, whatever they say', { pep: 'true', toldPep: true }, { level: 'high', points: 65, value: 'pep_true' }],
  ['who may be under sanctions', { sanctions: 'asked' }, { level: 'medium', points: 45, value: 'sanctions_asked' }],
  ['as much as was declared', { paidIn: 100_000_00n }, { level: 'low', points: 5, value: 'turnover_within' }],
  ['a cent more', { paidIn: 100_000_01n }, { level: 'low', points: 25, value: 'turnover_above' }],
  ['twice as much', { paidIn: 200_000_00n }, { level: 'low', points: 25, value: 'turnover_above' }],
  ['a cent more than twice', { paidIn: 200_000_01n }, { level: 'medium', points: 45, value: 'turnover_far_above' }],
  [
    'no end was declared',
    { declared: 'unbounded', paidIn: 9_000_000_00n },
    { level: 'low', points: 5, value: 'turnover_within' },
  ],
  ['nothing was declared', { declared: undefined }, { level: 'low', points: 10, value: 'turnover_untold' }],
  ['funds of a kind that no list names', { funds: '99' }, { level: 'low', points: 25, value: 'funds_other' }],
  ['who trades for others', { managesMoney: true, holdsGold: true }, { level: 'low', points: 15, value: 'product_managing' }],
  ['a chargeback and coins', { wasDisputed: true, paidInCoins: true }, { level: 'low', points: 25, value: 'payments_disputed' }],
  ['who was never seen', { isProven: false, provenByVendor: false }, { level: 'low', points: 15, value: 'channel_unproven' }],
])('%s', (_who, facts, { level, points, value }) => {
  const found = judged(facts);
  expect(found).toMatchObject({ level, points, version: '2026-11' });
  expect(found.factors.map((each) => each.value)).toContain(value);
});

test('the sum of the factors is the points, and each stands there once', () => {
  const countries = fc.constantFrom('DE', 'KE', 'IR', 'MM', 'BR');
  const match = fc.constantFrom('none' as const, 'asked' as const, 'true' as const);
  const any = fc.record({ country: countries, pep: match, sanctions: match, wasDisputed: fc.boolean(), hasAgent: fc.boolean() });
  fc.assert(
    fc.property(any, (facts) => {
      const { factors, points, level } = judged(facts);
      expect(factors.map(({ factor }) => factor)).toEqual(Object.keys(riskFactors));
      expect(factors.reduce((sum, each) => sum + each.points, 0)).toBe(points);
      expect(riskLevels).toContain(level);
    }),
  );
});

test('each table weighs each value, by a version of its own, and every decisive value is one that it weighs', () => {
  expect(new Set(riskTables.map(({ version }) => version)).size).toBe(riskTables.length);
  for (const { points, decisive } of riskTables) {
    const weighed = Object.entries(points).map(([factor, of]) => [factor, Object.keys(of)]);
    expect(weighed).toEqual(Object.entries(riskFactors).map(([factor, values]) => [factor, [...values]]));
    expect(Object.values(points).flatMap((of) => Object.keys(of))).toEqual(expect.arrayContaining([...decisive]));
  }
});

test.each([
  ['lowered, and the law makes it high', ['low', 'high', 65], { isDecisive: true, level: 'high', points: 65, isOver: true }],
  ['high, and the law makes it high', ['high', 'low', 10], { isDecisive: true, level: 'high', points: 90, isOver: false }],
  [
    'lowered from high, and riskier still',
    ['medium', 'high', 65],
    { isDecisive: false, level: 'high', points: 70, isOver: true },
  ],
  [
    'lowered from high, and as risky as before',
    ['medium', 'high', 65],
    { isDecisive: false, level: 'high', points: 65, isOver: false },
  ],
  [
    'lowered from high, less risky since, and high again',
    ['low', 'high', 40],
    { isDecisive: false, level: 'high', points: 60, isOver: true },
  ],
  ['lowered from medium, and high', ['low', 'medium', 35], { isDecisive: false, level: 'high', points: 60, isOver: true }],
  [
    'lowered from medium, and medium by more',
    ['low', 'medium', 35],
    { isDecisive: false, level: 'medium', points: 40, isOver: false },
  ],
  [
    'raised to high from low, and medium by now',
    ['high', 'low', 10],
    { isDecisive: false, level: 'medium', points: 40, isOver: false },
  ],
  ['raised to medium, and high by now', ['medium', 'low', 10], { isDecisive: false, level: 'high', points: 60, isOver: true }],
] as const)('what was agreed to: %s', (_what, [level, over, pointsBefore], { isDecisive, isOver, ...now }) => {
  expect(isOutgrown({ level, over, pointsBefore, isDecisive }, now)).toBe(isOver);
});

test('whatever of the second step’s lists is told is weighed', () => {
  const values = enrolmentLists.profession_id.map(({ id }) => valuesOf({ ...plain, profession: id }).occupation);
  expect(new Set(values)).toEqual(new Set(riskFactors.occupation.filter((value) => value !== 'occupation_untold')));
  const funds = enrolmentLists.funds_source.map(({ id }) => valuesOf({ ...plain, funds: id }).funds);
  expect(new Set(funds)).toEqual(new Set(riskFactors.funds.filter((value) => value !== 'funds_untold')));
});

test('a higher level demands more and comes back sooner', () => {
  for (const [lower, higher] of [
    ['low', 'medium'],
    ['medium', 'high'],
  ] as const) {
    expect(dueDiligence[higher].papers).toEqual(expect.arrayContaining([...dueDiligence[lower].papers]));
    expect(dueDiligence[higher].reviewMonths).toBeLessThan(dueDiligence[lower].reviewMonths);
  }
});

const now = new Date('2026-11-23T12:00:00Z');
test.each([
  ['high from the beginning', { from: undefined, to: 'high', due: undefined }, '2026-11-23'],
  ['low from the beginning', { from: undefined, to: 'low', due: undefined }, '2029-11-23'],
  ['high from low', { from: 'low', to: 'high', due: new Date('2028-01-01') }, '2026-11-23'],
  ['high, and due before', { from: 'low', to: 'high', due: new Date('2026-01-01') }, '2026-01-01'],
  ['medium from low, soon due', { from: 'low', to: 'medium', due: new Date('2027-01-01') }, '2027-01-01'],
  ['medium from low', { from: 'low', to: 'medium', due: new Date('2029-10-01') }, '2028-11-23'],
  ['low from high', { from: 'high', to: 'low', due: new Date('2027-05-01') }, '2027-05-01'],
] as const)('the review of whoever becomes %s', (_what, change, day) => {
  expect(reviewAfterChange(now, change).toISOString().slice(0, 10)).toBe(day);
});

test('the interval runs from the review', () => {
  expect(nextReview(now, 'high').toISOString()).toBe('2027-11-23T12:00:00.000Z');
});
