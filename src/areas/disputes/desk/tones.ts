import type { DisputeStatus } from '../contract.ts';

export const toneOf = {
  open: 'warn',
  sent: 'still',
  won: 'gain',
  lost: 'loss',
  dropped: 'still',
} as const satisfies Readonly<Record<DisputeStatus, string>>;
