import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'wallet', path: '{brand}-wallet', as: 'global.active' },
  { name: 'wallet-bonus', path: '{brand}-wallet', as: 'global.promo' },
  { name: 'wallet-empty', path: '{brand}-wallet', as: 'global.my' },
];
