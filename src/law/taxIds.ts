/**
 * What a tax number looks like, by country of tax residency. The documents' own rows come first, then what a library of
 * national numbers checks (`areas/countries/taxIds.ts`), then the generic pattern (readings, 23).
 */
export interface TaxIdRule {
  /** Over the whole number. */
  readonly pattern: RegExp;
  /** The number is the national identity number, and the form fills it in from there. */
  readonly is_nid: boolean;
}

/** Document 2 §5: three to twenty letters, digits, @ # / \ - or blanks, with at least one letter or digit. */
export const genericTaxId: TaxIdRule = {
  pattern: /^(?=.*[A-Za-z0-9])[A-Za-z0-9@#/\\\-\s]{3,20}$/,
  is_nid: false,
};

/** The rows that document 2 §5 prints. */
const printed: Readonly<Record<string, TaxIdRule>> = {
  AU: plain(/^\d{8,9}$/),
  BZ: plain(/^(\d{6})?$/),
  // A resident's identity number: seventeen digits and one more sign. The document counts both kinds and takes their sum.
  CN: { pattern: /^[A-Za-z0-9]{18}$/, is_nid: true },
  DE: plain(/^\d{11}$/),
  GB: plain(/^(\d{10}|[A-Za-z]{2}\d{6}[A-Da-d])$/),
  SA: plain(/^(\d{10})?$/),
};

/** Where the library decides: its numbers are written with dots too. */
const checkedTaxId = plain(/^(?=.*[A-Za-z0-9])[A-Za-z0-9@#/\\\-.\s]{3,20}$/);

/** The rule of a country (ISO 3166 alpha-2). */
export function taxIdRule(country: string): TaxIdRule {
  return printed[country] ?? (taxNumbers[country] === undefined ? genericTaxId : checkedTaxId);
}

/** Whether a number must be given there: the documents' own rows of some countries take an empty one too. */
export function requiresTaxId(country: string): boolean {
  return !taxIdRule(country).pattern.test('');
}

/** Whether the document itself says how the country's numbers look: then nothing else is asked of them. */
export function isPrintedTaxId(country: string): boolean {
  return printed[country] !== undefined;
}

/** Whether it fits the country's pattern. An empty one does: whether one must be given is another question. */
export function fitsTaxId(country: string, taxId: string): boolean {
  return taxId === '' || taxIdRule(country).pattern.test(taxId);
}

/**
 * The numbers of natural persons that a country takes as tax numbers (OECD, "Tax identification numbers" by jurisdiction), by
 * the names that the library has for them; one that fits is enough. A country that is not listed gets the generic pattern.
 */
export const taxNumbers: Readonly<Record<string, readonly string[]>> = {
  AR: ['cuit'],
  AT: ['tin'],
  BE: ['nn', 'bis'],
  BG: ['egn', 'pnf'],
  BR: ['cpf'],
  CH: ['ssn'],
  CL: ['run'],
  CO: ['nit'],
  CY: ['vat'],
  CZ: ['rc', 'dic'],
  DK: ['cpr'],
  EE: ['ik'],
  ES: ['dni', 'nie', 'nif'],
  FI: ['hetu'],
  FR: ['nif'],
  GR: ['vat'],
  HR: ['oib'],
  ID: ['npwp'],
  IE: ['pps'],
  IL: ['idnr'],
  IN: ['pan'],
  IS: ['kennitala'],
  IT: ['codicefiscale'],
  KE: ['pin'],
  KR: ['rrn'],
  LT: ['asmens'],
  MX: ['rfc', 'curp'],
  NL: ['bsn'],
  NO: ['fodselsnummer'],
  PE: ['ruc'],
  PL: ['pesel', 'nip'],
  PT: ['nif'],
  RO: ['cnp'],
  SE: ['personnummer'],
  SI: ['ddv'],
  SK: ['rc', 'dph'],
  TH: ['idnr', 'tin'],
  TR: ['tckimlik', 'vkn'],
  UA: ['rntrc'],
  ZA: ['tin'],
};

/**
 * Where a resident may well have no tax number, so that the box for it is offered. Document 2 §5 says "about 75 countries" and
 * names none; these are ours: no tax on the income of persons, or a number that not every resident is given.
 */
export const noTaxIdCountries: readonly string[] = (
  'AE AG AI AW BB BH BM BN BS BT BZ CC CK CW CX DJ DM ER FJ FK FM GD GG GI GL GY HT IM IO JE KI KM KN KW KY LB LC LR LY MH MO ' +
  'MR MS MV NC NF NR NU OM PF PG PM PN PS PW QA SA SB SC SH SM SO SR SS ST TC TK TL TO TV VA VC VG VU WS'
).split(' ');

function plain(pattern: RegExp): TaxIdRule {
  return { pattern, is_nid: false };
}
