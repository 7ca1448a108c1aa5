import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'statistics', path: 'accounts/statistics/{account}', as: 'global.active' },
  { name: 'statistics-empty', path: 'accounts/statistics/{account}', as: 'provider.active' },
];
