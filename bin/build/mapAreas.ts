import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * A newcomer guesses the area by the first word of a path, without `api/` and `direct/`: it has that name. Here stand the words that lead
 * elsewhere; those of the desk begin with `desk/`.
 */
const areaOf: Readonly<Record<string, string>> = {
  '': 'dashboard',
  'accepted-professional': 'professional',
  account_types: 'opening',
  'account-change-password': 'passwords',
  'account-level': 'opening',
  accounts_dashboard: 'dashboard',
  'atrium-signals': 'signals',
  'atrium-wallet': 'wallet',
  'b2b-transfer': 'moves',
  'b2b-transfer-uk': 'moves',
  'batch-b2b-transfer': 'moves',
  cards: 'deposit',
  client: 'session',
  client_info: 'session',
  'client-change-password': 'passwords',
  'client-data': 'enrolment',
  'client-questionnaire': 'enrolment',
  'client-reset-password': 'passwords',
  'client-stocks-form': 'stocks',
  'client-tc': 'research',
  clients: 'enrolment',
  'conversion-rates': 'rates',
  deposits: 'deposit',
  'desk/': 'cases',
  'desk/adjustments': 'reviews',
  'desk/dues': 'enrolment',
  'desk/enrol': 'staff',
  'desk/enrolment': 'staff',
  'desk/gold': 'vaults',
  'desk/gold-deliveries': 'goldDelivery',
  'desk/gold-pledges': 'goldCollateral',
  'desk/login': 'staff',
  'desk/logout': 'staff',
  'desk/market-holidays': 'signals',
  'desk/me': 'staff',
  'desk/negative-balances': 'reviews',
  'desk/payouts': 'reviews',
  'desk/platform-operations': 'reviews',
  'desk/queues': 'cases',
  'desk/registrations': 'registration',
  'desk/second-trades': 'reviews',
  'desk/settlements': 'reviews',
  'desk/signal-offers': 'copyTrading',
  'desk/transactions': 'reviews',
  'desk/transfers': 'reviews',
  'economic-calendar': 'calendar',
  'fx-signals': 'signals',
  fxtm_chart_img: 'bestTrades',
  'gee-test': 'session',
  internal: 'internalTransfer',
  investment_accounts: 'accounts',
  'market-forecast': 'forecasts',
  'migrate-to-another-company': 'moves',
  'mobile-transfers': 'transfers',
  'move-to-another-company': 'moves',
  'myfxtm-reset-password': 'interposing',
  notifications: 'notices',
  ocr: 'verification',
  pamm: 'investments',
  'payment-result': 'transfers',
  payments_process: 'payments',
  'personal-data-notice': 'interposing',
  'pivot-points': 'pivots',
  'price-levels': 'pivots',
  'pro-trading-tools': 'research',
  questionnaire: 'appropriateness',
  regdata: 'enrolment',
  register: 'registration',
  'reset-password': 'passwords',
  services: 'research',
  sessions: 'security',
  'signal-centre': 'research',
  signals: 'copyTrading',
  'signals-client': 'copyTrading',
  sites: 'documents',
  'stock-trading': 'stocks',
  subscriptions: 'profile',
  sumsub: 'verification',
  symbols: 'pivots',
  terms: 'interposing',
  'trade-pictures': 'bestTrades',
  'trade-report': 'tradeReports',
  'trade-report-download': 'exports',
  'transfers-to-excel': 'transfers',
  update_account: 'profile',
  uploads: 'files',
  'verify-payment': 'documents',
  wallets: 'wallet',
  webtrader: 'trading',
};

/** First words under which several areas stand, and why: there the second word leads, and the area by the first where it is not named. */
export const sharedWords: Readonly<Record<string, SharedWord>> = {
  accounts: {
    why: 'documents 1 and 2 name what is opened, topped up, counted and changed of accounts below the accounts',
    usual: 'accounts',
    by: {
      closed: 'investments',
      investor: 'investments',
      open: 'opening',
      password: 'passwords',
      statistics: 'statistics',
      strategy: 'strategies',
      'swap-free': 'swapFree',
      'top-up': 'opening',
    },
  },
  documents: {
    why: 'the vendor looks at the very papers that are sent there',
    usual: 'documents',
    by: { scan: 'verification', verification: 'verification' },
  },
  forextime: {
    why: 'document 2 §7 begins calls of two matters so',
    usual: 'moves',
    by: { countries: 'countries', states: 'countries' },
  },
  gold: {
    why: 'gold that is pledged or delivered is the gold that was bought',
    usual: 'gold',
    by: {
      collateral: 'goldCollateral',
      delivery: 'goldDelivery',
      'delivery-info': 'goldDelivery',
      internal: 'goldCollateral',
      return: 'goldCollateral',
    },
  },
  'investment-program': {
    why: 'interfaces begins every call of the investment programme so',
    usual: 'investments',
    by: {
      'account-request': 'providers',
      'archive-request': 'remunerations',
      clients: 'providers',
      copies: 'copying',
      followers: 'remunerations',
      investor: 'investors',
      'investor-questionnaire': 'investors',
      'manager-account-statistic': 'strategies',
      'manager-accounts': 'strategies',
      'manager-news-feed': 'strategyNews',
      'manager-other-accounts': 'strategies',
      'manager-profile': 'strategies',
      'provider-approval': 'providers',
      remunerations: 'remunerations',
      'settings-registry': 'strategies',
      strategies: 'providers',
      'strategy-news': 'strategyNews',
    },
  },
  investors: {
    why: 'pages of the investment programme that investors see',
    usual: 'investors',
    by: { copies: 'copying', investments: 'investments', shares: 'investments', withdrawal: 'investments' },
  },
  payments: {
    why: 'document 1 §7 begins every direction so; the engine behind them all is the area payments',
    usual: 'deposit',
    by: { transfer: 'internalTransfer', withdraw: 'withdraw' },
  },
  profile: {
    why: 'document 3 names all that clients tell or change of themselves below the profile',
    usual: 'profile',
    by: {
      'appropriateness-test': 'appropriateness',
      'change-password': 'passwords',
      'edit-tax-id': 'enrolment',
      freeze: 'freezing',
      means: 'enrolment',
      privacy: 'tracking',
      professional: 'professional',
      security: 'security',
      'update-records': 'enrolment',
      wake: 'dormancy',
    },
  },
  providers: {
    why: 'pages of the investment programme that providers of strategies see',
    usual: 'providers',
    by: { followers: 'remunerations', news: 'strategyNews', remunerations: 'remunerations' },
  },
  security: {
    why: 'whoever sees to the safety of a profile freezes it there',
    usual: 'security',
    by: { freeze: 'freezing' },
  },
  strategies: {
    why: 'news are of a strategy',
    usual: 'strategies',
    by: { news: 'strategyNews' },
  },
  tradereport: {
    why: 'what is prepared is a file, and files are written in one place',
    usual: 'tradeReports',
    by: { prepare: 'exports' },
  },
};

interface SharedWord {
  readonly why: string;
  readonly usual: string;
  readonly by: Readonly<Record<string, string>>;
}

/** Which stand elsewhere, and why: the rest has to be where the table says. */
export const strays: Readonly<Record<string, string>> = {
  'GET /api/desk/clients/{client_id}/screening': 'what was found of a client is the screening’s',
  'GET /api/desk/clients/{client_id}/prepaid-cards': 'a client’s cards are those of the list beside them',
  'GET /api/desk/clients/{client_id}/unverified': 'what a client paid in before papers is counted with its clock',
  'GET api/accounts/{number}/opened': 'what is told once of an account that was opened, as opening told it',
  'POST api/accounts/demo': 'opening has a form, rules and a saga of its own; interfaces §6 puts it at the list’s address',
  'POST api/accounts/live': 'as for demo accounts',
  'POST api/direct/send-deposit-request': 'document 1 §7 names it so; it sends how to pay what a deposit has begun',
  'POST api/direct/client-data/update_deposit_records':
    'document 1 §7 names it so; what is told of deposits before a move stands with the form of deposits',
  'POST update_preferred_method': 'document 1 §7 names it so; it is the method that deposits begin with',
  'POST api/update_preferred_method': 'document 1 §7 names it so; it is the method that deposits begin with',
  '/accounts/open/investor': 'document 2 §2 names it so; it follows a strategy, and the account is opened for that alone',
  '/transfer-information': 'document 1 §2 names it so; it tells how to pay what a deposit has begun',
  '/{brand}-mastercard': 'document 1 §2 names it so, by the brand; the area is named by what it is about',
  '/external-form': 'document 1 §2 names it so; it shows the form of a provider that a deposit is paid with',
};

/** The area that a path leads to, and by how many of its words; undefined where none of them does. */
export function areaOfPath(declared: string): { readonly area: string; readonly words: 1 | 2 } | undefined {
  const [first = '', second = ''] = wordsOf(declared);
  const shared = sharedWords[first];
  const bySecond = shared?.by[second];
  if (bySecond !== undefined) return { area: bySecond, words: 2 };
  const area = shared?.usual ?? areaOf[first] ?? named(first);
  return area === undefined ? undefined : { area, words: 1 };
}

function wordsOf(declared: string): string[] {
  const words = declared
    .replace(/^[A-Z]+ /, '')
    .replace(/^\/?(api\/)?(direct\/)?/, '')
    .replace('{brand}', 'atrium')
    .split('/');
  return words[0] === 'desk' ? [`desk/${words[1] ?? ''}`, ...words.slice(2)] : words;
}

const areas = path.join(import.meta.dirname, '../../src/areas');

/** The area of that very name: `desk/idle-fees` is idleFees. */
function named(word: string): string | undefined {
  const name = word.replace(/^desk\//, '').replaceAll(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
  return name !== '' && existsSync(path.join(areas, name)) ? name : undefined;
}
