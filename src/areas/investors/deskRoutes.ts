import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { investorsContract } from './contract.ts';

export const investorsDesk: DeskArea = {
  area: 'investors',
  words: ['investors.desk'],
  screens: [screen(investorsContract.deskPages.form, () => import('./desk/Form.tsx'))],
  onCase: {
    key: 'investor',
    order: 45,
    right: 'papers',
    queues: ['investors'],
    load: () => import('./desk/CaseForm.tsx'),
  },
};
