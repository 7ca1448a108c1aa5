import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { providersContract } from './contract.ts';

const { pages } = providersContract;

export const providersScreens: AreaScreens = {
  area: 'providers',
  words: ['providers', 'money'],
  screens: [
    screen(pages.approval, () => import('./screens/Approval.tsx')),
    screen(pages.accountRequest, () => import('./screens/AccountRequest.tsx')),
    screen(pages.strategies, () => import('./screens/Strategies.tsx'), { icon: 'chart', order: 40, label: 'nav.providers' }),
    screen(pages.strategy, () => import('./screens/Strategy.tsx')),
  ],
};
