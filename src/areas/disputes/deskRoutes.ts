import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { disputesContract } from './contract.ts';

const { deskPages: pages } = disputesContract;

export const disputesDesk: DeskArea = {
  area: 'disputes',
  words: ['disputes.desk'],
  screens: [
    screen(pages.list, () => import('./desk/List.tsx'), { icon: 'alert', order: 78, label: 'desk.nav.disputes' }),
    screen(pages.dispute, () => import('./desk/Dispute.tsx')),
  ],
  onClient: {
    key: 'disputes',
    title: 'desk.section.disputes',
    order: 23,
    right: 'chargebacks',
    load: () => import('./desk/ClientDisputes.tsx'),
  },
  onCase: {
    key: 'dispute',
    order: 20,
    right: 'chargebacks',
    queues: ['chargebacks'],
    load: () => import('./desk/CaseDispute.tsx'),
  },
};
