import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { professionalContract } from './contract.ts';

export const professionalDesk: DeskArea = {
  area: 'professional',
  words: ['professional.desk'],
  screens: [screen(professionalContract.deskPages.application, () => import('./desk/Application.tsx'))],
  onCase: {
    key: 'judge',
    order: 20,
    right: 'papers',
    queues: ['professional'],
    load: () => import('./desk/CaseApplication.tsx'),
  },
};
