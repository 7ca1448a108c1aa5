import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { providersContract } from './contract.ts';

export const providersDesk: DeskArea = {
  area: 'providers',
  words: ['providers.desk'],
  screens: [screen(providersContract.deskPages.request, () => import('./desk/Request.tsx'))],
  onCase: {
    key: 'provider',
    order: 40,
    right: 'papers',
    queues: ['providers'],
    load: () => import('./desk/CaseRequest.tsx'),
  },
};
