import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { pivotsContract } from './contract.ts';

export const pivotsScreens: AreaScreens = {
  area: 'pivots',
  words: ['pivots'],
  screens: [
    screen(pivotsContract.pages.pivotPoints, () => import('./screens/PivotPoints.tsx'), {
      icon: 'chart',
      order: 620,
      label: 'nav.pivots',
    }),
  ],
};
