import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { auditContract } from './contract.ts';

const { deskPages: pages } = auditContract;

export const auditDesk: DeskArea = {
  area: 'audit',
  words: ['audit.desk'],
  screens: [
    screen(pages.events, () => import('./desk/Events.tsx'), { icon: 'audit', order: 50, label: 'desk.nav.audit' }),
    screen(pages.refusals, () => import('./desk/Refusals.tsx')),
  ],
  onClient: {
    key: 'audit',
    title: 'desk.nav.audit',
    order: 90,
    right: 'read_audit',
    load: () => import('./desk/ClientTrail.tsx'),
  },
};
