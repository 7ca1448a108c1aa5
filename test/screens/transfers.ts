import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'transfers', path: 'transfers', as: 'global.active' },
  { name: 'transfers-empty', path: 'transfers', as: 'global.my' },
  { name: 'transfers-details', path: 'transfers/{transfer}', as: 'global.active' },
  { name: 'transfers-papers', path: 'transfers/{unpaid}', as: 'global.active' },
  { name: 'transfers-list', path: 'transfers/list', as: 'global.active' },
  { name: 'transfers-list-none', path: 'transfers/list?from=2001-01-01&till=2001-01-02', as: 'global.active' },
  { name: 'transfers-find', path: 'transfers/find', as: 'global.active' },
  { name: 'transfers-found', path: 'transfers/find?q={transfer}', as: 'global.active' },
  { name: 'transfers-find-none', path: 'transfers/find?q=nothing-of-mine', as: 'global.active' },
  { name: 'transfers-mobile', path: 'mobile-transfers', as: 'global.active' },
];
