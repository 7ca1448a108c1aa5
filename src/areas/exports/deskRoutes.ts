import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { exportsContract } from './contract.ts';

export const exportsDesk: DeskArea = {
  area: 'exports',
  words: ['exports.desk'],
  screens: [
    screen(exportsContract.deskPages.exports, () => import('./desk/Exports.tsx'), {
      icon: 'download',
      order: 95,
      label: 'desk.nav.exports',
    }),
  ],
};
