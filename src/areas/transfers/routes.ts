import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { transfersContract } from './contract.ts';

const { pages } = transfersContract;

export const transfersScreens: AreaScreens = {
  area: 'transfers',
  words: ['transfers', 'money'],
  screens: [
    screen(pages.overview, () => import('./screens/Overview.tsx'), { icon: 'history', order: 30, label: 'nav.history' }),
    screen(pages.list, () => import('./screens/List.tsx')),
    screen(pages.find, () => import('./screens/Find.tsx')),
    screen(pages.details, () => import('./screens/Details.tsx')),
    screen(pages.mobile, () => import('./screens/Mobile.tsx')),
  ],
};
