import type { DeskArea } from '../../ui/desk/area.ts';

export const clientStatusDesk: DeskArea = {
  area: 'clientStatus',
  words: ['clientStatus.desk'],
  screens: [],
  onClient: {
    key: 'status',
    title: 'desk.section.status',
    order: 34,
    right: 'restrictions',
    load: () => import('./desk/StatusCard.tsx'),
  },
};
