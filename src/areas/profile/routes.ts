import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { profileContract } from './contract.ts';

const { pages, calls } = profileContract;

export const profileScreens: AreaScreens = {
  area: 'profile',
  words: ['profile', 'notices'],
  screens: [
    { ...screen(pages.profile, () => import('./screens/Profile.tsx')), begins: calls.profile },
    screen(pages.changeEmail, () => import('./screens/ChangeEmail.tsx')),
    screen(pages.changeMobile, () => import('./screens/ChangeMobile.tsx')),
    screen(pages.verifyEmail, () => import('./screens/VerifyEmail.tsx')),
    screen(pages.verifyMobile, () => import('./screens/VerifyMobile.tsx')),
    screen(pages.addEmail, () => import('./screens/AddEmail.tsx')),
    screen(pages.subscriptions, () => import('./screens/Subscriptions.tsx')),
  ],
};
