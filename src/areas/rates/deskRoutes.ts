import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { ratesContract } from './contract.ts';

export const ratesDesk: DeskArea = {
  area: 'rates',
  words: ['rates.desk'],
  screens: [
    screen(ratesContract.deskPages.own, () => import('./desk/Rates.tsx'), { icon: 'rates', order: 82, label: 'desk.nav.rates' }),
  ],
};
