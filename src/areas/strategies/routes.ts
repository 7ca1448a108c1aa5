import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { strategiesContract } from './contract.ts';

const { pages } = strategiesContract;

export const strategiesScreens: AreaScreens = {
  area: 'strategies',
  words: ['strategies', 'investments', 'money'],
  screens: [
    screen(pages.list, () => import('./screens/List.tsx'), { icon: 'invest', order: 20, label: 'nav.strategies' }),
    screen(pages.manager, () => import('./screens/Manager.tsx')),
    screen(pages.details, () => import('./screens/Details.tsx')),
  ],
};
