/**
 * The first word of a path, without `api/` and `direct/`, and the area that it leads to; two words where one is shared.
 * A newcomer guesses the area by the path, so nearly every call and page has to follow this table.
 */
const areaOf: Readonly<Record<string, string>> = {
  '': 'dashboard',
  account_types: 'opening',
  accounts: 'accounts',
  'accounts/open': 'opening',
  'accounts/password': 'passwords',
  'accounts/statistics': 'statistics',
  'accounts/top-up': 'opening',
  'account-level': 'opening',
  'client-stocks-form': 'stocks',
  'stock-trading': 'stocks',
  'account-change-password': 'passwords',
  'client-change-password': 'passwords',
  'client-reset-password': 'passwords',
  'profile/change-password': 'passwords',
  'profile/appropriateness-test': 'appropriateness',
  questionnaire: 'appropriateness',
  'reset-password': 'passwords',
  accounts_dashboard: 'dashboard',
  'atrium-wallet': 'wallet',
  cards: 'deposit',
  client: 'session',
  client_info: 'session',
  'conversion-rates': 'rates',
  dashboard: 'dashboard',
  deposits: 'deposit',
  'desk/': 'cases',
  'desk/adjustments': 'reviews',
  'desk/approvals': 'approvals',
  'desk/audit': 'audit',
  'desk/bank': 'bank',
  'desk/clients': 'clients',
  'desk/documents': 'documents',
  'desk/enrol': 'staff',
  'desk/enrolment': 'staff',
  'desk/files': 'files',
  'desk/gold': 'vaults',
  'desk/gold-deliveries': 'goldDelivery',
  'desk/duplicates': 'duplicates',
  'desk/login': 'staff',
  'desk/logout': 'staff',
  'desk/me': 'staff',
  'desk/negative-balances': 'reviews',
  'desk/payouts': 'reviews',
  'desk/queues': 'cases',
  'desk/registrations': 'registration',
  'desk/settings': 'settings',
  'desk/settlements': 'reviews',
  'desk/staff': 'staff',
  'desk/transactions': 'reviews',
  'desk/transfers': 'reviews',
  documents: 'documents',
  sites: 'documents',
  'forextime/countries': 'countries',
  'forextime/states': 'countries',
  'gee-test': 'session',
  files: 'files',
  gold: 'gold',
  'gold/delivery': 'goldDelivery',
  'gold/delivery-info': 'goldDelivery',
  inbox: 'inbox',
  internal: 'internalTransfer',
  'mobile-transfers': 'transfers',
  'myfxtm-reset-password': 'interposing',
  notifications: 'notices',
  'payment-result': 'transfers',
  'payments/deposit': 'deposit',
  'payments/transfer': 'internalTransfer',
  'payments/withdraw': 'withdraw',
  payments_process: 'payments',
  platforms: 'platforms',
  'profile/security': 'security',
  rates: 'rates',
  register: 'registration',
  search: 'search',
  security: 'security',
  session: 'session',
  sessions: 'security',
  trading: 'trading',
  terms: 'interposing',
  statements: 'statements',
  transfers: 'transfers',
  'transfers-to-excel': 'transfers',
  'verify-payment': 'documents',
  wallets: 'wallet',
  'pivot-points': 'pivots',
  'price-levels': 'pivots',
  symbols: 'pivots',
  webtrader: 'trading',
  withdraw: 'withdraw',
};

/** Which stand elsewhere, and why: the rest has to be where the table says. */
export const strays: Readonly<Record<string, string>> = {
  'GET api/direct/clients/details':
    'Document 2 §7 names the form of the second step so; what is told of a client else is in clients.',
  'POST api/direct/clients/details':
    'Document 2 §7 names the form of the second step so; what is told of a client else is in clients.',
  'POST api/direct/clients/details/draft':
    'Document 2 §7 names the form of the second step so; what is told of a client else is in clients.',
  'POST api/direct/clients/details/event':
    'Document 2 §7 names the form of the second step so; what is told of a client else is in clients.',
  'GET api/accounts/{number}/opened': 'what is told once of an account that was opened, as opening told it',
  'POST api/accounts/demo': 'opening has a form, rules and a saga of its own; interfaces §6 puts it at the list’s address',
  'POST api/accounts/live': 'as for demo accounts',
  'POST api/direct/send-deposit-request': 'document 1 §7 names it so; it sends how to pay what a deposit has begun',
  'POST api/update_preferred_method': 'document 1 §7 names it so; it is the method that deposits begin with',
  '/transfer-information': 'document 1 §2 names it so; it tells how to pay what a deposit has begun',
};

/** The area that a path leads to; undefined for a word that the table does not know. */
export function areaOfPath(declared: string): string | undefined {
  const words = declared
    .replace(/^[A-Z]+ /, '')
    .replace(/^\/?(api\/)?(direct\/)?(desk(\/|$))?/, (start) => (start.includes('desk') ? 'desk/' : ''))
    .replace('{brand}', 'atrium')
    .split('/');
  return areaOf[words.slice(0, 2).join('/')] ?? areaOf[words[0] ?? ''];
}
