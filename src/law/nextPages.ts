/** Where a refusal leads on to. An opener shows only where that page exists. */
export const nextPages = [
  'dashboard',
  'registration_step2',
  'documents',
  'appropriateness_test',
  'wake',
  'withdraw',
  'support',
] as const;
export type NextPage = (typeof nextPages)[number];
