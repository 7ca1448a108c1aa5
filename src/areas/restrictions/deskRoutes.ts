import type { DeskArea } from '../../ui/desk/area.ts';

export const restrictionsDesk: DeskArea = {
  area: 'restrictions',
  words: ['restrictions.desk'],
  screens: [],
  onClient: {
    key: 'restrictions',
    title: 'desk.section.restrictions',
    order: 36,
    right: 'restrictions',
    load: () => import('./desk/ClientRestrictions.tsx'),
  },
  onCase: {
    key: 'access',
    order: 10,
    right: 'restrictions',
    queues: ['access'],
    load: () => import('./desk/AccessCase.tsx'),
  },
};
