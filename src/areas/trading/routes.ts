import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { tradingContract } from './contract.ts';

export const tradingScreens: AreaScreens = {
  area: 'trading',
  words: ['trading', 'notices'],
  screens: [
    screen(tradingContract.pages.webtrader, () => import('./screens/Terminal.tsx'), {
      icon: 'terminal',
      order: 600,
      label: 'nav.webtrader',
    }),
  ],
};
