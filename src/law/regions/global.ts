import { eeaCountries, goldCountries } from '../countryLists.ts';
import type { LanguageKey } from '../languages.ts';
import type { CompanyProfile, Incentive, RegionRules } from './profile.ts';

/** The nine languages of the global site, which its menu begins with (document 2 §6 and §9). */
const nine = ['en', 'zh', 'zh-tw', 'ar', 'ko', 'th', 'vi', 'es', 'pt-br'] as const satisfies readonly LanguageKey[];

/** The other languages of document 1 §9, which stand behind them. */
const eleven = ['ru', 'id', 'ms', 'ur', 'pl', 'it', 'cs', 'hi', 'fr', 'fa', 'hk'] as const satisfies readonly LanguageKey[];

const everyIncentive: readonly Incentive[] = ['referral'];

/** Company 3, everywhere that has no company of its own. */
export const global: CompanyProfile & RegionRules = {
  branch: 1,
  site: 'global',
  serves: 'everybody_else',
  accountRange: 'whole',
  languages: [...nine, ...eleven],
  riskWarning: false,
  incentives: { retail: everyIncentive, professional: everyIncentive, counterparty: everyIncentive },
  trading: {
    leverageCaps: { retail: null, professional: null, counterparty: null },
    // Trade rules, "Regulation by company": close-out at 50 % and losses limited to the funds of the account.
    negativeBalanceProtection: true,
    closeOutPercent: 50,
  },
  appropriatenessTest: [],
  // Document 2 §2: UK clients default to MT4, others to MT5.
  defaultPlatform: 'mt5',
  // Document 2 §9.
  demo: { balance: '10000', leverage: 500 },
  // Readings §8: denied to the global group, opened country by country. India: goods and services tax on gold, 3 %.
  gold: { openTo: goldCountries, purchaseTax: { IN: 300 } },
  // Our own rule.
  goldVault: 'zurich',
  // Our own rule: by consent alone, as where the law asks for it.
  tracking: 'asked',
  // Document 2 §5: stock accounts need the global company.
  stockAccounts: true,
  // Document 2 §8, 30005.
  investing: 'warned',
  enrolment: {
    form: 'global',
    isClosable: true,
    asks: ['account'],
    namesAgriculture: false,
    // Document 2 §9: turnover 5 at first.
    defaults: { anticipated_turnover: '5' },
    // Our own rule for code 80002 of document 2 §8, which leads to the EU's site: whom the EU's company has to serve.
    refusesTaxResidents: eeaCountries,
    refusesCitizens: [],
  },
  verifiedBeforeOpening: false,
  // Our own rule: papers first.
  unverifiedDeposits: 'none',
  papersLockSince: null,
  // Document 3 §5; how old it may be is our own rule.
  residenceProof: {
    asksWhose: true,
    mostMonths: 6,
    accepts: ['utility_bill', 'bank_statement', 'tax_letter', 'rental_contract'],
  },
  paymentProofs: ['card', 'bank', 'local'],
  // Document 1 §5, payment_code; by which way is our own rule.
  payoutPin: 'email',
  // Readings, decision 30.
  thirdPartyMoney: 'two_persons',
  identityProofs: ['passport', 'identity_card', 'driving_licence'],
  isKenyaBroker: false,
  terms: ['client_agreement', 'order_execution_policy', 'risk_disclosure', 'privacy_policy'],
};
