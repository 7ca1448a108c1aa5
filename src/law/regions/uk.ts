import type { CompanyProfile, RegionRules } from './profile.ts';
import { retailCaps } from './retailCaps.ts';

/** Company 4, the United Kingdom. */
export const uk: CompanyProfile & RegionRules = {
  // Document 2 §1: branch 3 is the UK branch.
  branch: 3,
  site: 'uk',
  serves: ['GB'],
  accountRange: 'usual',
  // Document 2 §6: the UK site is in English and Chinese.
  languages: ['en', 'zh'],
  // FCA COBS 22.5.6.
  riskWarning: true,
  // FCA COBS 22.5.20: no inducements to retail clients; readings: nobody of the UK is asked to refer a friend.
  incentives: { retail: [], professional: [], counterparty: [] },
  trading: {
    // FCA COBS 22.5.11; derivatives on crypto may not be sold to retail clients (COBS 22.6.5).
    leverageCaps: { retail: { ...retailCaps, crypto: 0 }, professional: null, counterparty: null },
    // FCA COBS 22.5.13 and 22.5.17.
    negativeBalanceProtection: true,
    closeOutPercent: 50,
  },
  // FCA COBS 10A.
  appropriatenessTest: ['retail'],
  // Document 2 §2: UK clients default to MT4.
  defaultPlatform: 'mt4',
  // Document 2 §9: the demo leverage is 30 for the UK.
  demo: { balance: '10000', leverage: 30 },
  // Readings §8. Value Added Tax Act 1994, schedule 9, group 15: none on investment gold.
  gold: { openTo: 'everybody', purchaseTax: {} },
  // Our own rule.
  goldVault: 'london',
  // PECR 2003, regulation 6, and UK GDPR, article 6(1)(a): by consent alone.
  tracking: 'asked',
  // Document 2 §5: no stock trading on the UK site.
  stockAccounts: false,
  // FCA COBS 9A: likewise.
  investing: 'suitable',
  enrolment: {
    form: 'eu',
    isClosable: true,
    asks: ['suitability', 'cfd_before'],
    namesAgriculture: false,
    // Document 2 §3: the nature of the business is 1 at first, for the UK.
    defaults: { anticipated_turnover: '5', business_nature_eu: '1' },
    refusesTaxResidents: [],
    refusesCitizens: [],
  },
  verifiedBeforeOpening: false,
  // Money Laundering Regulations 2017, regulation 30: papers first.
  unverifiedDeposits: 'none',
  papersLockSince: null,
  // Document 1 §5, payment_code; by which way is our own rule.
  // How old it may be is our own rule.
  residenceProof: {
    asksWhose: false,
    mostMonths: 6,
    accepts: ['utility_bill', 'bank_statement', 'tax_letter', 'rental_contract'],
  },
  paymentProofs: ['card', 'bank', 'local'],
  payoutPin: 'sms',
  // Readings, decision 30.
  thirdPartyMoney: 'never',
  // Our own rule: no driving licence as the only proof of who one is.
  identityProofs: ['passport', 'identity_card'],
  isKenyaBroker: false,
  terms: [
    'client_agreement',
    'order_execution_policy',
    'risk_disclosure',
    'privacy_policy',
    'conflicts_of_interest_policy',
    'key_information_documents',
  ],
};
