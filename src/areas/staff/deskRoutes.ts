import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { staffContract } from './contract.ts';

const { deskPages: pages } = staffContract;

export const staffDesk: DeskArea = {
  area: 'staff',
  words: ['staff.desk'],
  screens: [
    screen(pages.staff, () => import('./desk/Staff.tsx'), { icon: 'staff', order: 60, label: 'desk.nav.staff' }),
    screen(pages.enrolment, () => import('./desk/Enrolment.tsx')),
  ],
};
