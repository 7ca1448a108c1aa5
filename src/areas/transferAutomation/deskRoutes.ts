import type { DeskArea } from '../../ui/desk/area.ts';

export const transferAutomationDesk: DeskArea = {
  area: 'transferAutomation',
  words: ['transferAutomation.desk'],
  screens: [],
  onClient: {
    key: 'transferAutomation',
    title: 'desk.section.automation',
    order: 28,
    right: 'read_clients',
    load: () => import('./desk/ClientOrders.tsx'),
  },
};
