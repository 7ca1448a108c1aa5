import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { trackingContract } from './contract.ts';

export const trackingScreens: AreaScreens = {
  area: 'tracking',
  words: ['tracking'],
  screens: [screen(trackingContract.pages.privacy, () => import('./screens/Privacy.tsx'))],
};
