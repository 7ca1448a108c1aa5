import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { strategyNewsContract } from './contract.ts';

const { pages } = strategyNewsContract;

export const strategyNewsScreens: AreaScreens = {
  area: 'strategyNews',
  words: ['strategyNews'],
  screens: [screen(pages.feed, () => import('./screens/Feed.tsx')), screen(pages.own, () => import('./screens/Own.tsx'))],
};
