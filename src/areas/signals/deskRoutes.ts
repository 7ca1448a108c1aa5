import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { signalsContract } from './contract.ts';

const { deskPages: pages } = signalsContract;

export const signalsDesk: DeskArea = {
  area: 'signals',
  words: ['signals.desk'],
  screens: [
    screen(pages.board, () => import('./desk/Board.tsx'), { icon: 'chart', order: 85, label: 'desk.nav.signals' }),
    screen(pages.holidays, () => import('./desk/Holidays.tsx')),
  ],
};
