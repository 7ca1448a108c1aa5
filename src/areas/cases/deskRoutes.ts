import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { casesContract } from './contract.ts';

const { deskPages: pages } = casesContract;

export const casesDesk: DeskArea = {
  area: 'cases',
  words: ['cases.desk'],
  screens: [
    screen(pages.start, () => import('./desk/Start.tsx'), { icon: 'inbox', order: 10, label: 'desk.nav.start' }),
    screen(pages.queue, () => import('./desk/Queue.tsx')),
  ],
};
