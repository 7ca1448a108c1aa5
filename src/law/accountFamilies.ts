/** The families of account types, by which icons are keyed (document 1 §3). */
export const accountFamilies = ['standard', 'micro', 'pro', 'ecn', 'advantage', 'stock', 'manager'] as const;
export type AccountFamily = (typeof accountFamilies)[number];
