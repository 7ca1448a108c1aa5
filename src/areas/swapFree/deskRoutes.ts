import type { DeskArea } from '../../ui/desk/area.ts';

export const swapFreeDesk: DeskArea = {
  area: 'swapFree',
  words: ['swapFree.desk'],
  screens: [],
  onClient: {
    key: 'swapFree',
    title: 'desk.section.swapFree',
    order: 30,
    right: 'read_clients',
    load: () => import('./desk/ClientSwapFree.tsx'),
  },
};
