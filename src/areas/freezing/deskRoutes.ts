import type { DeskArea } from '../../ui/desk/area.ts';

export const freezingDesk: DeskArea = {
  area: 'freezing',
  words: ['freezing.desk'],
  screens: [],
  onClient: {
    key: 'freeze',
    title: 'desk.section.freeze',
    order: 35,
    right: 'restrictions',
    load: () => import('./desk/ClientFreeze.tsx'),
  },
};
