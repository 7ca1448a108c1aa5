import type { PageSpec } from './call.ts';

/**
 * Pages that screens of other areas lead to. Screens know only their own contract, so these few addresses are words that
 * everybody knows, as topics are; pageLinks.test.ts holds each to the page that its area declares. Titles are the names of
 * the frame's navigation, which are always loaded.
 */
export const pageLinks = {
  home: { path: '', title: 'nav.home' },
  accounts: { path: 'accounts', title: 'nav.accounts' },
  account: { path: 'accounts/{id:int}', title: 'nav.accounts' },
  accountStatistics: { path: 'accounts/statistics/{id:int}', title: 'nav.accounts' },
  accountPassword: { path: 'accounts/password/{id:int}', title: 'nav.accounts' },
  topUp: { path: 'accounts/top-up/{id:int}', title: 'nav.accounts' },
  stockTrading: { path: 'stock-trading', title: 'nav.stocks' },
  stockForm: { path: 'stock-trading/form', query: ['account', 'stock-details'], title: 'nav.stocks' },
  open: { path: 'accounts/open', title: 'nav.open' },
  openLive: { path: 'accounts/open/live', query: ['account'], title: 'nav.open' },
  openDemo: { path: 'accounts/open/demo', title: 'nav.open' },
  deposit: { path: 'deposits', query: ['acc', 'currency', 'amount'], title: 'nav.deposit' },
  withdraw: { path: 'withdraw', query: ['acc', 'currency', 'amount'], title: 'nav.withdraw' },
  internal: { path: 'internal', query: ['acc', 'currency', 'amount'], title: 'nav.transfer' },
  transfers: { path: 'transfers', title: 'nav.history' },
  transferList: { path: 'transfers/list', query: ['account', 'transfer_type'], title: 'nav.history' },
  findDeposit: { path: 'transfers/find', query: ['q'], title: 'nav.findDeposit' },
  transfer: { path: 'transfers/{id:int}', title: 'nav.history' },
  wallet: { path: '{brand}-wallet', query: ['currency'], title: 'nav.wallet' },
  statements: { path: 'statements', query: ['number'], title: 'nav.statements' },
  transferAutomation: { path: 'transfer-automation', title: 'nav.automation' },
  exports: { path: 'exports', title: 'nav.exports' },
  gold: { path: 'gold/trading', title: 'nav.gold' },
  goldCollateral: { path: 'gold/collateral', title: 'nav.gold' },
  goldReturn: { path: 'gold/return', query: ['account'], title: 'nav.gold' },
  goldDelivery: { path: 'gold/delivery', title: 'nav.gold' },
  rates: { path: 'conversion-rates', query: ['from', 'to', 'amount', 'direction'], title: 'nav.rates' },
  profile: { path: 'profile', title: 'nav.profile' },
  editTaxId: { path: 'profile/edit-tax-id', title: 'nav.profile' },
  updateRecords: { path: 'profile/update-records', title: 'nav.profile' },
  changePassword: { path: 'profile/change-password', title: 'nav.security' },
  documents: { path: 'documents', query: ['flowCountry', 'needPorDocument'], title: 'nav.documents' },
  appropriatenessTest: { path: 'profile/appropriateness-test', query: ['backUrl'], title: 'nav.test' },
  professional: { path: 'profile/professional', title: 'nav.professional' },
  security: { path: 'profile/security', title: 'nav.security' },
  strategies: { path: 'strategies', title: 'nav.strategies' },
  strategy: { path: 'accounts/strategy/{id:int}', title: 'nav.strategies' },
  webtrader: { path: 'webtrader', query: ['is_demo'], title: 'nav.webtrader' },
} as const satisfies Readonly<Record<string, PageSpec>>;
