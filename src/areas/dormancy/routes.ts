import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { dormancyContract } from './contract.ts';

export const dormancyScreens: AreaScreens = {
  area: 'dormancy',
  words: ['dormancy'],
  screens: [screen(dormancyContract.pages.wake, () => import('./screens/Wake.tsx'))],
};
