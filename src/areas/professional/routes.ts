import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { professionalContract } from './contract.ts';

export const professionalScreens: AreaScreens = {
  area: 'professional',
  words: ['professional'],
  screens: [screen(professionalContract.pages.professional, () => import('./screens/Professional.tsx'))],
};
