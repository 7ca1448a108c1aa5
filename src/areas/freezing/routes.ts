import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { freezingContract } from './contract.ts';

export const freezingScreens: AreaScreens = {
  area: 'freezing',
  words: ['freezing'],
  screens: [screen(freezingContract.pages.freeze, () => import('./screens/Freeze.tsx'))],
};
