import { likenessOf, type Likeness } from './likeness.ts';
import { spell, type SpelledName } from './spelling.ts';

/** A client, or an entry of a list. */
export interface ScreenedPerson {
  readonly names: readonly string[];
  /** `1970-01-31`, `1970-01`, `1970`, or `1961/1963` for some time between; none where nobody knows. */
  readonly birthDates: readonly string[];
  /** ISO 3166 alpha-2, in capitals. */
  readonly countries: readonly string[];
  /** Of a client: papers have shown it. Left out: it is what somebody typed. */
  readonly isBirthDateProven?: boolean;
}

/** The same, its names spelled as they are compared. */
export interface PreparedPerson extends ScreenedPerson {
  readonly spelled: readonly SpelledName[];
  readonly years: readonly Years[];
}

interface Years {
  readonly from: number;
  readonly till: number;
}

export type BirthAgreement = 'same' | 'year' | 'near' | 'differs' | 'unknown';
export type CountryAgreement = 'same' | 'other' | 'unknown';

/** How alike a client and an entry are, from 0 to 100, and what it is made of. */
export interface Score {
  readonly points: number;
  readonly name: { readonly points: number; readonly typed: string; readonly listed: string; readonly words: Likeness['words'] };
  readonly birthDate: { readonly points: number; readonly agreement: BirthAgreement };
  readonly country: { readonly points: number; readonly agreement: CountryAgreement };
}

/** Our own figures: what each fact adds to the likeness of the names, held to recall and false hits by `npm run bench`. */
const birthPoints: Readonly<Record<BirthAgreement, number>> = { same: 8, year: -6, near: -10, unknown: -13, differs: -25 };
/** Another date that no papers have shown, beside the very same name and country: whoever is listed could have typed it. */
const doubtedPoints = -13;
const countryPoints: Readonly<Record<CountryAgreement, number>> = { same: 3, unknown: 0, other: -3 };

export function prepare(person: ScreenedPerson): PreparedPerson {
  return { ...person, spelled: person.names.map(spell), years: person.birthDates.map(yearsOf) };
}

/** Undefined where they cannot be one person whatever their names: another date of birth that is proven outweighs the same name. */
export function scoreOf(client: PreparedPerson, entry: PreparedPerson, least: number): Score | undefined {
  const birth = birthAgreement(client, entry);
  const country = countryAgreement(client.countries, entry.countries);
  const isDoubted = birth === 'differs' && country === 'same' && client.isBirthDateProven !== true;
  const ofBirth = isDoubted ? doubtedPoints : birthPoints[birth];
  const beside = ofBirth + countryPoints[country];
  if (100 + beside < least) return undefined;
  const leastName = isDoubted ? 1 : (least - beside) / 100;
  const best = bestLikeness(client, entry, leastName);
  if (!best) return undefined;
  const name = Math.round(best.likeness.value * 100);
  const points = Math.min(name + beside, 100);
  if (points < least || (isDoubted && name < 100)) return undefined;
  return {
    points,
    name: {
      points: name,
      typed: client.names[best.typed] ?? '',
      listed: entry.names[best.listed] ?? '',
      words: best.likeness.words,
    },
    birthDate: { points: ofBirth, agreement: birth },
    country: { points: countryPoints[country], agreement: country },
  };
}

function bestLikeness(client: PreparedPerson, entry: PreparedPerson, least: number) {
  let best: { likeness: Likeness; typed: number; listed: number } | undefined;
  for (const [typed, one] of client.spelled.entries()) {
    for (const [listed, other] of entry.spelled.entries()) {
      const likeness = likenessOf(one, other, least);
      if (likeness.value > (best?.likeness.value ?? 0)) best = { likeness, typed, listed };
    }
  }
  return best;
}

const order: readonly BirthAgreement[] = ['same', 'year', 'near', 'differs'];

/** The best that any two of them say. */
function birthAgreement(one: PreparedPerson, other: PreparedPerson): BirthAgreement {
  if (one.years.length === 0 || other.years.length === 0) return 'unknown';
  let best: BirthAgreement = 'differs';
  for (let at = 0; at < one.years.length; at += 1) {
    for (let to = 0; to < other.years.length; to += 1) {
      // Most people differ by years, which is seen without looking at the dates.
      if (gapOf(one.years[at], other.years[to]) > 1) continue;
      const agreement = agreementOfDates(one.birthDates[at] ?? '', other.birthDates[to] ?? '');
      if (order.indexOf(agreement) < order.indexOf(best)) best = agreement;
    }
  }
  return best;
}

/** By how many years two spans are apart; 0 and less: they share a year. */
function gapOf(one: Years | undefined, other: Years | undefined): number {
  return one && other ? Math.max(one.from - other.till, other.from - one.till) : 0;
}

/** Of two whose years are one apart at most. */
function agreementOfDates(one: string, other: string): BirthAgreement {
  const isOneOff = gapOf(yearsOf(one), yearsOf(other)) === 1;
  if (one.length !== 10 || other.length !== 10) return isOneOff ? 'near' : 'year';
  if (one === other) return 'same';
  const [, month, day] = one.split('-');
  if (other.endsWith(`-${month}-${day}`) || (!isOneOff && other.endsWith(`-${day}-${month}`))) return 'near';
  return [...one].filter((digit, at) => digit !== other[at]).length === 1 ? 'near' : 'differs';
}

function yearsOf(told: string): Years {
  const [from = '', till = from] = told.split('/');
  return { from: Number(from.slice(0, 4)), till: Number(till.slice(0, 4)) };
}

function countryAgreement(ones: readonly string[], others: readonly string[]): CountryAgreement {
  if (ones.length === 0 || others.length === 0) return 'unknown';
  return ones.some((one) => others.includes(one)) ? 'same' : 'other';
}
