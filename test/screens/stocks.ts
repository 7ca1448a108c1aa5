import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'stocks', path: 'stock-trading', as: 'global.active' },
  { name: 'stocks-form', path: 'stock-trading/form', as: 'global.active' },
  { name: 'stocks-refused', path: 'stock-trading/form', as: 'global.full', isOver: true },
];
