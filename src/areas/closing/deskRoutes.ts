import type { DeskArea } from '../../ui/desk/area.ts';

export const closingDesk: DeskArea = {
  area: 'closing',
  words: ['closing.desk', 'money'],
  screens: [],
  onCase: {
    key: 'closing',
    order: 20,
    right: 'transfers',
    queues: ['withdrawals'],
    load: () => import('./desk/ClosingCase.tsx'),
  },
};
