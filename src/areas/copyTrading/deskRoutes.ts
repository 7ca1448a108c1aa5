import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { copyTradingContract } from './contract.ts';

export const copyTradingDesk: DeskArea = {
  area: 'copyTrading',
  words: ['copyTrading.desk'],
  screens: [
    screen(copyTradingContract.deskPages.offers, () => import('./desk/Offers.tsx'), {
      icon: 'copy',
      order: 86,
      label: 'desk.nav.copyTrading',
    }),
  ],
};
