import { eeaCountries } from '../countryLists.ts';
import type { CompanyProfile, RegionRules } from './profile.ts';
import { retailCaps } from './retailCaps.ts';

/** Company 1, the European Union and the EEA. */
export const eu: CompanyProfile & RegionRules = {
  branch: 1,
  site: 'eu',
  serves: eeaCountries,
  accountRange: 'usual',
  // Document 2 §6: the EU site is in English only.
  languages: ['en'],
  // ESMA 2018/796 article 4, kept by the national measures that followed it (CySEC DI87-09).
  riskWarning: true,
  // ESMA 2018/796 article 3 and trade rules: no incentives for retail clients; document 3 §6: no referral for company 1.
  incentives: { retail: [], professional: [], counterparty: [] },
  trading: {
    // ESMA 2018/796 annex I.
    leverageCaps: { retail: retailCaps, professional: null, counterparty: null },
    // ESMA 2018/796 article 2: negative balance protection, and close-out at half of the margin.
    negativeBalanceProtection: true,
    closeOutPercent: 50,
  },
  // MiFID II article 25(3); a professional is presumed to know (annex II).
  appropriatenessTest: ['retail'],
  // Document 2 §2: UK clients default to MT4, others to MT5.
  defaultPlatform: 'mt5',
  // Document 2 §9; the cap for retail clients cuts the 500 (trade rules, "Oddities").
  demo: { balance: '10000', leverage: 500 },
  // Readings §8. Directive 2006/112/EC, article 346: no value added tax on investment gold.
  gold: { openTo: 'everybody', purchaseTax: {} },
  // Our own rule.
  goldVault: 'zurich',
  // Directive 2002/58/EC, article 5(3), and GDPR, article 6(1)(a): by consent alone.
  tracking: 'asked',
  // Document 2 §5: no stock trading on the EU site.
  stockAccounts: false,
  // MiFID II article 25(2): a portfolio that somebody else manages has to suit its owner.
  investing: 'suitable',
  enrolment: {
    form: 'eu',
    isClosable: true,
    asks: ['suitability', 'cfd_before'],
    namesAgriculture: false,
    defaults: { anticipated_turnover: '5' },
    refusesTaxResidents: [],
    // Document 2 §5: Iran is no choice of citizenship for company 1.
    refusesCitizens: ['IR'],
  },
  verifiedBeforeOpening: false,
  // Cyprus, law 188(I)/2007, section 62(2), as CySEC reads it in circular C142: identity may be verified while the relationship is being
  // established, for little money and a few days.
  unverifiedDeposits: 'capped',
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
  // PRIIPs regulation 1286/2014: a key information document for each class of product.
  terms: [
    'client_agreement',
    'order_execution_policy',
    'risk_disclosure',
    'privacy_policy',
    'conflicts_of_interest_policy',
    'key_information_documents',
  ],
};
