import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { bestTradesContract } from './contract.ts';

export const bestTradesScreens: AreaScreens = {
  area: 'bestTrades',
  words: ['bestTrades'],
  screens: [
    screen(bestTradesContract.pages.bestTrades, () => import('./screens/BestTrades.tsx'), {
      icon: 'star',
      order: 630,
      label: 'nav.bestTrades',
    }),
  ],
};
