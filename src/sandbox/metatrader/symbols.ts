/**
 * What can be traded, as data. Prices are realistic for 2026 and not meant to follow any real market.
 * A pair's price comes from the values of its two sides, so that crosses agree (EURJPY is EURUSD times USDJPY at each day's close).
 */

/** What leverage caps are keyed by (ESMA decision 2018/796 draws the same lines). */
export const marginClasses = [
  'major_fx',
  'other_fx',
  'gold',
  'major_index',
  'commodity',
  'minor_index',
  'share',
  'crypto',
] as const;
export type MarginClass = (typeof marginClasses)[number];

/** When a market trades: days of the week (0 is Sunday) and seconds of the day, in UTC, which is the server's own clock. */
export interface Session {
  readonly days: readonly number[];
  readonly fromSecond: number;
  readonly toSecond: number;
}

export interface SymbolFacts {
  readonly name: string;
  readonly path: string;
  readonly description: string;
  readonly marginClass: MarginClass;
  readonly base: string;
  readonly profit: string;
  readonly digits: number;
  readonly contractSize: number;
  readonly spreadPoints: number;
  readonly session: Session;
  /** Yearly swap in basis points of the position's value, for buyers and for sellers; negative is paid by the client. */
  readonly swapBuyBasisPoints: number;
  readonly swapSellBasisPoints: number;
  /** The symbol's own price where it is not made of two currencies. */
  readonly own?: Value;
}

/** What something is worth and how much it moves in a day (one deviation, as a share). */
export interface Value {
  readonly price: number;
  readonly daily: number;
}

/** Currencies and metals in US dollars. */
export const valuesInDollars: Readonly<Record<string, Value>> = {
  USD: { price: 1, daily: 0 },
  EUR: { price: 1.16, daily: 0.0045 },
  GBP: { price: 1.33, daily: 0.005 },
  AUD: { price: 0.655, daily: 0.006 },
  NZD: { price: 0.575, daily: 0.006 },
  JPY: { price: 1 / 152, daily: 0.0055 },
  CHF: { price: 1.25, daily: 0.005 },
  CAD: { price: 0.715, daily: 0.004 },
  SEK: { price: 0.105, daily: 0.006 },
  NOK: { price: 0.099, daily: 0.0065 },
  PLN: { price: 1 / 3.66, daily: 0.006 },
  CZK: { price: 1 / 20.9, daily: 0.005 },
  HUF: { price: 1 / 332, daily: 0.007 },
  TRY: { price: 1 / 42, daily: 0.004 },
  ZAR: { price: 1 / 17.3, daily: 0.009 },
  MXN: { price: 1 / 18.4, daily: 0.008 },
  SGD: { price: 0.77, daily: 0.003 },
  HKD: { price: 1 / 7.78, daily: 0.0004 },
  CNH: { price: 1 / 7.1, daily: 0.002 },
  CNY: { price: 1 / 7.1, daily: 0.002 },
  THB: { price: 1 / 32.4, daily: 0.004 },
  NGN: { price: 1 / 1450, daily: 0.004 },
  KES: { price: 1 / 129, daily: 0.002 },
  VND: { price: 1 / 26300, daily: 0.001 },
  BRL: { price: 1 / 5.35, daily: 0.008 },
  INR: { price: 1 / 88.5, daily: 0.003 },
  EGP: { price: 1 / 47.3, daily: 0.003 },
  IDR: { price: 1 / 16700, daily: 0.004 },
  RUB: { price: 1 / 80, daily: 0.009 },
  MYR: { price: 1 / 4.15, daily: 0.004 },
  XAU: { price: 4050, daily: 0.009 },
  XAG: { price: 50, daily: 0.016 },
  XPT: { price: 1550, daily: 0.014 },
  BTC: { price: 92_000, daily: 0.022 },
  ETH: { price: 3_000, daily: 0.03 },
  LTC: { price: 85, daily: 0.03 },
  USDT: { price: 1, daily: 0 },
  USDC: { price: 1, daily: 0 },
};

const hour = 3600;
const weekdays = [1, 2, 3, 4, 5];
const currencyHours: Session = { days: weekdays, fromSecond: 0, toSecond: 24 * hour };
const metalHours: Session = { days: weekdays, fromSecond: hour, toSecond: 24 * hour };
const indexHours: Session = { days: weekdays, fromSecond: hour, toSecond: 23 * hour };
const shareHours: Session = { days: weekdays, fromSecond: 13.5 * hour, toSecond: 20 * hour };
const everyHour: Session = { days: [0, 1, 2, 3, 4, 5, 6], fromSecond: 0, toSecond: 24 * hour };

const majors = ['EURUSD 8', 'GBPUSD 10', 'USDJPY 9', 'USDCHF 11', 'USDCAD 12', 'AUDUSD 9', 'NZDUSD 13'];
const minors = [
  'EURGBP 11',
  'EURJPY 14',
  'EURCHF 14',
  'EURAUD 18',
  'EURCAD 18',
  'GBPJPY 19',
  'GBPCHF 20',
  'GBPAUD 22',
  'AUDJPY 15',
  'AUDCAD 16',
  'AUDNZD 18',
  'CADJPY 16',
  'CHFJPY 18',
  'NZDJPY 17',
];
const exotics = [
  'USDSEK 220',
  'USDNOK 240',
  'USDPLN 180',
  'USDCZK 90',
  'USDHUF 140',
  'USDTRY 900',
  'USDZAR 650',
  'USDMXN 480',
  'USDSGD 25',
  'USDHKD 22',
  'USDCNH 30',
  'EURPLN 210',
  'EURTRY 1100',
];

export const symbols: readonly SymbolFacts[] = [
  ...majors.map((row) => pair(row, 'Forex\\Major', 'major_fx')),
  ...minors.map((row) => pair(row, 'Forex\\Minor', 'other_fx')),
  ...exotics.map((row) => pair(row, 'Forex\\Exotic', 'other_fx')),
  metal({ name: 'XAUUSD', title: 'Gold', digits: 2, contractSize: 100, spreadPoints: 22 }, 'gold'),
  metal({ name: 'XAGUSD', title: 'Silver', digits: 3, contractSize: 5000, spreadPoints: 26 }, 'commodity'),
  metal({ name: 'XPTUSD', title: 'Platinum', digits: 2, contractSize: 100, spreadPoints: 160 }, 'commodity'),
  energy('BRENT Brent crude oil', { price: 64, daily: 0.018 }, { digits: 3, contractSize: 100, spreadPoints: 30 }),
  energy('WTI West Texas crude oil', { price: 60, daily: 0.019 }, { digits: 3, contractSize: 100, spreadPoints: 30 }),
  energy('NATGAS Natural gas', { price: 4.4, daily: 0.028 }, { digits: 4, contractSize: 10_000, spreadPoints: 45 }),
  index('US30 USD Wall Street 30', { price: 46_500, daily: 0.009 }, 'major_index'),
  index('US500 USD US 500', { price: 6_650, daily: 0.009 }, 'major_index'),
  index('NAS100 USD US Tech 100', { price: 24_700, daily: 0.012 }, 'major_index'),
  index('GER40 EUR Germany 40', { price: 23_500, daily: 0.01 }, 'major_index'),
  index('UK100 GBP UK 100', { price: 9_600, daily: 0.008 }, 'major_index'),
  index('FRA40 EUR France 40', { price: 8_050, daily: 0.01 }, 'major_index'),
  index('EU50 EUR Europe 50', { price: 5_650, daily: 0.01 }, 'major_index'),
  index('JP225 JPY Japan 225', { price: 50_000, daily: 0.012 }, 'major_index'),
  index('AUS200 AUD Australia 200', { price: 8_600, daily: 0.008 }, 'major_index'),
  index('HK50 HKD Hong Kong 50', { price: 26_000, daily: 0.013 }, 'minor_index'),
  ...[
    'AAPL 268 0.016 Apple',
    'MSFT 475 0.014 Microsoft',
    'AMZN 222 0.018 Amazon',
    'GOOGL 285 0.017 Alphabet',
    'META 590 0.02 Meta Platforms',
    'NVDA 180 0.026 NVIDIA',
    'TSLA 400 0.033 Tesla',
    'NFLX 105 0.02 Netflix',
    'JPM 300 0.014 JPMorgan Chase',
    'KO 71 0.009 Coca-Cola',
    'DIS 105 0.015 Walt Disney',
    'BA 180 0.02 Boeing',
  ].map((row) => usShare(row)),
  crypto('BTCUSD Bitcoin', 2400),
  crypto('ETHUSD Ethereum', 220),
  // A lot is a tenth of a coin: not every contract is a whole one.
  crypto('LTCUSD Litecoin', 30, 0.1),
];

export const symbolByName: ReadonlyMap<string, SymbolFacts> = new Map(symbols.map((symbol) => [symbol.name, symbol]));

function pair(row: string, path: string, marginClass: MarginClass): SymbolFacts {
  const [name = '', spread = ''] = row.split(' ');
  const [base, profit] = [name.slice(0, 3), name.slice(3)];
  return {
    name,
    path: `${path}\\${name}`,
    description: `${base} against ${profit}`,
    marginClass,
    base,
    profit,
    digits: profit === 'JPY' || profit === 'HUF' ? 3 : 5,
    contractSize: 100_000,
    spreadPoints: Number(spread),
    session: currencyHours,
    swapBuyBasisPoints: -210,
    swapSellBasisPoints: -60,
  };
}

interface Quoting {
  readonly digits: number;
  readonly contractSize: number;
  readonly spreadPoints: number;
}

function metal(facts: Quoting & { readonly name: string; readonly title: string }, marginClass: MarginClass): SymbolFacts {
  const { title, ...rest } = facts;
  return {
    ...rest,
    path: `Metals\\${facts.name}`,
    description: `${title} against USD, troy ounces`,
    marginClass,
    base: facts.name.slice(0, 3),
    profit: 'USD',
    session: metalHours,
    swapBuyBasisPoints: -420,
    swapSellBasisPoints: 110,
  };
}

function energy(row: string, own: Value, quoting: Quoting): SymbolFacts {
  const [name = '', ...title] = row.split(' ');
  return {
    ...quoting,
    name,
    path: `Energies\\${name}`,
    description: title.join(' '),
    marginClass: 'commodity',
    base: 'USD',
    profit: 'USD',
    session: metalHours,
    swapBuyBasisPoints: -380,
    swapSellBasisPoints: -160,
    own,
  };
}

function index(row: string, own: Value, marginClass: MarginClass): SymbolFacts {
  const [name = '', currency = '', ...title] = row.split(' ');
  return {
    name,
    path: `Indices\\${name}`,
    description: title.join(' '),
    marginClass,
    base: currency,
    profit: currency,
    digits: 1,
    contractSize: 1,
    spreadPoints: Math.max(6, Math.round(own.price / 1000)),
    session: indexHours,
    swapBuyBasisPoints: -560,
    swapSellBasisPoints: 40,
    own,
  };
}

function usShare(row: string): SymbolFacts {
  const [name = '', price = '', daily = '', ...title] = row.split(' ');
  return {
    name,
    path: `Shares\\US\\${name}`,
    description: title.join(' '),
    marginClass: 'share',
    base: 'USD',
    profit: 'USD',
    digits: 2,
    contractSize: 1,
    spreadPoints: Math.max(2, Math.round(Number(price) / 20)),
    session: shareHours,
    swapBuyBasisPoints: -640,
    swapSellBasisPoints: -90,
    own: { price: Number(price), daily: Number(daily) },
  };
}

function crypto(row: string, spreadPoints: number, contractSize = 1): SymbolFacts {
  const [name = '', title = ''] = row.split(' ');
  return {
    name,
    path: `Crypto\\${name}`,
    description: `${title} against USD`,
    marginClass: 'crypto',
    base: name.slice(0, 3),
    profit: 'USD',
    digits: 2,
    contractSize,
    spreadPoints,
    session: everyHour,
    swapBuyBasisPoints: -1500,
    swapSellBasisPoints: -400,
  };
}
