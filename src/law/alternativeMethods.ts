import { localBanks } from './localBanks.ts';
import { forEveryRegion } from './regions/profile.ts';

/*
 * What is paid otherwise than by card over the cashier (document 1 §3; document 2 §9; readings, decision 3): rows of the table in
 * methods.ts. The names of the routes are those that the cashier calls its methods by.
 */

const at = (arrives: 'at_once' | 'within_an_hour', min: string, max: string) =>
  ({ min, max, feeBasisPoints: 0, arrives }) as const;

/** Document 1 §3: 85 to 89 are the Nigerian banks. Which is which is ours: no document names them. */
const nigerianBanks = [
  [85, 'gtbank', 'GTBank'],
  [86, 'access_bank', 'Access Bank'],
  [87, 'zenith_bank', 'Zenith Bank'],
  [88, 'first_bank', 'First Bank of Nigeria'],
  [89, 'uba', 'United Bank for Africa'],
] as const;

type NigerianBank = (typeof nigerianBanks)[number];

const nigerianBank = <const Bank extends NigerianBank>([id, key, name]: Bank) =>
  ({
    id: id as Bank[0],
    key: key as Bank[1],
    group: 2,
    route: { provider: 'praxis', method: `Bank Transfer ${name}` },
    countries: { NG: 'NGN' },
    document: 'local',
    offers: { deposit: { ...forEveryRegion(() => null), global: { NGN: at('within_an_hour', '20000', '20000000') } } },
  }) as const;

/** Readings, decision 3: the rand brings a list of banks. The names are sent as they stand. */
const randBanks = localBanks.ZAR?.banks ?? [];

/** By the currency of the account that it leaves; the least is our own rule: about twenty dollars. */
const bankPayout = (min: string, max: string) => ({ min, max, feeBasisPoints: 0, arrives: 'within_a_day' }) as const;

/** In the currencies that wallets keep accounts in everywhere. */
const walletCurrencies = {
  USD: at('at_once', '20', '20000'),
  EUR: at('at_once', '20', '20000'),
  GBP: at('at_once', '20', '20000'),
} as const;

/** The least is our own rule: about ten dollars. What lies on an account in cents arrives in what they are cents of. */
const walletPayouts = {
  USD: at('within_an_hour', '10', '20000'),
  EUR: at('within_an_hour', '10', '20000'),
  GBP: at('within_an_hour', '10', '20000'),
  USC: at('within_an_hour', '1000', '2000000'),
  EUC: at('within_an_hour', '1000', '2000000'),
  GBC: at('within_an_hour', '1000', '2000000'),
} as const;

/** Back to UnionPay cards, by the currency of the account that it leaves; the least is our own rule: about ten dollars. */
const unionPayBack = (min: string, max: string) => ({ min, max, feeBasisPoints: 0, arrives: 'within_days' }) as const;
const unionPayPayouts = {
  USD: unionPayBack('10', '20000'),
  EUR: unionPayBack('10', '20000'),
  GBP: unionPayBack('10', '20000'),
  USC: unionPayBack('1000', '2000000'),
  EUC: unionPayBack('1000', '2000000'),
  GBC: unionPayBack('1000', '2000000'),
} as const;

const coinWorth = {
  USD: at('within_an_hour', '50', '100000'),
  EUR: at('within_an_hour', '50', '100000'),
  GBP: at('within_an_hour', '50', '100000'),
} as const;

/** What is sent is worth so much when it goes. */
const coinPayouts = {
  ...coinWorth,
  USC: at('within_an_hour', '5000', '10000000'),
  EUC: at('within_an_hour', '5000', '10000000'),
  GBC: at('within_an_hour', '5000', '10000000'),
} as const;

export const alternativeMethods = [
  // Document 1 §3: 318 UnionPay, where the yuan and the label 197 go (document 2 §9).
  {
    id: 318,
    key: 'unionpay',
    group: 5,
    route: { provider: 'praxis', method: 'UnionPay' },
    countries: { CN: 'CNY', HK: 'CNY', MO: 'CNY', TW: 'CNY', SG: 'CNY', MY: 'CNY' },
    document: 'card',
    offers: {
      deposit: {
        ...forEveryRegion(() => null),
        global: { CNY: at('at_once', '700', '50000') },
        china: { CNY: at('at_once', '700', '50000') },
      },
      withdraw: { ...forEveryRegion(() => null), global: unionPayPayouts, china: unionPayPayouts },
    },
    // It is a card: like the others it is paid back first, and refunded while its scheme takes that.
    paysOut: { to: 'source', of: [318], rank: 1, refundDays: 180, name: 'UnionPay' },
  },
  ...nigerianBanks.map(nigerianBank),
  // Readings, decision 27: 320 is the local bank transfer that only pays in.
  {
    id: 320,
    key: 'online_banking',
    group: 2,
    route: { provider: 'praxis', method: 'Online Banking' },
    countries: { ZA: 'ZAR', MY: 'MYR', TH: 'THB', VN: 'VND', ID: 'IDR' },
    document: 'local',
    fields: [{ name: 'bank', choices: { ZAR: randBanks } }],
    offers: {
      deposit: {
        ...forEveryRegion(() => null),
        global: {
          ZAR: at('within_an_hour', '500', '500000'),
          MYR: at('within_an_hour', '100', '50000'),
          THB: at('within_an_hour', '1000', '500000'),
          VND: at('within_an_hour', '500000', '300000000'),
          IDR: at('within_an_hour', '300000', '100000000'),
        },
      },
    },
  },
  // Readings, decision 27: 183 is the local bank transfer that only pays out; what banks of the country paid in goes by it first.
  {
    id: 183,
    key: 'local_bank',
    group: 2,
    route: { provider: 'praxis', method: 'Bank Transfer' },
    countries: { ZA: 'ZAR', NG: 'NGN', MY: 'MYR', TH: 'THB', VN: 'VND', ID: 'IDR' },
    document: 'local',
    hours: 'business',
    offers: {
      withdraw: {
        ...forEveryRegion(() => null),
        global: {
          USD: bankPayout('20', '20000'),
          EUR: bankPayout('20', '20000'),
          GBP: bankPayout('20', '20000'),
          NGN: bankPayout('20000', '20000000'),
          USC: bankPayout('2000', '2000000'),
          EUC: bankPayout('2000', '2000000'),
          GBC: bankPayout('2000', '2000000'),
          NGC: bankPayout('2000000', '2000000000'),
        },
      },
    },
    paysOut: { to: 'source', of: [320, 1013, ...nigerianBanks.map(([id]) => id)], rank: 3, refundDays: 0, isByDestination: true },
    paysRest: { to: 'bank' },
  },
  // Document 1 §3: 337 crypto wallets. The amount is asked for in a currency of these; the coin is chosen beside it (law/coins.ts).
  {
    id: 337,
    key: 'crypto',
    group: 4,
    route: { provider: 'nowpayments', method: 'crypto' },
    offers: {
      deposit: { ...forEveryRegion(() => null), global: coinWorth, kenya: coinWorth },
      withdraw: { ...forEveryRegion(() => null), global: coinPayouts, kenya: coinPayouts },
    },
    // A deposit's sender may be an exchange's: what coins have brought goes to an address that the client proves, at the price of then.
    paysOut: { to: 'source', of: [337], rank: 3, refundDays: 0, isByDestination: true },
    paysRest: { to: 'coin' },
  },
  // No document gives Skrill a number: 1011 is ours. It serves no residents of China.
  {
    id: 1011,
    key: 'skrill',
    group: 3,
    route: { provider: 'skrill', method: 'WLT' },
    offers: {
      deposit: { ...forEveryRegion(() => walletCurrencies), china: null },
      withdraw: { ...forEveryRegion(() => walletPayouts), china: null },
    },
    // After the cards; what was paid longer ago than their refunds reach is sent to the account that paid it.
    paysOut: { to: 'source', of: [1011], rank: 2, refundDays: 180, name: 'Skrill' },
    paysRest: { to: 'wallet' },
  },
  // Readings, decisions 3 and 31: a Neteller-like wallet by a protocol of our own; the number 1012 is ours. It serves no residents of China.
  {
    id: 1012,
    key: 'net_wallet',
    group: 3,
    route: { provider: 'netwallet', method: 'wallet' },
    offers: {
      deposit: { ...forEveryRegion(() => walletCurrencies), china: null },
      withdraw: { ...forEveryRegion(() => walletPayouts), china: null },
    },
    paysOut: { to: 'source', of: [1012], rank: 2, refundDays: 180, name: 'NetWallet' },
    paysRest: { to: 'wallet' },
  },
] as const;
