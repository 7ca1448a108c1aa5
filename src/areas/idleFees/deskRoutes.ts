import type { DeskArea } from '../../ui/desk/area.ts';

export const idleFeesDesk: DeskArea = {
  area: 'idleFees',
  words: ['idleFees.desk'],
  screens: [],
  onClient: {
    key: 'idleFees',
    title: 'desk.section.idleFees',
    order: 29,
    right: 'read_clients',
    load: () => import('./desk/ClientFees.tsx'),
  },
};
