import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { swapFreeContract } from './contract.ts';

export const swapFreeScreens: AreaScreens = {
  area: 'swapFree',
  words: ['swapFree'],
  screens: [screen(swapFreeContract.pages.ofAccount, () => import('./screens/OfAccount.tsx'))],
};
