import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { goldCollateralContract } from './contract.ts';

const { pages } = goldCollateralContract;

export const goldCollateralScreens: AreaScreens = {
  area: 'goldCollateral',
  words: ['goldCollateral', 'money'],
  screens: [
    screen(pages.collateral, () => import('./screens/Collateral.tsx')),
    screen(pages.giveBack, () => import('./screens/GiveBack.tsx')),
  ],
};
