import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'tradeReports', path: 'trade-report', as: 'global.active' },
  { name: 'tradeReports-empty', path: 'trade-report', as: 'global.my' },
];
