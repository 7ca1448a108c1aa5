import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'statistics', path: 'accounts/{account}/statistics', as: 'global.active' },
  { name: 'statistics-empty', path: 'accounts/{account}/statistics', as: 'provider.active' },
];
