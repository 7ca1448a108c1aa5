import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { goldCollateralContract } from './contract.ts';

export const goldCollateralDesk: DeskArea = {
  area: 'goldCollateral',
  words: ['goldCollateral.desk'],
  screens: [
    screen(goldCollateralContract.deskPages.pledges, () => import('./desk/Pledges.tsx'), {
      icon: 'coin',
      order: 82,
      label: 'desk.nav.pledges',
    }),
  ],
  onClient: {
    key: 'gold',
    title: 'desk.section.gold',
    order: 26,
    right: 'transfers',
    load: () => import('./desk/ClientGold.tsx'),
  },
};
