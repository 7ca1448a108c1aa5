import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { walletContract } from './contract.ts';

export const walletScreens: AreaScreens = {
  area: 'wallet',
  words: ['wallet', 'money'],
  screens: [
    screen(walletContract.pages.wallet, () => import('./screens/Wallet.tsx'), { icon: 'wallet', order: 25, label: 'nav.wallet' }),
  ],
};
