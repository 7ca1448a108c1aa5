import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { personalDataContract } from './contract.ts';

export const personalDataScreens: AreaScreens = {
  area: 'personalData',
  words: ['personalData', 'exports'],
  screens: [screen(personalDataContract.pages.personalData, () => import('./screens/PersonalData.tsx'))],
};
