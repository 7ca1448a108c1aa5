import { global } from './global.ts';
import type { CountryRegion } from './profile.ts';

/** Clients of company 3 from China. */
export const china: CountryRegion = {
  company: 3,
  countries: ['CN'],
  overrides: {
    // No document says: Chinese, and the English that everybody falls back to.
    languages: ['zh', 'en'],
    // Document 2 §2: a bar above it, and no button that closes it.
    enrolment: { ...global.enrolment, isClosable: false },
    // Document 3 §4: documents of online banking, and China UnionPay; what proves a residence is our own rule.
    residenceProof: { ...global.residenceProof, accepts: ['online_banking', 'household_register', 'utility_bill'] },
    paymentProofs: ['online_banking', 'union_pay'],
    // PIPL, articles 38 and 39: it would leave the country, which asks for more than a yes.
    tracking: 'never',
    // Document 2 §6: who registered after 13 September 2023.
    papersLockSince: new Date('2023-09-14T00:00:00Z'),
  },
};
