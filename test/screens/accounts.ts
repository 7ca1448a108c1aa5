import { fail, press } from '../acting.ts';
import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'accounts', path: 'accounts', as: 'global.active' },
  { name: 'accounts-empty', path: 'accounts', as: 'global.my' },
  {
    name: 'accounts-fault',
    path: 'accounts',
    as: 'global.active',
    before: async ({ page }) => fail(page, 'api/accounts'),
    provokes: [500],
  },
  { name: 'accounts-details', path: 'accounts/{account}', as: 'global.active' },
  { name: 'accounts-details-demo', path: 'accounts/{demo}', as: 'global.active' },
  { name: 'accounts-details-missing', path: 'accounts/999', as: 'global.active', provokes: [404] },
  {
    name: 'accounts-leverage',
    path: 'accounts/{demo}',
    as: 'global.active',
    open: async (stage) => press(stage, 'accounts.leverage.change'),
    isOver: true,
  },
  {
    name: 'accounts-rename',
    path: 'accounts/{account}',
    as: 'global.active',
    open: async (stage) => press(stage, 'accounts.rename'),
    isOver: true,
  },
  {
    name: 'accounts-archive-ask',
    path: 'accounts/{account}',
    as: 'global.active',
    open: async (stage) => press(stage, 'accounts.archive.do'),
    isOver: true,
  },
  { name: 'accounts-archive', path: 'accounts/archive', as: 'global.active' },
];
