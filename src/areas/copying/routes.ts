import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { copyingContract } from './contract.ts';

const { pages } = copyingContract;

export const copyingScreens: AreaScreens = {
  area: 'copying',
  words: ['copying'],
  screens: [screen(pages.copies, () => import('./screens/Copies.tsx'))],
};
