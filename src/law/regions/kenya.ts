import { global } from './global.ts';
import type { CompanyProfile, RegionRules } from './profile.ts';

/** Company 5, the Kenyan broker. */
export const kenya: CompanyProfile & RegionRules = {
  ...global,
  serves: ['KE'],
  // No document names this company's languages: English is what its clients are served in.
  languages: ['en'],
  // Readings §8.
  gold: { openTo: 'everybody', purchaseTax: {} },
  // Data Protection Act 2019, section 30(1)(a): by consent alone.
  tracking: 'asked',
  // Document 2 §5: stock accounts need the global company. Document 3 §6 puts no other bar on the Kenyan broker.
  stockAccounts: false,
  // Our own rule.
  investing: 'closed',
  // Document 2 §4: a client who is not approved is sent to verify the profile first.
  verifiedBeforeOpening: true,
  // Document 2 §3: the Kenyan broker asks whether the risk is understood.
  // Which natures of a business it names is our own rule.
  enrolment: { ...global.enrolment, asks: ['account', 'cfd_before', 'risk_understanding'], namesAgriculture: true },
  // Readings, decision 30.
  thirdPartyMoney: 'two_persons',
  // Document 3 §5 asks whose it is of the global region alone.
  // Document 3 §4 says that its requirements are others, and not which: our own rule.
  residenceProof: { asksWhose: false, mostMonths: 3, accepts: ['utility_bill', 'bank_statement'] },
  identityProofs: ['identity_card', 'passport'],
  paymentProofs: ['local', 'bank', 'card'],
  isKenyaBroker: true,
};
