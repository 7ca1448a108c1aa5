import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { withdrawContract } from './contract.ts';

const { pages } = withdrawContract;

export const withdrawScreens: AreaScreens = {
  area: 'withdraw',
  words: ['withdraw', 'money'],
  screens: [
    screen(pages.form, () => import('./screens/Withdraw.tsx'), { icon: 'withdraw', order: 15, label: 'nav.withdraw' }),
    screen(pages.widget, () => import('./screens/WithdrawByWidget.tsx')),
    screen(pages.method, () => import('./screens/WithdrawByMethod.tsx')),
  ],
};
