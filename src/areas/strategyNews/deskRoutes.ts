import type { DeskArea } from '../../ui/desk/area.ts';
import { screen } from '../../ui/page/screen.ts';
import { strategyNewsContract } from './contract.ts';

export const strategyNewsDesk: DeskArea = {
  area: 'strategyNews',
  words: ['strategyNews.desk'],
  screens: [screen(strategyNewsContract.deskPages.news, () => import('./desk/News.tsx'))],
  onCase: {
    key: 'strategyNews',
    order: 41,
    right: 'papers',
    queues: ['strategy-news'],
    load: () => import('./desk/CaseNews.tsx'),
  },
};
