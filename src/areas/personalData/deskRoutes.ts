import type { DeskArea } from '../../ui/desk/area.ts';

export const personalDataDesk: DeskArea = {
  area: 'personalData',
  words: ['personalData.desk'],
  screens: [],
  onClient: {
    key: 'personal-data',
    title: 'desk.section.personalData',
    order: 90,
    right: 'restrictions',
    load: () => import('./desk/ClientData.tsx'),
  },
  onCase: {
    key: 'erasure',
    order: 10,
    right: 'restrictions',
    queues: ['erasure'],
    load: () => import('./desk/ErasureCase.tsx'),
  },
};
