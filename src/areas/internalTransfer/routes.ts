import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { internalTransferContract } from './contract.ts';

export const internalTransferScreens: AreaScreens = {
  area: 'internalTransfer',
  words: ['internalTransfer', 'money'],
  screens: [
    screen(internalTransferContract.pages.form, () => import('./screens/Transfer.tsx'), {
      icon: 'transfer',
      order: 20,
      label: 'nav.transfer',
    }),
  ],
};
