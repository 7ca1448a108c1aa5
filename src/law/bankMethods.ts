import { forEveryRegion } from './regions/profile.ts';

/*
 * What a client transfers from their own bank to the broker's (document 1 §3; readings, decision 3): rows of the table in methods.ts.
 * No document gives them a number: 1010 and 1013 are ours. A currency is offered where the client's company has an account in it
 * (areas/payments/quotes.ts).
 */

const transfer = (arrives: 'within_a_day' | 'within_days', min: string, max: string) =>
  ({ min, max, feeBasisPoints: 0, arrives }) as const;

const wired = {
  USD: transfer('within_days', '100', '1000000'),
  EUR: transfer('within_days', '100', '1000000'),
  GBP: transfer('within_days', '100', '1000000'),
} as const;

const euros = { EUR: transfer('within_a_day', '100', '1000000') } as const;
const pounds = { GBP: transfer('within_a_day', '100', '1000000') } as const;

/** By the currency of the account that it leaves; what cents are of is paid. The least is our own rule: a wire below is eaten by banks' charges. */
const wiredOut = {
  USD: transfer('within_days', '50', '250000'),
  EUR: transfer('within_days', '50', '250000'),
  GBP: transfer('within_days', '50', '250000'),
  USC: transfer('within_days', '5000', '25000000'),
  EUC: transfer('within_days', '5000', '25000000'),
  GBC: transfer('within_days', '5000', '25000000'),
} as const;

/** Whose banks settle euros among themselves (SEPA), as far as their own money is the euro. */
const euroCountries = {
  AT: 'EUR',
  BE: 'EUR',
  CY: 'EUR',
  DE: 'EUR',
  EE: 'EUR',
  ES: 'EUR',
  FI: 'EUR',
  FR: 'EUR',
  GR: 'EUR',
  HR: 'EUR',
  IE: 'EUR',
  IT: 'EUR',
  LT: 'EUR',
  LU: 'EUR',
  LV: 'EUR',
  MT: 'EUR',
  NL: 'EUR',
  PT: 'EUR',
  SI: 'EUR',
  SK: 'EUR',
} as const;

export const bankMethods = [
  {
    id: 1010,
    key: 'bank_wire',
    group: 2,
    route: { provider: 'bank', method: 'wire' },
    document: 'bank',
    hours: 'business',
    offers: {
      deposit: forEveryRegion(() => wired),
      withdraw: { ...forEveryRegion(() => wiredOut), kenya: { ...wiredOut, KES: transfer('within_days', '6500', '32000000') } },
    },
    // What was transferred goes by it to the account that the client names; where local bank transfer pays out, that takes what was local.
    paysOut: { to: 'source', of: [1010, 1013], rank: 3, refundDays: 0, isByDestination: true },
    paysRest: { to: 'wire' },
  },
  {
    id: 1013,
    key: 'local_transfer',
    group: 2,
    route: { provider: 'bank', method: 'local' },
    countries: { ...euroCountries, GB: 'GBP', KE: 'KES', NG: 'NGN', ZA: 'ZAR' },
    document: 'local',
    hours: 'business',
    offers: {
      deposit: {
        ...forEveryRegion(() => null),
        eu: euros,
        uk: pounds,
        kenya: { KES: transfer('within_a_day', '13000', '130000000') },
        global: {
          ZAR: transfer('within_a_day', '500', '15000000'),
          NGN: transfer('within_a_day', '20000', '200000000'),
        },
      },
    },
  },
] as const;
