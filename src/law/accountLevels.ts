import type { AccountFamily } from './accountFamilies.ts';

/**
 * Account types as levels (readings, decision 13), the first to begin with: small volumes, no commission, tighter spreads for a
 * commission, the tightest, and those for large deposits. Shares and strategies are no levels. The order is our own.
 */
export const accountLevels = ['micro', 'standard', 'ecn', 'advantage', 'pro'] as const satisfies readonly AccountFamily[];
export type AccountLevel = (typeof accountLevels)[number];
