import type { Currency } from '../../base/currency.ts';

/** An account of the broker at the bank of the sandbox. Its numbers belong to nobody; those that have check digits have right ones. */
export interface SandboxAccount {
  readonly company: number;
  readonly currency: Currency;
  readonly holder: string;
  readonly bank: string;
  readonly number: string;
  readonly bic: string;
  readonly address: string;
  readonly zone: string;
}

const cyprus = { bank: 'Sandbox Bank Cyprus', bic: 'SBXBCY2N', address: 'Nicosia, Cyprus', zone: 'Asia/Nicosia' };
const europe = { ...cyprus, company: 1, holder: 'Atrium Europe' } as const;
const world = { ...cyprus, company: 3, holder: 'Atrium Global' } as const;
const uk = {
  company: 4,
  holder: 'Atrium UK',
  bank: 'Sandbox Bank London',
  bic: 'SBXBGB2L',
  address: 'London, United Kingdom',
  zone: 'Europe/London',
} as const;
const kenya = {
  company: 5,
  holder: 'Atrium Kenya',
  bank: 'Sandbox Bank Nairobi',
  bic: 'SBXBKENX',
  address: 'Nairobi, Kenya',
  zone: 'Africa/Nairobi',
} as const;

export const sandboxAccounts: readonly SandboxAccount[] = [
  { ...europe, currency: 'EUR', number: 'CY31002001280000120052760001' },
  { ...europe, currency: 'USD', number: 'CY04002001280000120052760002' },
  { ...europe, currency: 'GBP', number: 'CY74002001280000120052760003' },
  { ...world, currency: 'USD', number: 'CY52002001280000120052760011' },
  { ...world, currency: 'EUR', number: 'CY25002001280000120052760012' },
  { ...world, currency: 'GBP', number: 'CY95002001280000120052760013' },
  {
    ...world,
    currency: 'ZAR',
    bank: 'Sandbox Bank Johannesburg',
    bic: 'SBXBZAJJ',
    address: 'Johannesburg, South Africa',
    zone: 'Africa/Johannesburg',
    number: '62012345678',
  },
  {
    ...world,
    currency: 'NGN',
    bank: 'Sandbox Bank Lagos',
    bic: 'SBXBNGLA',
    address: 'Lagos, Nigeria',
    zone: 'Africa/Lagos',
    number: '0123456789',
  },
  { ...uk, currency: 'GBP', number: 'GB10SBXB20040112345001' },
  { ...uk, currency: 'EUR', number: 'GB80SBXB20040112345002' },
  { ...uk, currency: 'USD', number: 'GB53SBXB20040112345003' },
  { ...kenya, currency: 'KES', number: '1002003001' },
  { ...kenya, currency: 'USD', number: '1002003002' },
  { ...kenya, currency: 'EUR', number: '1002003003' },
  { ...kenya, currency: 'GBP', number: '1002003004' },
];
