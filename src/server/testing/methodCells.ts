/*
 * The cells of the method table, written by hand and not read from it. Trade rules: a deposit is of 100 at least unless a method says
 * otherwise, in other currencies about as much; document 2 §9 says so too. What no document tells is our own rule.
 */

interface CellsIn {
  readonly arrives: 'at_once' | 'within_an_hour' | 'within_a_day' | 'within_days';
  readonly hours: 'business' | null;
  readonly document: 'card' | 'bank' | 'local' | null;
  /** The least and the most, by currency. */
  readonly limits: Readonly<Record<string, string>>;
}

const mainLimits = (limits: string) => ({ USD: limits, EUR: limits, GBP: limits });
const nigerianBank: CellsIn = {
  arrives: 'within_an_hour',
  hours: null,
  document: 'local',
  limits: { NGN: '20000.00 20000000.00' },
};
const wallet: CellsIn = { arrives: 'at_once', hours: null, document: null, limits: mainLimits('20.00 20000.00') };

/** Of deposits, by method; nothing that pays in costs anything. */
export const cellsIn: Readonly<Record<number, CellsIn>> = {
  340: {
    arrives: 'at_once',
    hours: null,
    document: 'card',
    limits: {
      ...mainLimits('100.00 50000.00'),
      NGN: '100000.00 50000000.00',
      ZAR: '2000.00 1000000.00',
      INR: '8500.00 4000000.00',
      IDR: '1500000.00 800000000.00',
      MYR: '450.00 220000.00',
      THB: '3500.00 1700000.00',
      VND: '2500000 1200000000',
      BRL: '500.00 270000.00',
      MXN: '1800.00 900000.00',
      EGP: '5000.00 2500000.00',
      CZK: '2300.00 1100000.00',
      PLN: '400.00 200000.00',
      KES: '13000.00 6500000.00',
    },
  },
  318: { arrives: 'at_once', hours: null, document: 'card', limits: { CNY: '700.00 50000.00' } },
  85: nigerianBank,
  86: nigerianBank,
  87: nigerianBank,
  88: nigerianBank,
  89: nigerianBank,
  320: {
    arrives: 'within_an_hour',
    hours: null,
    document: 'local',
    limits: {
      ZAR: '500.00 500000.00',
      MYR: '100.00 50000.00',
      THB: '1000.00 500000.00',
      VND: '500000 300000000',
      IDR: '300000.00 100000000.00',
    },
  },
  337: { arrives: 'within_an_hour', hours: null, document: null, limits: mainLimits('50.00 100000.00') },
  1011: wallet,
  1012: wallet,
  1010: { arrives: 'within_days', hours: 'business', document: 'bank', limits: mainLimits('100.00 1000000.00') },
  1013: {
    arrives: 'within_a_day',
    hours: 'business',
    document: 'local',
    limits: {
      EUR: '100.00 1000000.00',
      GBP: '100.00 1000000.00',
      KES: '13000.00 130000000.00',
      ZAR: '500.00 15000000.00',
      NGN: '20000.00 200000000.00',
    },
  },
};

/** Method → the least and the most of a withdrawal by the account's currency; what is not named is as in US dollars, or in their cents. */
const limitsOut: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  243: {
    '': '10.00 50000.00',
    cent: '1000.00 5000000.00',
    NGN: '10000.00 50000000.00',
    NGC: '1000000.00 5000000000.00',
    KES: '1300.00 6500000.00',
  },
  318: { '': '10.00 20000.00', cent: '1000.00 2000000.00' },
  183: { '': '20.00 20000.00', cent: '2000.00 2000000.00', NGN: '20000.00 20000000.00', NGC: '2000000.00 2000000000.00' },
  337: { '': '50.00 100000.00', cent: '5000.00 10000000.00' },
  1011: { '': '10.00 20000.00', cent: '1000.00 2000000.00' },
  1012: { '': '10.00 20000.00', cent: '1000.00 2000000.00' },
  1010: { '': '50.00 250000.00', cent: '5000.00 25000000.00', KES: '6500.00 32000000.00' },
};

type CellsOut = Omit<CellsIn, 'limits'>;

/** Of withdrawals, by method; what it costs hangs on what was traded, and on no method. */
const cellsOut: Readonly<Record<number, CellsOut>> = {
  243: { arrives: 'within_days', hours: null, document: 'card' },
  318: { arrives: 'within_days', hours: null, document: 'card' },
  183: { arrives: 'within_a_day', hours: 'business', document: 'local' },
  337: { arrives: 'within_an_hour', hours: null, document: null },
  1011: { arrives: 'within_an_hour', hours: null, document: null },
  1012: { arrives: 'within_an_hour', hours: null, document: null },
  1010: { arrives: 'within_days', hours: 'business', document: 'bank' },
  1014: { arrives: 'within_an_hour', hours: null, document: null },
};

export const limitOut = (id: number, currency: string): string | undefined =>
  limitsOut[id]?.[currency] ?? limitsOut[id]?.[currency.endsWith('C') ? 'cent' : ''];

/** The cells of a way out by its method's number, as they are told: one pace for all its currencies. */
export const heldOut = (id: number) => {
  const { arrives, ...cells } = cellsOut[id] ?? {};
  return { paces: [arrives], ...cells };
};

/** The same of a way out as it is offered. */
export function toldOut<Hours, Paper>(offered: {
  readonly hours?: Hours;
  readonly document?: Paper;
  readonly terms?: readonly { readonly arrives: string }[];
}) {
  const { hours, document, terms = [] } = offered;
  return { paces: [...new Set(terms.map(({ arrives }) => arrives))], hours, document };
}
