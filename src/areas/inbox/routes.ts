import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { inboxContract } from './contract.ts';

export const inboxScreens: AreaScreens = {
  area: 'inbox',
  words: ['inbox'],
  screens: [
    screen(inboxContract.pages.inbox, () => import('./screens/Inbox.tsx'), { icon: 'inbox', order: 710, label: 'nav.inbox' }),
  ],
};
