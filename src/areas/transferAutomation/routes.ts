import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { transferAutomationContract } from './contract.ts';

export const transferAutomationScreens: AreaScreens = {
  area: 'transferAutomation',
  words: ['transferAutomation', 'money'],
  screens: [
    screen(transferAutomationContract.pages.orders, () => import('./screens/Orders.tsx'), {
      icon: 'clock',
      order: 22,
      label: 'nav.automation',
    }),
  ],
};
