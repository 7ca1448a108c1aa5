import type { DeskArea } from '../../ui/desk/area.ts';

export const duplicatesDesk: DeskArea = {
  area: 'duplicates',
  words: ['duplicates.desk'],
  screens: [],
  onClient: {
    key: 'duplicates',
    title: 'desk.section.duplicates',
    order: 40,
    right: 'read_clients',
    load: () => import('./desk/ClientDuplicates.tsx'),
  },
  onCase: {
    key: 'duplicate',
    order: 20,
    right: 'papers',
    queues: ['duplicates'],
    load: () => import('./desk/CaseDuplicate.tsx'),
  },
};
