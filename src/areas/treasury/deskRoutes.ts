import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { treasuryContract } from './contract.ts';

export const treasuryDesk: DeskArea = {
  area: 'treasury',
  words: ['treasury.desk'],
  screens: [
    screen(treasuryContract.deskPages.treasury, () => import('./desk/Treasury.tsx'), {
      icon: 'wallet',
      order: 80,
      label: 'desk.nav.treasury',
    }),
    screen(treasuryContract.deskPages.reconciliations, () => import('./desk/Reconciliations.tsx'), {
      icon: 'wallet',
      order: 81,
      label: 'desk.nav.reconciliations',
    }),
  ],
};
