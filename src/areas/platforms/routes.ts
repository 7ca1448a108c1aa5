import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { platformsContract } from './contract.ts';

export const platformsScreens: AreaScreens = {
  area: 'platforms',
  words: ['platforms'],
  screens: [
    screen(platformsContract.pages.platforms, () => import('./screens/Platforms.tsx'), {
      icon: 'platforms',
      order: 10,
      isOnPhoneBar: true,
      label: 'nav.platforms',
    }),
  ],
};
