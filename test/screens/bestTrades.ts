import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'bestTrades', path: 'best-trades', as: 'global.active' },
  { name: 'bestTrades-empty', path: 'best-trades', as: 'global.my' },
];
