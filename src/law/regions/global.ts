import type { RegionSheet } from './sheet.ts';

/** Company 3, everywhere that has no company of its own. */
export const global: RegionSheet = {
  key: 'global',
  company: 3,
  branch: 1,
  site: 'global',
  // Document 2 §6 and §9: the nine languages of the global site.
  languages: ['en', 'zh', 'zh-tw', 'ar', 'ko', 'th', 'vi', 'es', 'pt-br'],
  riskWarning: false,
  incentives: {
    retail: ['bonus', 'contest', 'referral', 'loyalty'],
    professional: ['bonus', 'contest', 'referral', 'loyalty'],
    counterparty: ['bonus', 'contest', 'referral', 'loyalty'],
  },
  leverageCaps: { retail: null, professional: null, counterparty: null },
  appropriatenessTest: [],
  // Trade rules, "Regulation by company": close-out at 50 % and losses limited to the funds of the account.
  negativeBalanceProtection: true,
  closeOutPercent: 50,
  defaultPlatform: 'mt5',
  // Document 2 §9.
  demo: { balance: '10000', leverage: 500 },
  walletCurrencies: ['USD', 'EUR', 'GBP', 'NGN'],
  offers: { stockAccounts: true, gold: true, signals: true, coupons: true, referral: true },
  verifiedBeforeOpening: false,
  papersLockSince: null,
  isKenyaBroker: false,
  terms: ['client_agreement', 'order_execution_policy', 'risk_disclosure', 'privacy_policy'],
};
