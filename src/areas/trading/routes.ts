import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { trading } from './contract.ts';

export const tradingScreens: AreaScreens = {
  area: 'trading',
  words: ['trading'],
  screens: [
    screen(trading.pages.webtrader, () => import('./screens/Terminal.tsx'), {
      icon: 'terminal',
      order: 600,
      label: 'nav.webtrader',
    }),
  ],
};
