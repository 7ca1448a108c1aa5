import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { copyTradingContract } from './contract.ts';

const { pages } = copyTradingContract;

export const copyTradingScreens: AreaScreens = {
  area: 'copyTrading',
  words: ['copyTrading'],
  screens: [
    screen(pages.copyTrading, () => import('./screens/Logged.tsx'), { icon: 'copy', order: 30, label: 'nav.copyTrading' }),
    screen(pages.start, () => import('./screens/NotLogged.tsx')),
  ],
};
