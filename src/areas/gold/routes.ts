import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { goldContract } from './contract.ts';

const { pages } = goldContract;

export const goldScreens: AreaScreens = {
  area: 'gold',
  words: ['gold', 'money'],
  screens: [
    screen(pages.trading, () => import('./screens/Gold.tsx'), { icon: 'coin', order: 10, label: 'nav.gold' }),
    screen(pages.buy, () => import('./screens/Buy.tsx')),
    screen(pages.sell, () => import('./screens/Sell.tsx')),
  ],
};
