import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { vaultsContract } from './contract.ts';

const { deskPages: pages } = vaultsContract;

export const vaultsDesk: DeskArea = {
  area: 'vaults',
  words: ['vaults.desk'],
  screens: [
    screen(pages.vaults, () => import('./desk/Vaults.tsx'), { icon: 'coin', order: 80, label: 'desk.nav.gold' }),
    screen(pages.bars, () => import('./desk/Bars.tsx')),
  ],
  onCase: {
    key: 'vaults',
    order: 30,
    right: 'transfers',
    queues: ['differences'],
    load: () => import('./desk/Explain.tsx'),
  },
};
