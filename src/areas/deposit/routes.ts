import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { depositContract } from './contract.ts';

const { pages } = depositContract;

export const depositScreens: AreaScreens = {
  area: 'deposit',
  words: ['deposit', 'money'],
  screens: [
    screen(pages.form, () => import('./screens/Deposit.tsx'), {
      icon: 'deposit',
      order: 10,
      isOnPhoneBar: true,
      label: 'nav.deposit',
    }),
    screen(pages.information, () => import('./screens/TransferInformation.tsx')),
    screen(pages.widget, () => import('./screens/DepositByWidget.tsx')),
    screen(pages.external, () => import('./screens/ExternalForm.tsx')),
    screen(pages.method, () => import('./screens/DepositByMethod.tsx')),
  ],
};
