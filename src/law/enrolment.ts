import { statusFacts, type StatusId } from './statuses.ts';

// What the second step of a registration looks at beyond a client's region: patterns by country (document 2 §§3–5).

/** The groups of questions that a region may ask beside those that everybody is asked. */
export const enrolmentGroups = [
  /** What law in the EU and the UK wants to know of a retail client (MiFID II article 25, COBS 10A). */
  'suitability',
  /** Which account somebody means to open, and how they will pay in. */
  'account',
  /** Document 2 §3: whether the risk is understood, of the Kenyan broker only. */
  'risk_understanding',
  /** Whether contracts for difference were traded before. */
  'cfd_before',
] as const;
export type EnrolmentGroup = (typeof enrolmentGroups)[number];

/** What a region's second step is like. */
export interface EnrolmentRules {
  /** Which of the two forms of document 2 §2 it is: its page view is labelled `registration-step2-popup-<form>`. */
  readonly form: 'eu' | 'global';
  /** Document 2 §2: for China it has a bar, and no button that closes it. */
  readonly isClosable: boolean;
  readonly asks: readonly EnrolmentGroup[];
  /** Whether agriculture stands among the natures of a business. */
  readonly namesAgriculture: boolean;
  /** What stands in a field at first. */
  readonly defaults: Readonly<Record<string, string>>;
  /** Nobody who is tax resident in these is taken here: code 80002 leads them to the EU's site. */
  readonly refusesTaxResidents: readonly string[];
  /** Document 2 §5: citizens of these are not taken. */
  readonly refusesCitizens: readonly string[];
}

/** A number with its pattern over the whole of it. */
interface NumberRule {
  readonly pattern: RegExp;
  readonly isRequired: boolean;
}

/** The national number of a person, where the second step asks for it; nobody else is asked. */
const nationalNumbers: Readonly<Record<string, NumberRule>> = {
  // GB 11643: seventeen digits and a check sign.
  CN: { pattern: /^[A-Za-z0-9]{18}$/, isRequired: true },
  // National identity card: seven to nine digits.
  KE: { pattern: /^\d{7,9}$/, isRequired: true },
  // National identification number: eleven digits.
  NG: { pattern: /^\d{11}$/, isRequired: true },
  // Identity Act 1997: thirteen digits.
  ZA: { pattern: /^\d{13}$/, isRequired: true },
};

/** UPU, "Addressing systems": the codes of countries whose clients come most; elsewhere any short code is taken. */
const postcodes: Readonly<Record<string, NumberRule>> = {
  CN: { pattern: /^\d{6}$/, isRequired: false },
  CY: { pattern: /^\d{4}$/, isRequired: true },
  DE: { pattern: /^\d{5}$/, isRequired: true },
  FR: { pattern: /^\d{5}$/, isRequired: true },
  GB: { pattern: /^[A-Za-z]{1,2}\d[A-Za-z\d]? ?\d[A-Za-z]{2}$/, isRequired: true },
  KE: { pattern: /^\d{5}$/, isRequired: false },
  MY: { pattern: /^\d{5}$/, isRequired: true },
  NG: { pattern: /^\d{6}$/, isRequired: false },
  ZA: { pattern: /^\d{4}$/, isRequired: true },
};
const anyPostcode: NumberRule = { pattern: /^[A-Za-z0-9][A-Za-z0-9 -]{1,11}$/, isRequired: false };

/** Undefined where no national number is asked for. */
export function nationalNumberRule(country: string): NumberRule | undefined {
  return nationalNumbers[country];
}

export function postcodeRule(country: string): NumberRule {
  return postcodes[country] ?? anyPostcode;
}

/** Document 2 §5: Latin letters, digits and basic punctuation; Thailand also has a slash, China also Chinese characters. */
const addresses: Readonly<Record<string, RegExp>> = {
  CN: /^[\p{Script=Latin}\p{Script=Han}\d\s.,'#()&-]+$/u,
  TH: /^[\p{Script=Latin}\d\s.,'#()&/-]+$/u,
};
const anyAddress = /^[\p{Script=Latin}\d\s.,'#()&-]+$/u;

export function addressPattern(country: string): RegExp {
  return addresses[country] ?? anyAddress;
}

/** Document 2 §5: professions without an employer. */
export const withoutEmployer: readonly string[] = ['26', '27', '6', '9', '10', '13'];

/** Document 2 §5: nobody there is warned of an empty tax number. */
export const noTaxIdWarning: readonly string[] = ['NG'];

/** A reason for no tax number that holds for twelve months (trade rules: CRS, "not yet issued"). */
export const notYetIssued = '2';

/** Document 2 §5: at least so old. */
export const leastAge = 18;

/** Who has the second step before them; 66 has done it, and is asked for another thing (readings, 7). */
export function hasToEnrol(status: StatusId): boolean {
  return statusFacts(status).registration === 'partial' && status !== 66;
}

/** The status that the second step leads to: completely registered (document 2 §4). */
export const enrolledStatus: StatusId = 9;
