import type { DeskArea } from '../../ui/desk/area.ts';

export const unverifiedDesk: DeskArea = {
  area: 'unverified',
  words: ['unverified.desk', 'money'],
  screens: [],
  onCase: {
    key: 'unverified',
    order: 25,
    right: 'transfers',
    queues: ['withdrawals'],
    load: () => import('./desk/UnverifiedCase.tsx'),
  },
};
