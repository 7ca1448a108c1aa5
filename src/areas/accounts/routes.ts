import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { accountsContract } from './contract.ts';

const { overview, details, archive } = accountsContract.pages;

export const accountsScreens: AreaScreens = {
  area: 'accounts',
  words: ['accounts'],
  screens: [
    screen(overview, () => import('./screens/Overview.tsx'), {
      icon: 'accounts',
      order: 10,
      isOnPhoneBar: true,
      label: 'nav.accounts',
    }),
    screen(archive, () => import('./screens/Archive.tsx'), { icon: 'file', order: 30, label: 'nav.archive' }),
    screen(details, () => import('./screens/Details.tsx')),
  ],
};
