import type { DeskArea } from '../../ui/desk/area.ts';

export const reviewsDesk: DeskArea = {
  area: 'reviews',
  words: ['reviews.desk'],
  screens: [],
  onClient: {
    key: 'adjustments',
    title: 'desk.section.adjustments',
    order: 27,
    right: 'adjustments',
    load: () => import('./desk/ClientAdjustments.tsx'),
  },
  onCase: {
    key: 'decide',
    order: 10,
    right: 'transfers',
    queues: ['withdrawals', 'deposits', 'unmatched', 'chargebacks', 'differences'],
    load: () => import('./desk/CaseActions.tsx'),
  },
};
