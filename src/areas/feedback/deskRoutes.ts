import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { feedbackContract } from './contract.ts';

export const feedbackDesk: DeskArea = {
  area: 'feedback',
  words: ['feedback.desk'],
  screens: [
    screen(feedbackContract.deskPages.feedback, () => import('./desk/Feedback.tsx'), {
      icon: 'star',
      order: 95,
      label: 'desk.nav.feedback',
    }),
  ],
};
