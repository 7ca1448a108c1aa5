import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { movesContract } from './contract.ts';

const { pages } = movesContract;

export const movesScreens: AreaScreens = {
  area: 'moves',
  words: ['moves'],
  screens: [
    screen(pages.move, () => import('./screens/Move.tsx')),
    screen(pages.transfer, () => import('./screens/Transfer.tsx')),
    screen(pages.transferUk, () => import('./screens/TransferUk.tsx')),
  ],
};
