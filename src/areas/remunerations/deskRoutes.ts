import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { remunerationsContract } from './contract.ts';

export const remunerationsDesk: DeskArea = {
  area: 'remunerations',
  words: ['remunerations.desk'],
  screens: [screen(remunerationsContract.deskPages.archive, () => import('./desk/Archive.tsx'))],
  onCase: {
    key: 'archive',
    order: 42,
    right: 'papers',
    queues: ['providers'],
    load: () => import('./desk/CaseArchive.tsx'),
  },
};
