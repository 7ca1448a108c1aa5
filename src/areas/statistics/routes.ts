import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { statisticsContract } from './contract.ts';

export const statisticsScreens: AreaScreens = {
  area: 'statistics',
  words: ['statistics'],
  screens: [screen(statisticsContract.pages.ofAccount, () => import('./screens/OfAccount.tsx'))],
};
