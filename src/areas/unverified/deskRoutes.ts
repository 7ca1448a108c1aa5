import type { DeskArea } from '../../ui/desk/area.ts';

export const unverifiedDesk: DeskArea = {
  area: 'unverified',
  words: ['unverified.desk', 'money'],
  screens: [],
  onClient: {
    key: 'unverified',
    title: 'desk.section.unverified',
    order: 22,
    right: 'read_clients',
    load: () => import('./desk/ClientClock.tsx'),
  },
  onCase: {
    key: 'unverified',
    order: 25,
    right: 'transfers',
    queues: ['withdrawals'],
    load: () => import('./desk/UnverifiedCase.tsx'),
  },
};
