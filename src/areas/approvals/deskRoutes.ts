import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { approvalsContract } from './contract.ts';

const { deskPages: pages } = approvalsContract;

export const approvalsDesk: DeskArea = {
  area: 'approvals',
  words: ['approvals.desk'],
  screens: [screen(pages.list, () => import('./desk/List.tsx'), { icon: 'approvals', order: 30, label: 'desk.nav.approvals' })],
  onStart: {
    key: 'approvals',
    order: 10,
    right: 'approvals',
    load: () => import('./desk/Waiting.tsx'),
  },
};
