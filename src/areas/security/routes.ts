import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { securityContract } from './contract.ts';

export const securityScreens: AreaScreens = {
  area: 'security',
  words: ['security'],
  screens: [screen(securityContract.pages.security, () => import('./screens/Security.tsx'))],
};
