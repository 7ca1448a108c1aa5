import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { remunerationsContract } from './contract.ts';

const { pages } = remunerationsContract;

export const remunerationsScreens: AreaScreens = {
  area: 'remunerations',
  words: ['remunerations', 'money'],
  screens: [
    screen(pages.list, () => import('./screens/Remunerations.tsx'), { icon: 'wallet', order: 45, label: 'nav.remunerations' }),
    screen(pages.followers, () => import('./screens/Followers.tsx')),
  ],
};
