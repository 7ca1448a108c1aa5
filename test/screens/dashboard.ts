import { fail, silence } from '../acting.ts';
import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'dashboard', path: '', as: 'global.active' },
  { name: 'dashboard-eu', path: '', as: 'eu.active' },
  { name: 'dashboard-new', path: '', as: 'global.my' },
  { name: 'dashboard-lead', path: '', as: 'global.lead' },
  { name: 'dashboard-demo', path: '', as: 'global.demo' },
  { name: 'dashboard-frozen', path: '', as: 'global.frozen' },
  { name: 'dashboard-closed', path: '', as: 'closed.noneu' },
  {
    name: 'dashboard-waiting',
    path: '',
    as: 'global.active',
    before: async ({ page }) => silence(page, 'api/dashboard'),
    isWaiting: true,
  },
  {
    name: 'dashboard-fault',
    path: '',
    as: 'global.active',
    before: async ({ page }) => fail(page, 'api/dashboard'),
    provokes: [500],
  },
];
