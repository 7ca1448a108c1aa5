import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'pivots', path: 'pivot-points', as: 'global.active' },
  { name: 'pivots-demark', path: 'pivot-points?symbol=XAUUSD&method=demark&timeframe=1w', as: 'global.active' },
];
