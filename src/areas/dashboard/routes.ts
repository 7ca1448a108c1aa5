import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { dashboardContract } from './contract.ts';

export const dashboardScreens: AreaScreens = {
  area: 'dashboard',
  words: ['dashboard', 'money'],
  screens: [
    {
      ...screen(dashboardContract.pages.home, () => import('./screens/Home.tsx'), {
        icon: 'home',
        order: 0,
        isOnPhoneBar: true,
        label: 'nav.home',
      }),
      begins: dashboardContract.calls.dashboard,
    },
  ],
};
