import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { passwordsContract } from './contract.ts';

const { pages } = passwordsContract;

export const passwordsScreens: AreaScreens = {
  area: 'passwords',
  words: ['passwords'],
  screens: [
    screen(pages.accounts, () => import('./screens/AccountChoice.tsx')),
    screen(pages.account, () => import('./screens/AccountPassword.tsx')),
    screen(pages.profile, () => import('./screens/ProfilePassword.tsx')),
  ],
  entrance: { 'login/reset': () => import('./screens/Reset.tsx') },
};
