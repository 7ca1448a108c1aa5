import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { screeningContract } from './contract.ts';

const { deskPages: pages } = screeningContract;

export const screeningDesk: DeskArea = {
  area: 'screening',
  words: ['screening.desk'],
  screens: [
    screen(pages.lists, () => import('./desk/Lists.tsx'), { icon: 'search', order: 79, label: 'desk.nav.screening' }),
    screen(pages.hit, () => import('./desk/Hit.tsx')),
  ],
  onClient: {
    key: 'screening',
    title: 'desk.section.screening',
    order: 38,
    right: 'papers',
    load: () => import('./desk/ClientScreening.tsx'),
  },
  onCase: {
    key: 'screening',
    order: 20,
    right: 'papers',
    queues: ['screening'],
    load: () => import('./desk/CaseScreening.tsx'),
  },
};
