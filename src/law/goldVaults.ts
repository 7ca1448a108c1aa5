/** Where clients' gold lies; each company keeps its clients' in one of them (`goldVault` of its profile). Our own rule. */
export const goldVaultKeys = ['zurich', 'london'] as const;
export type GoldVaultKey = (typeof goldVaultKeys)[number];

/** Narrows a name that came from outside. */
export function isGoldVaultKey(value: string): value is GoldVaultKey {
  return goldVaultKeys.some((known) => known === value);
}
