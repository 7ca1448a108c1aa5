import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { transferContract } from './contract.ts';

export const transferScreens: AreaScreens = {
  area: 'transfer',
  words: ['transfer', 'money'],
  screens: [
    screen(transferContract.pages.form, () => import('./screens/Transfer.tsx'), {
      icon: 'transfer',
      order: 20,
      label: 'nav.transfer',
    }),
  ],
};
