import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { investmentsContract } from './contract.ts';

const { pages } = investmentsContract;

export const investmentsScreens: AreaScreens = {
  area: 'investments',
  words: ['investments', 'investors', 'money'],
  screens: [
    screen(pages.list, () => import('./screens/List.tsx'), { icon: 'invest', order: 30, label: 'nav.investments' }),
    screen(pages.closed, () => import('./screens/Closed.tsx')),
    screen(pages.follow, () => import('./screens/Follow.tsx')),
    screen(pages.details, () => import('./screens/Details.tsx')),
    screen(pages.shares, () => import('./screens/Shares.tsx')),
    screen(pages.withdrawal, () => import('./screens/Withdrawal.tsx')),
    screen(pages.byOldName, () => import('./screens/OldWithdrawal.tsx')),
    screen(pages.statement, () => import('./screens/Statement.tsx')),
  ],
};
