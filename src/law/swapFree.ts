/** Groups of symbols by which the nights without swap and what follows them are told. */
export const swapFreeGroups = ['fx_major', 'fx_other', 'metals', 'energies', 'indices', 'shares', 'crypto', 'other'] as const;
export type SwapFreeGroup = (typeof swapFreeGroups)[number];

/** By the platform's folder, the longest that a symbol's path begins with. */
const folders: readonly (readonly [folder: string, group: SwapFreeGroup])[] = [
  ['Forex\\Major\\', 'fx_major'],
  ['Forex\\', 'fx_other'],
  ['Metals\\', 'metals'],
  ['Energies\\', 'energies'],
  ['Indices\\', 'indices'],
  ['Shares\\', 'shares'],
  ['Crypto\\', 'crypto'],
];

/** Of a symbol by its path at the platform, such as `Forex\Major\EURUSD`. */
export function swapFreeGroupOf(path: string): SwapFreeGroup {
  return folders.find(([folder]) => path.startsWith(folder))?.[1] ?? 'other';
}

/** Why the right to an account without swap is taken from a client; each has its words for the client. */
export const swapFreeReasons = ['interest_gained', 'covered_elsewhere', 'held_too_long', 'not_entitled'] as const;
export type SwapFreeReason = (typeof swapFreeReasons)[number];
