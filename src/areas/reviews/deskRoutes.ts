import type { DeskArea } from '../../ui/desk/area.ts';

export const reviewsDesk: DeskArea = {
  area: 'reviews',
  words: ['reviews.desk'],
  screens: [],
  onCase: {
    key: 'decide',
    order: 10,
    right: 'transfers',
    queues: ['withdrawals', 'deposits', 'unmatched', 'chargebacks', 'differences'],
    load: () => import('./desk/CaseActions.tsx'),
  },
};
