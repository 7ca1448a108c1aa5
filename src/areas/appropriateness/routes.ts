import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { appropriatenessContract } from './contract.ts';

export const appropriatenessScreens: AreaScreens = {
  area: 'appropriateness',
  words: ['appropriateness'],
  screens: [screen(appropriatenessContract.pages.test, () => import('./screens/Test.tsx'))],
};
