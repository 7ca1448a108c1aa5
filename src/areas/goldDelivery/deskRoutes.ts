import type { DeskArea } from '../../ui/desk/area.ts';

export const goldDeliveryDesk: DeskArea = {
  area: 'goldDelivery',
  words: ['goldDelivery.desk'],
  screens: [],
  onCase: {
    key: 'goldDelivery',
    order: 40,
    right: 'transfers',
    queues: ['gold-delivery'],
    load: () => import('./desk/DeliveryActions.tsx'),
  },
};
