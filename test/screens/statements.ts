import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'statements', path: 'statements', as: 'global.active' },
  { name: 'statements-empty', path: 'statements', as: 'global.my' },
];
