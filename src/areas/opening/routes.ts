import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { openingContract } from './contract.ts';

const { choose, live, demo, topUp, levels } = openingContract.pages;

export const openingScreens: AreaScreens = {
  area: 'opening',
  words: ['opening'],
  screens: [
    screen(choose, () => import('./screens/Choose.tsx'), { icon: 'plus', order: 20, label: 'nav.open' }),
    screen(live, () => import('./screens/OpenLive.tsx')),
    screen(demo, () => import('./screens/OpenDemo.tsx')),
    screen(topUp, () => import('./screens/TopUp.tsx')),
    screen(levels, () => import('./screens/Levels.tsx')),
  ],
};
